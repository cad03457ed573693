package dev.onceledger.gateway.sandbox;

import static dev.onceledger.gateway.sandbox.Signed.NOW;
import static dev.onceledger.gateway.sandbox.Signed.SECRET;
import static dev.onceledger.gateway.sandbox.Signed.SOUND;
import static dev.onceledger.gateway.sandbox.Signed.T;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.onceledger.api.Rejection;
import dev.onceledger.api.Rejection.Reason;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class NotificationSignatureTest {
  private static final String OURS = Signed.v1(SECRET, T, SOUND);
  private static final String ANOTHERS = Signed.v1("another secret", T, SOUND);

  @Test
  void a_body_that_is_signed_with_the_secret_is_read() {
    assertTaken("t=" + T + ",v1=" + OURS);
    assertTaken("v1=" + OURS + ",t=" + T);
    assertTaken("t=" + T + ",v1=" + OURS.toUpperCase(Locale.ROOT));
  }

  @Test
  void any_of_several_signatures_may_be_the_one() {
    assertTaken("t=" + T + ",v1=" + ANOTHERS + ",v1=" + OURS);
    assertTaken("t=" + T + ",v1=" + OURS + ",v1=" + ANOTHERS);
  }

  @Test
  void schemes_that_are_not_known_say_nothing() {
    assertTaken("t=" + T + ",v0=nonsense,v1=" + OURS + ",v2=" + ANOTHERS);
    assertRefused("t=" + T + ",v0=" + OURS + ",v2=" + OURS);
  }

  @ParameterizedTest
  @ValueSource(longs = {-300, -299, 0, 299, 300})
  void a_time_within_five_minutes_is_taken(long away) {
    assertTaken(Signed.header(T + away, SOUND));
  }

  @ParameterizedTest
  @ValueSource(longs = {-301, 301, -100_000_000, 90_000_000_000L})
  void a_time_further_away_is_refused(long away) {
    assertRefused(Signed.header(T + away, SOUND));
  }

  @Test
  void the_time_is_part_of_what_is_signed() {
    assertRefused("t=" + (T + 1) + ",v1=" + OURS);
  }

  @Test
  void every_byte_of_the_body_is_part_of_what_is_signed() {
    String header = "t=" + T + ",v1=" + OURS;
    byte[] body = SOUND.getBytes(UTF_8);
    for (int i = 0; i < body.length; i++) {
      byte[] changed = body.clone();
      changed[i] ^= 1;
      assertThatThrownBy(() -> Signed.read(changed, header)).satisfies(this::isBadSignature);
    }
    assertThatThrownBy(() -> Signed.read((SOUND + " ").getBytes(UTF_8), header))
        .satisfies(this::isBadSignature);
  }

  @Test
  void another_secret_is_refused_and_one_digit_of_difference_too() {
    String last = OURS.endsWith("0") ? "1" : "0";

    assertRefused("t=" + T + ",v1=" + ANOTHERS);
    assertRefused("t=" + T + ",v1=" + OURS.substring(0, OURS.length() - 1) + last);
    assertRefused("t=" + T + ",v1=" + OURS.substring(2));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        " ",
        "nonsense",
        "t=T",
        "v1=V",
        "T,V",
        "t=T,v1=",
        "t=T,v1=V,",
        ",t=T,v1=V",
        "t=T,,v1=V",
        "t=T,t=T,v1=V",
        "t=,v1=V",
        "t=-T,v1=V",
        "t=+T,v1=V",
        "t=T.0,v1=V",
        "t=T;v1=V",
        "t=T,v1=V=",
        "t=T,v1=zz",
        "t=T,v1=V,v1=zz",
        "t=T,V1=V",
        "t=99999999999999999999,v1=V",
        "t=T,v1=V,t=T,v1=V"
      })
  void a_garbled_header_is_refused(String header) {
    assertRefused(header.replace("T", Long.toString(T)).replace("V", OURS));
  }

  @Test
  void a_header_that_was_not_sent_once_is_refused() {
    SandboxNotifications reader = new SandboxNotifications(new NotificationSecret(SECRET));

    assertThatThrownBy(() -> reader.read(SOUND.getBytes(UTF_8), name -> null, NOW))
        .satisfies(this::isBadSignature);
  }

  @Test
  void without_a_secret_everything_is_refused() {
    SandboxNotifications reader = new SandboxNotifications(null);

    assertThatThrownBy(
            () -> reader.read(SOUND.getBytes(UTF_8), name -> "t=" + T + ",v1=" + OURS, NOW))
        .satisfies(this::isBadSignature);
  }

  @Test
  void what_is_not_signed_is_not_even_parsed() {
    assertThatThrownBy(() -> Signed.read("{".getBytes(UTF_8), "t=" + T + ",v1=" + OURS))
        .satisfies(this::isBadSignature);
  }

  private static void assertTaken(String header) {
    assertThat(Signed.read(SOUND.getBytes(UTF_8), header).eventId()).isEqualTo("evt_1");
  }

  private void assertRefused(String header) {
    assertThatThrownBy(() -> Signed.read(SOUND.getBytes(UTF_8), header))
        .satisfies(this::isBadSignature);
  }

  private void isBadSignature(Throwable thrown) {
    assertThat(thrown)
        .isInstanceOfSatisfying(
            Rejection.class,
            rejection -> {
              assertThat(rejection.reason()).isEqualTo(Reason.BAD_SIGNATURE);
              assertThat(rejection.detail()).doesNotContain(OURS, SECRET, "evt_1");
            });
  }
}
