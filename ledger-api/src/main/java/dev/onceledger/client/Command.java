package dev.onceledger.client;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import com.github.f4b6a3.uuid.UuidCreator;
import com.github.f4b6a3.uuid.util.UuidUtil;
import dev.onceledger.api.Digest;
import dev.onceledger.api.IdempotencyKey;
import dev.onceledger.api.Reference;
import dev.onceledger.api.payment.OperationKind;
import dev.onceledger.api.payment.PaymentId;
import java.time.Instant;
import java.util.HexFormat;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A request under its idempotency key (draft-ietf-httpapi-idempotency-key-header): one business
 * operation, which takes effect once however often it is sent.
 *
 * <p>Decide it once, store {@link #toText()} with the decision, then send it. After a crash read
 * the text back and send that: it is the same request under the same key, byte for byte. Neither
 * can be changed. A new command is a new operation, and never a way to try an old one again.
 */
public final class Command {
  private static final long FORMAT = 1;
  private static final String PAYMENTS = "/v1/payments";
  private static final Pattern PATH =
      Pattern.compile(PAYMENTS + "(?:/(pay_[0-9a-z]{26})/(captures|voids|refunds))?");
  private static final Map<String, OperationKind> KINDS =
      Map.of(
          "captures", OperationKind.CAPTURE,
          "voids", OperationKind.VOID,
          "refunds", OperationKind.REFUND);

  private final UUID key;
  private final String path;
  private final String body;
  private final Reference reference;
  private final int attempt;
  private final Optional<PaymentId> paymentId;
  private final Optional<OperationKind> kind;

  private Command(UUID key, String path, String body) {
    Matcher parts = PATH.matcher(path);
    Limits.require(parts.matches(), "the path is none of a command");
    Limits.require(UuidUtil.isTimeOrderedEpoch(key), "the key is no UUID of version 7");
    JsonNode content = Json.read(body.getBytes(UTF_8));
    this.key = key;
    this.path = path;
    this.body = body;
    this.reference = new Reference(Json.text(content, "reference"));
    this.attempt = content.path("attempt").asInt(1);
    this.paymentId = Optional.ofNullable(parts.group(1)).map(PaymentId::new);
    this.kind = Optional.ofNullable(parts.group(2)).map(KINDS::get);
  }

  /**
   * Gives a request its key, a UUID of version 7 (RFC 9562, section 5.7) that tells its age.
   *
   * <p>Call it where the operation is decided, once; never in a loop that tries again.
   *
   * @throws IllegalArgumentException if the request is larger than 64 KiB
   */
  public static Command decide(Request request) {
    return decide(request, UuidCreator.getTimeOrderedEpoch());
  }

  static Command decide(Request request, UUID key) {
    return new Command(key, RequestJson.path(request), Limits.body(RequestJson.body(request)));
  }

  /**
   * Reads back what {@link #toText()} gave.
   *
   * @throws IllegalArgumentException if it is something else, or was changed, even by one character
   */
  public static Command fromText(String text) {
    JsonNode stored = Json.read(text.getBytes(UTF_8));
    Limits.require(
        Json.number(stored, "format") == FORMAT,
        "the command was stored by a newer client: read it with that one");
    String key = Json.text(stored, "key");
    String path = Json.text(stored, "path");
    String body = Json.text(stored, "body");
    Limits.require(
        Json.text(stored, "check").equals(check(key, path, body)),
        "the stored command was changed: a key belongs to the request that it was made for");
    Command command = new Command(UUID.fromString(key), path, body);
    Limits.require(
        command.toText().equals(text.strip()),
        "the stored command was changed: keep its text as it was made");
    return command;
  }

  /**
   * Everything that is needed to send this again, in one line. It holds the payment method and the
   * key: keep it where you keep your orders, and out of logs.
   */
  public String toText() {
    return Json.write(
        Json.object()
            .put("format", FORMAT)
            .put("key", key.toString())
            .put("path", path)
            .put("body", body)
            .put("check", check(key.toString(), path, body)));
  }

  /** Its text does not show in {@code toString()}. */
  public IdempotencyKey key() {
    return new IdempotencyKey(key.toString());
  }

  /** When the key was made, to the millisecond. */
  public Instant decidedAt() {
    return UuidUtil.getInstant(key);
  }

  /** The caller's own number for what is asked. */
  public Reference reference() {
    return reference;
  }

  /** The payment that a capture, void or refund acts on; empty for a new payment. */
  public Optional<PaymentId> paymentId() {
    return paymentId;
  }

  /** What a command on a payment asks of the gateway; empty for a new payment. */
  Optional<OperationKind> kind() {
    return kind;
  }

  int attempt() {
    return attempt;
  }

  String path() {
    return path;
  }

  /** In UTF-8, the same whenever it is sent. */
  String body() {
    return body;
  }

  private static String check(String key, String path, String body) {
    return HexFormat.of().formatHex(Digest.sha256(key, path, body));
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof Command that
        && key.equals(that.key)
        && path.equals(that.path)
        && body.equals(that.body);
  }

  @Override
  public int hashCode() {
    return key.hashCode();
  }

  @Override
  public String toString() {
    return "Command[" + kind.map(Enum::name).orElse("PAYMENT") + " " + reference + "]";
  }
}
