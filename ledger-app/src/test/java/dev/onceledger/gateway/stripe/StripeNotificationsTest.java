package dev.onceledger.gateway.stripe;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.onceledger.api.Rejection;
import dev.onceledger.gateway.GatewayNotification;
import dev.onceledger.gateway.GatewayNotification.Kind;
import java.time.Duration;
import java.time.Instant;
import java.util.HexFormat;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Who is believed, and what is not readable. */
class StripeNotificationsTest {
  private static final String SECRET = "whsec_of_a_test";
  private static final Instant NOW = Instant.ofEpochSecond(1_790_000_500);
  private static final String BODY =
      "{\"id\":\"evt_1\",\"object\":\"event\",\"type\":\"customer.created\","
          + "\"created\":1790000000,\"data\":{\"object\":{\"id\":\"cus_1\"}}}";

  private final StripeNotifications notifications = new StripeNotifications(SECRET);

  @Test
  void a_signed_event_is_read() {
    GatewayNotification read = read(BODY, signed(NOW, BODY, SECRET));

    assertThat(read.eventId()).isEqualTo("evt_1");
    assertThat(read.kind()).isEqualTo(Kind.IRRELEVANT);
    assertThat(read.occurredAt()).isEqualTo(Instant.ofEpochSecond(1_790_000_000));
    assertThat(read.version()).isNull();
  }

  @Test
  void one_of_several_signatures_is_enough_while_a_secret_is_replaced() {
    String both = signed(NOW, BODY, "whsec_old") + "," + signature(NOW, BODY, SECRET);

    assertThat(read(BODY, both).eventId()).isEqualTo("evt_1");
  }

  @Test
  void five_minutes_are_tolerated_and_no_more() {
    Instant sent = NOW.minus(Duration.ofMinutes(5));

    assertThat(read(BODY, signed(sent, BODY, SECRET)).eventId()).isEqualTo("evt_1");
    assertRefused(BODY, signed(sent.minusSeconds(1), BODY, SECRET));
  }

  @Test
  void what_was_signed_with_another_secret_is_refused() {
    assertRefused(BODY, signed(NOW, BODY, "whsec_of_somebody_else"));
  }

  @Test
  void what_was_changed_after_it_was_signed_is_refused() {
    String signature = signed(NOW, BODY, SECRET);

    assertRefused(BODY.replace("evt_1", "evt_2"), signature);
    assertRefused(BODY.substring(0, BODY.length() - 1), signature);
    assertRefused(BODY, signature.replace("t=1790000500", "t=1790000501"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", ",", "t", "v1", "t=,v1=", "t=soon,v1=00", "v0=00", "t=1790000500"})
  void a_header_that_is_none_is_refused(String header) {
    assertRefused(BODY, header);
  }

  @Test
  void without_a_signature_or_a_secret_nothing_is_believed() {
    assertRefused(BODY, null);
    assertThat(refusal(new StripeNotifications(null), BODY, signed(NOW, BODY, SECRET)).reason())
        .isEqualTo(Rejection.Reason.BAD_SIGNATURE);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "none",
        "null",
        "[]",
        "{}",
        "{\"id\":\"evt_1\",\"type\":\"x\",\"created\":1,\"data\":{}}",
        "{\"id\":\"\",\"type\":\"x\",\"created\":1,\"data\":{\"object\":{}}}",
        "{\"id\":7,\"type\":\"x\",\"created\":1,\"data\":{\"object\":{}}}",
        "{\"id\":\"evt_1\",\"type\":\"x\",\"created\":\"now\",\"data\":{\"object\":{}}}",
        "{\"id\":\"evt_1\",\"type\":\"x\",\"created\":9223372036854775807,\"data\":{\"object\":{}}}"
      })
  void what_is_signed_and_no_event_is_malformed(String body) {
    Rejection refusal = refusal(notifications, body, signed(NOW, body, SECRET));

    assertThat(refusal.reason()).isEqualTo(Rejection.Reason.MALFORMED_REQUEST);
    assertThat(refusal.detail()).doesNotContain("evt_1");
  }

  private void assertRefused(String body, @Nullable String signature) {
    Rejection refusal = refusal(notifications, body, signature);

    assertThat(refusal.reason()).isEqualTo(Rejection.Reason.BAD_SIGNATURE);
    assertThat(refusal.detail()).doesNotContain("evt_", SECRET, "1790000");
  }

  private static Rejection refusal(
      StripeNotifications reader, String body, @Nullable String signature) {
    return catchThrowableOfType(
        Rejection.class, () -> reader.read(body.getBytes(UTF_8), name -> signature, NOW));
  }

  private GatewayNotification read(String body, String signature) {
    return notifications.read(
        body.getBytes(UTF_8), name -> name.equals("Stripe-Signature") ? signature : null, NOW);
  }

  /** As Stripe signs: the time, and an HMAC over the time and the body. */
  private static String signed(Instant at, String body, String secret) {
    return "t=" + at.getEpochSecond() + "," + signature(at, body, secret);
  }

  private static String signature(Instant at, String body, String secret) {
    try {
      Mac mac = Mac.getInstance("HmacSHA256");
      mac.init(new SecretKeySpec(secret.getBytes(UTF_8), "HmacSHA256"));
      byte[] hash = mac.doFinal((at.getEpochSecond() + "." + body).getBytes(UTF_8));
      return "v1=" + HexFormat.of().formatHex(hash);
    } catch (java.security.GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }
}
