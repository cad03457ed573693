package dev.onceledger.gateway.sandbox;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.http.HttpResponse.BodySubscriber;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;
import org.jspecify.annotations.Nullable;

/** The body of an answer, which fails once it grows too large. */
final class BoundedBody implements BodySubscriber<byte[]> {
  private final int sizeMax;
  private final ByteArrayOutputStream received = new ByteArrayOutputStream();
  private final CompletableFuture<byte[]> body = new CompletableFuture<>();
  private Flow.@Nullable Subscription subscription;

  BoundedBody(int sizeMax) {
    this.sizeMax = sizeMax;
  }

  @Override
  public CompletionStage<byte[]> getBody() {
    return body;
  }

  @Override
  public void onSubscribe(Flow.Subscription incoming) {
    subscription = incoming;
    incoming.request(Long.MAX_VALUE);
  }

  @Override
  public void onNext(List<ByteBuffer> buffers) {
    for (ByteBuffer buffer : buffers) {
      if (received.size() + buffer.remaining() > sizeMax) {
        if (subscription != null) {
          subscription.cancel();
        }
        body.completeExceptionally(new IOException("an answer of more than " + sizeMax + " bytes"));
        return;
      }
      byte[] bytes = new byte[buffer.remaining()];
      buffer.get(bytes);
      received.writeBytes(bytes);
    }
  }

  @Override
  public void onError(Throwable trouble) {
    body.completeExceptionally(trouble);
  }

  @Override
  public void onComplete() {
    body.complete(received.toByteArray());
  }
}
