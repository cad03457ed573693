package dev.onceledger.gateway.sandbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.onceledger.api.payment.GatewayCall;
import dev.onceledger.gateway.Gateway;
import dev.onceledger.gateway.GatewayAnswer.Outcome;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.context.properties.bind.BindException;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;

class SandboxTest {
  @TempDir Path directory;

  @Test
  void without_an_address_a_sandbox_is_started_inside_and_ends_with_it() {
    GatewayCall charge = Calls.charge("tok_ok");
    Gateway gateway;
    try (Sandbox sandbox = Sandbox.open(settings(Map.of()), directory.resolve("default"))) {
      gateway = sandbox.gateway();
      assertThat(gateway.name()).hasToString("sandbox");
      assertThat(gateway.execute(charge).outcome()).isEqualTo(Outcome.SUCCEEDED);
      assertThat(RunningSandbox.get(sandbox.uri(), "/account")).hasSize(1);
      assertThat(directory.resolve("default")).isNotEmptyDirectory();
    }
    assertThat(gateway.inquire(charge).outcome()).isEqualTo(Outcome.NOT_SENT);
  }

  @Test
  void a_named_directory_goes_before_the_default_one() {
    Map<String, String> given = Map.of("data-directory", directory.resolve("named").toString());
    try (Sandbox sandbox = Sandbox.open(settings(given), directory.resolve("default"))) {
      sandbox.gateway().execute(Calls.charge("tok_ok"));
    }
    assertThat(Files.exists(directory.resolve("default"))).isFalse();
    assertThat(directory.resolve("named")).isNotEmptyDirectory();
  }

  @Test
  void with_an_address_the_sandbox_there_is_used_and_goes_on() throws IOException {
    try (RunningSandbox outside = new RunningSandbox(directory)) {
      Map<String, String> given = Map.of("url", outside.uri() + "/");
      try (Sandbox sandbox = Sandbox.open(settings(given), directory)) {
        assertThat(sandbox.gateway().execute(Calls.charge("tok_ok")).outcome())
            .isEqualTo(Outcome.SUCCEEDED);
      }
      assertThat(outside.executed()).hasSize(1);
    }
  }

  @Test
  void the_settings_have_the_documented_defaults() {
    assertThat(settings(Map.of()))
        .isEqualTo(new SandboxSettings(true, null, null, 2000, 5000, 120, 604_800, null, null));
  }

  @Test
  void the_settings_are_read_by_their_names() {
    assertThat(
            settings(
                Map.of(
                    "enabled", "false",
                    "url", "http://sandbox:8090",
                    "data-directory", "/var/sandbox",
                    "connect-timeout-millis", "100",
                    "read-timeout-millis", "200",
                    "late-after-seconds", "3",
                    "authorization-valid-seconds", "4",
                    "notification-secret", "hush-hush")))
        .isEqualTo(
            new SandboxSettings(
                false,
                URI.create("http://sandbox:8090"),
                Path.of("/var/sandbox"),
                100,
                200,
                3,
                4,
                "hush-hush",
                null));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "connect-timeout-millis",
        "read-timeout-millis",
        "late-after-seconds",
        "authorization-valid-seconds"
      })
  void a_time_that_is_not_positive_is_refused(String name) {
    assertThatThrownBy(() -> settings(Map.of(name, "0")))
        .isInstanceOf(BindException.class)
        .hasRootCauseMessage("ledger.gateway.sandbox: times are positive");
  }

  @Test
  void a_secret_and_a_file_of_it_at_once_are_refused() {
    Map<String, String> both =
        Map.of("notification-secret", "hush-hush", "notification-secret-file", "/run/secret");

    assertThatThrownBy(() -> settings(both))
        .isInstanceOf(BindException.class)
        .hasRootCauseMessage(
            "ledger.gateway.sandbox:"
                + " give notification-secret or notification-secret-file, not both");
  }

  @Test
  void the_secret_shows_in_no_text_of_the_settings() {
    SandboxSettings settings = settings(Map.of("notification-secret", "hush-hush"));

    assertThat(settings.toString()).doesNotContain("hush-hush");
    assertThat(settings.secret()).asString().doesNotContain("hush-hush");
  }

  @Test
  void a_secret_that_is_blank_or_cannot_be_read_stops_the_start() throws IOException {
    Path blank = Files.writeString(directory.resolve("blank"), " \n");
    Path missing = directory.resolve("missing");

    assertThatThrownBy(() -> opened(Map.of("notification-secret", " ")))
        .hasMessage("the secret that signs notifications is blank");
    assertThatThrownBy(() -> opened(Map.of("notification-secret-file", blank.toString())))
        .hasMessage("the secret that signs notifications is blank");
    assertThatThrownBy(() -> opened(Map.of("notification-secret-file", missing.toString())))
        .hasMessage("cannot read the secret from " + missing);
  }

  @Test
  void it_says_how_long_its_authorizations_are_valid_inside_and_outside() {
    Map<String, String> outside =
        Map.of("url", "http://localhost:1", "authorization-valid-seconds", "90");
    try (Sandbox there = opened(outside);
        Sandbox here = opened(Map.of("authorization-valid-seconds", "60"))) {
      assertThat(there.gateway().traits().authorizationValidity()).hasSeconds(90);
      assertThat(here.gateway().traits().authorizationValidity()).hasSeconds(60);
    }
  }

  private Sandbox opened(Map<String, String> given) {
    return Sandbox.open(settings(given), directory.resolve("default"));
  }

  private static SandboxSettings settings(Map<String, String> given) {
    return new Binder(new MapConfigurationPropertySource(given))
        .bindOrCreate("", SandboxSettings.class);
  }
}
