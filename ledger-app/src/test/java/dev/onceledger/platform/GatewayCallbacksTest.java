package dev.onceledger.platform;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.github.f4b6a3.uuid.UuidCreator;
import dev.onceledger.api.Reference;
import dev.onceledger.api.Scope;
import dev.onceledger.api.money.CurrencyCode;
import dev.onceledger.api.money.Money;
import dev.onceledger.api.payment.GatewayCall;
import dev.onceledger.api.payment.GatewayName;
import dev.onceledger.api.payment.OperationId;
import dev.onceledger.api.payment.OperationKind;
import dev.onceledger.api.payment.PaymentId;
import dev.onceledger.api.payment.PaymentMethod;
import dev.onceledger.gateway.GatewayNotification;
import dev.onceledger.gateway.sandbox.Sandbox;
import dev.onceledger.gateway.sandbox.SandboxSettings;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.actuate.autoconfigure.web.server.ManagementContextAutoConfiguration;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.servlet.autoconfigure.actuate.web.ServletManagementContextAutoConfiguration;
import org.springframework.boot.tomcat.autoconfigure.actuate.web.server.TomcatServletManagementContextAutoConfiguration;
import org.springframework.boot.tomcat.autoconfigure.servlet.TomcatServletWebServerAutoConfiguration;
import org.springframework.boot.web.servlet.ServletRegistrationBean;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.core.env.Environment;

class GatewayCallbacksTest {
  @TempDir Path directory;

  @Test
  void a_sandbox_inside_notifies_the_port_that_the_ledger_got_and_is_believed() {
    try (ConfigurableApplicationContext ledger = ledger("server.port=0")) {
      assertNotified(ledger);
    }
  }

  @Test
  void a_sandbox_inside_notifies_the_address_that_the_ledger_is_bound_to() {
    try (ConfigurableApplicationContext ledger =
        ledger("server.port=0", "server.address=127.0.0.1")) {
      assertNotified(ledger);
    }
  }

  @Test
  void the_management_port_is_not_taken_for_the_ledgers() {
    try (ConfigurableApplicationContext ledger =
        ledger("server.port=0", "management.server.port=0")) {
      assertThat(ledger.getEnvironment().getProperty("local.management.port"))
          .isNotNull()
          .isNotEqualTo(ledger.getEnvironment().getProperty("local.server.port"));

      assertNotified(ledger);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "0.0.0.0, http://localhost:8080",
    "::, http://localhost:8080",
    "127.0.0.1, http://127.0.0.1:8080",
    "::1, http://[0:0:0:0:0:0:0:1]:8080",
  })
  void the_address_can_be_called_from_inside(String bound, String base) throws IOException {
    assertThat(GatewayCallbacks.address(InetAddress.getByName(bound), 8080))
        .hasToString(base + "/v1/gateways/sandbox/notifications");
  }

  private static void assertNotified(ConfigurableApplicationContext ledger) {
    Notified notified = ledger.getBean(Notified.class);
    GatewayCall charge = charge();

    ledger.getBean(Sandbox.class).gateway().execute(charge);

    await()
        .untilAsserted(
            () ->
                assertThat(notified.taken)
                    .extracting(GatewayNotification::operationId)
                    .containsExactly(charge.operationId(), charge.operationId()));
  }

  private static GatewayCall charge() {
    return new GatewayCall(
        PaymentId.of(new Scope("shop"), new Reference("order-1")),
        OperationId.of(UuidCreator.getTimeOrderedEpoch()),
        OperationKind.CHARGE,
        new GatewayName("sandbox"),
        1,
        1,
        new Money(1999, new CurrencyCode("CNY")),
        new PaymentMethod("tok_notify_twice"),
        null,
        null);
  }

  private ConfigurableApplicationContext ledger(String... settings) {
    List<String> all =
        new ArrayList<>(
            List.of(
                "spring.config.name=none",
                "spring.main.banner-mode=off",
                "sandbox-of-the-test=" + directory));
    all.addAll(Arrays.asList(settings));
    return new SpringApplicationBuilder(Wiring.class)
        .web(WebApplicationType.SERVLET)
        .properties(all.toArray(String[]::new))
        .run();
  }

  /** Takes what is notified, as the ledger's endpoint does. */
  static final class Notified extends HttpServlet {
    private static final long serialVersionUID = 1L;

    private final transient Sandbox sandbox;
    private final transient List<GatewayNotification> taken = new CopyOnWriteArrayList<>();

    Notified(Sandbox sandbox) {
      this.sandbox = sandbox;
    }

    @Override
    protected void doPost(HttpServletRequest request, HttpServletResponse answer)
        throws IOException {
      byte[] body = request.getInputStream().readAllBytes();
      taken.add(sandbox.gateway().notifications().read(body, request::getHeader, Instant.now()));
      answer.setStatus(HttpServletResponse.SC_NO_CONTENT);
    }
  }

  @Configuration(proxyBeanMethods = false)
  @Import(GatewayCallbacks.class)
  @ImportAutoConfiguration({
    TomcatServletWebServerAutoConfiguration.class,
    ServletManagementContextAutoConfiguration.class,
    ManagementContextAutoConfiguration.class,
    TomcatServletManagementContextAutoConfiguration.class
  })
  static class Wiring {
    @Bean
    Sandbox sandbox(Environment environment) {
      SandboxSettings settings =
          new SandboxSettings(true, null, null, 5000, 20_000, 120, 604_800, null, null);
      return Sandbox.open(
          settings, Path.of(environment.getRequiredProperty("sandbox-of-the-test")));
    }

    @Bean
    Notified notified(Sandbox sandbox) {
      return new Notified(sandbox);
    }

    @Bean
    ServletRegistrationBean<Notified> endpoint(Notified notified) {
      return new ServletRegistrationBean<>(notified, "/v1/gateways/sandbox/notifications");
    }
  }
}
