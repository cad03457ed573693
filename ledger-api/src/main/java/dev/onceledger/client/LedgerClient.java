package dev.onceledger.client;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import dev.onceledger.api.Reference;
import dev.onceledger.api.payment.PaymentId;
import java.net.URI;
import java.net.URLEncoder;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * Sends commands to a ledger, and looks up what became of them. It is immutable and may be shared
 * by threads; several clients may send the same command at once, which takes effect once.
 */
public final class LedgerClient {
  private static final Duration WINDOW_MAX = Duration.ofDays(3650);

  private final Transport transport;
  private final Duration retryWindow;
  private final Time time;

  private LedgerClient(Transport transport, Duration retryWindow, Time time) {
    this.transport = transport;
    this.retryWindow = retryWindow;
    this.time = time;
  }

  /**
   * A client that retries a command for a week, as the ledger takes for granted of an API key.
   *
   * @param ledger such as {@code https://ledger.example}
   * @param token of an order service
   * @throws IllegalArgumentException if it cannot be an address or a token
   */
  public static LedgerClient of(URI ledger, String token) {
    return new LedgerClient(Transport.to(ledger, token), Duration.ofDays(7), Time.REAL);
  }

  /** The same with another token, for those that are renewed. */
  public LedgerClient token(String other) {
    Transport t = transport;
    return with(new Transport(t.http(), t.base(), other, t.waitSeconds(), t.tryLimit()));
  }

  /**
   * The same with another window. A command that was decided longer ago is not sent any more. It
   * must not be longer than the {@code --retry-hours} of the API key.
   *
   * @param window more than nothing, 3650 days at most
   */
  public LedgerClient retryWindow(Duration window) {
    Limits.require(
        isPositive(window) && window.compareTo(WINDOW_MAX) <= 0,
        "a retry window is longer than nothing and at most 3650 days");
    return new LedgerClient(transport, window, time);
  }

  /**
   * The same, which has the ledger wait for an outcome instead of answering that there is none yet
   * ({@code Prefer: wait}, RFC 7240).
   *
   * @param seconds 0 (the default) to 30
   */
  public LedgerClient waitSeconds(int seconds) {
    Transport t = transport;
    return with(new Transport(t.http(), t.base(), t.token(), seconds, t.tryLimit()));
  }

  /**
   * The same with another limit for one try; 60 s by default. A try that takes longer is given up,
   * and the same request is sent again.
   */
  public LedgerClient tryLimit(Duration limit) {
    Transport t = transport;
    return with(new Transport(t.http(), t.base(), t.token(), t.waitSeconds(), limit));
  }

  LedgerClient time(Time other) {
    return new LedgerClient(transport, retryWindow, other);
  }

  /**
   * Sends a command until its answer is final, the same request under the same key each time: after
   * 202, 409, 429, 500 and 503, and after no answer at all. Store the command first.
   *
   * @param atMost how long to go on, from now; then the result is {@link Result.Undecided}
   * @throws IllegalArgumentException if that is nothing
   */
  public Result send(Command command, Duration atMost) {
    Limits.require(isPositive(atMost), "a send takes some time: give it more than nothing");
    Duration length = atMost.compareTo(WINDOW_MAX) > 0 ? WINDOW_MAX : atMost;
    long end = time.nanos().getAsLong() + length.toNanos();
    return new Sending(transport, time, command, retryWindow).until(end);
  }

  /**
   * The payment that a command is about; empty if the ledger has none. Its {@link
   * Payment#operation} says what became of the command, also long after its key is forgotten.
   *
   * @throws LookUpFailed if there was no answer
   */
  public Optional<Payment> payment(Command command) {
    return command.paymentId().isPresent()
        ? payment(command.paymentId().get())
        : payment(command.reference());
  }

  /**
   * A payment by its id; empty if the scope of the token has none.
   *
   * @throws LookUpFailed if there was no answer
   */
  public Optional<Payment> payment(PaymentId id) {
    return lookUp("/v1/payments/" + id, Payment::read);
  }

  /**
   * The payment of an order, of which a scope has one at most.
   *
   * @throws LookUpFailed if there was no answer, or the token has several scopes with such a one
   */
  public Optional<Payment> payment(Reference reference) {
    String query = "?reference=" + URLEncoder.encode(reference.value(), UTF_8);
    List<Payment> found =
        lookUp("/v1/payments" + query, page -> Json.list(page, "items", Payment::read))
            .orElse(List.of());
    if (found.size() > 1) {
      throw new LookUpFailed("several payments: ask with a token of one scope", Optional.empty());
    }
    return found.stream().findFirst();
  }

  /**
   * What the ledger keeps of a command's key. Empty proves nothing: a request may still be on its
   * way, or the key may be forgotten.
   *
   * @throws LookUpFailed if there was no answer
   */
  public Optional<KeyRecord> key(Command command) {
    return lookUp("/v1/idempotency-keys/" + command.key().value(), KeyRecord::read);
  }

  private <T> Optional<T> lookUp(String path, Function<JsonNode, T> read) {
    Answer answer =
        get(path)
            .orElseThrow(() -> new LookUpFailed("the ledger gave no answer", Optional.empty()));
    if (answer.status() == 404 && answer.isProblem()) {
      return Optional.empty();
    }
    try {
      if (answer.status() == 200) {
        return Optional.of(read.apply(answer.json()));
      }
    } catch (IllegalArgumentException | ArithmeticException e) {
      throw new LookUpFailed("the answer is not understood: " + e.getMessage(), Optional.empty());
    }
    throw new LookUpFailed("the answer is a " + answer.status(), answer.problem());
  }

  private Optional<Answer> get(String path) {
    try {
      return transport.get(path);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new LookUpFailed("the thread was interrupted", Optional.empty());
    }
  }

  private LedgerClient with(Transport other) {
    return new LedgerClient(other, retryWindow, time);
  }

  private static boolean isPositive(Duration duration) {
    return !duration.isNegative() && !duration.isZero();
  }

  @Override
  public String toString() {
    return "LedgerClient[" + transport.base() + "]";
  }
}
