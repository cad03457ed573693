package dev.onceledger.gateway.stripe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.onceledger.api.payment.GatewayName;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StripeSettingsTest {
  @TempDir Path directory;

  @Test
  void secrets_come_from_files_or_from_the_settings_themselves() throws IOException {
    Path key = Files.writeString(directory.resolve("key"), "rk_test_a\n");
    Path webhook = Files.writeString(directory.resolve("webhook"), " whsec_b ");
    StripeSettings files = settings(key, null, webhook, null);
    StripeSettings values = settings(null, "sk_test_c", null, "whsec_d");

    assertThat(files.readSecretKey()).isEqualTo("rk_test_a");
    assertThat(files.readWebhookSecret()).contains("whsec_b");
    assertThat(values.readSecretKey()).isEqualTo("sk_test_c");
    assertThat(values.readWebhookSecret()).contains("whsec_d");
    assertThat(settings(null, "sk_test_c", null, " ").readWebhookSecret()).isEmpty();
  }

  @Test
  void secrets_are_not_shown() {
    assertThat(settings(null, "sk_test_c", null, "whsec_d").toString())
        .contains("stripe")
        .doesNotContain("sk_test_c", "whsec_d");
  }

  @Test
  void without_a_key_it_does_not_start_and_says_what_to_set() {
    assertRefused(settings(null, null, null, null), "ledger.gateway.stripe.secret-key-file");
    assertRefused(settings(null, " ", null, null), "ledger.gateway.stripe.secret-key-file");
  }

  @Test
  void a_file_that_is_not_there_is_named() {
    assertRefused(settings(directory.resolve("none"), null, null, null), "cannot be read");
  }

  @Test
  void a_key_is_given_once() {
    assertRefused(settings(directory.resolve("key"), "sk_test_c", null, null), "not both");
  }

  @ParameterizedTest
  @ValueSource(strings = {"pk_test_public", "whsec_d", "sk_test_ c", "sk_!"})
  void what_is_no_secret_key_is_refused_and_not_repeated(String key) {
    assertRefused(settings(null, key, null, null), "starts with sk_ or rk_");
    assertThatThrownBy(() -> settings(null, key, null, null).readSecretKey())
        .hasMessageNotContaining(key);
  }

  @Test
  void a_webhook_secret_that_is_none_is_refused_at_the_start() {
    assertRefused(settings(null, "sk_test_c", null, "sk_test_c"), "starts with whsec_");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"http://api.stripe.com", "ftp://localhost", "localhost:80", "https://a?b=c", "/"})
  void the_key_is_not_sent_where_it_could_be_read(String base) {
    assertThatThrownBy(() -> settings(URI.create(base), 5000, 20_000))
        .hasMessageContaining("ledger.gateway.stripe.api-base");
  }

  @ParameterizedTest
  @ValueSource(strings = {"https://stripe.example/", "http://127.0.0.1:8080", "http://[::1]:80"})
  void another_server_may_stand_in_for_stripe(String base) {
    assertThat(settings(URI.create(base), 1, 1).apiBase()).hasToString(base);
  }

  @Test
  void times_are_positive() {
    URI base = URI.create("https://api.stripe.com");
    assertThatThrownBy(() -> settings(base, 0, 1)).hasMessageContaining("positive");
    assertThatThrownBy(() -> settings(base, 1, 0)).hasMessageContaining("positive");
  }

  private static void assertRefused(StripeSettings settings, String sentence) {
    assertThatThrownBy(() -> new StripeGateway(settings))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(sentence);
  }

  private static StripeSettings settings(
      @Nullable Path keyFile,
      @Nullable String key,
      @Nullable Path webhookFile,
      @Nullable String webhook) {
    return new StripeSettings(
        true,
        new GatewayName("stripe"),
        keyFile,
        key,
        webhookFile,
        webhook,
        URI.create("https://api.stripe.com"),
        5000,
        20_000);
  }

  private static StripeSettings settings(URI base, int connectMillis, int readMillis) {
    return new StripeSettings(
        true,
        new GatewayName("stripe"),
        null,
        "sk_test_c",
        null,
        null,
        base,
        connectMillis,
        readMillis);
  }
}
