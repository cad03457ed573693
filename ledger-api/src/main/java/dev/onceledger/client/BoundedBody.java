package dev.onceledger.client;

import java.io.IOException;
import java.net.http.HttpResponse.BodySubscriber;
import java.net.http.HttpResponse.BodySubscribers;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;
import org.jspecify.annotations.Nullable;

/** Reads a body up to 8 MiB, far above any payment's, and gives up on one that is larger. */
final class BoundedBody implements BodySubscriber<byte[]> {
  private static final long BYTES_MAX = 8L * 1024 * 1024;

  private final BodySubscriber<byte[]> whole = BodySubscribers.ofByteArray();
  private Flow.@Nullable Subscription subscription;
  private long received;

  @Override
  public CompletionStage<byte[]> getBody() {
    return whole.getBody();
  }

  @Override
  public void onSubscribe(Flow.Subscription given) {
    subscription = given;
    whole.onSubscribe(given);
  }

  @Override
  public void onNext(List<ByteBuffer> buffers) {
    received += buffers.stream().mapToLong(ByteBuffer::remaining).sum();
    if (received <= BYTES_MAX) {
      whole.onNext(buffers);
    } else if (subscription != null) {
      subscription.cancel();
      whole.onError(new IOException("the answer is larger than " + BYTES_MAX + " bytes"));
    }
  }

  @Override
  public void onError(Throwable failure) {
    whole.onError(failure);
  }

  @Override
  public void onComplete() {
    whole.onComplete();
  }
}
