package dev.onceledger.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.onceledger.api.Reference;
import dev.onceledger.api.Scope;
import dev.onceledger.api.money.CurrencyCode;
import dev.onceledger.api.money.Money;
import dev.onceledger.api.payment.GatewayCall;
import dev.onceledger.api.payment.GatewayName;
import dev.onceledger.api.payment.GatewayReference;
import dev.onceledger.api.payment.OperationId;
import dev.onceledger.api.payment.OperationKind;
import dev.onceledger.api.payment.PaymentId;
import dev.onceledger.api.payment.PaymentMethod;
import dev.onceledger.gateway.GatewayAnswer.Outcome;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;

class GatewaysTest {
  private static final GatewayName SANDBOX = new GatewayName("sandbox");
  private static final GatewayName OTHER = new GatewayName("other");
  private static final GatewayCall CALL =
      new GatewayCall(
          PaymentId.of(new Scope("shop"), new Reference("order-1")),
          OperationId.of(UUID.randomUUID()),
          OperationKind.CHARGE,
          SANDBOX,
          1,
          1,
          new Money(1999, new CurrencyCode("CNY")),
          new PaymentMethod("tok_ok"),
          null,
          null);

  /** A gateway that answers what it is told to. */
  private static final class Scripted implements Gateway {
    private final GatewayName name;
    private final AtomicInteger calls = new AtomicInteger();
    private volatile GatewayAnswer answer = GatewayAnswer.succeeded(new GatewayReference("sbx_1"));
    private volatile boolean hasBug;

    Scripted(GatewayName name) {
      this.name = name;
    }

    @Override
    public GatewayName name() {
      return name;
    }

    @Override
    public GatewayTraits traits() {
      return new GatewayTraits(null, true, Duration.ofDays(7));
    }

    @Override
    public NotificationReader notifications() {
      throw new UnsupportedOperationException("it tells nothing");
    }

    @Override
    public GatewayAnswer execute(GatewayCall call) {
      calls.incrementAndGet();
      if (hasBug) {
        throw new IllegalStateException("a bug");
      }
      return answer;
    }

    @Override
    public GatewayAnswer inquire(GatewayCall call) {
      return execute(call);
    }

    @Override
    public GatewayAnswer close(GatewayCall call) {
      return execute(call);
    }
  }

  private final Scripted sandbox = new Scripted(SANDBOX);
  private final Scripted other = new Scripted(OTHER);
  private final Gateways gateways = new Gateways(settings(Map.of()), List.of(sandbox, other));

  @Test
  void gateways_are_found_by_name() {
    assertThat(gateways.defaultName()).isEqualTo(SANDBOX);
    assertThat(gateways.find(OTHER)).map(Gateway::name).contains(OTHER);
    assertThat(gateways.find(new GatewayName("third"))).isEmpty();
    assertThat(guarded(SANDBOX).execute(CALL)).isEqualTo(sandbox.answer);
  }

  @ParameterizedTest
  @EnumSource(names = {"NOT_SENT", "IN_DOUBT"})
  void ten_calls_without_an_answer_open_the_circuit(Outcome outcome) {
    sandbox.answer = GatewayAnswer.of(outcome);
    executeTimes(9);
    assertThat(gateways.isOpen(SANDBOX)).isFalse();

    executeTimes(1);

    assertThat(gateways.isOpen(SANDBOX)).isTrue();
    assertThat(gateways.anyOpen()).isTrue();
  }

  @ParameterizedTest
  @EnumSource(names = {"SUCCEEDED", "DECLINED", "PENDING", "UNKNOWN", "CLOSED"})
  void answers_never_open_the_circuit(Outcome outcome) {
    sandbox.answer = GatewayAnswer.of(outcome);

    executeTimes(40);

    assertThat(gateways.anyOpen()).isFalse();
    assertThat(sandbox.calls).hasValue(40);
  }

  @Test
  void fewer_failures_than_half_of_the_window_do_not_open_it() {
    executeTimes(11);
    sandbox.answer = GatewayAnswer.of(Outcome.IN_DOUBT);
    executeTimes(9);
    assertThat(gateways.isOpen(SANDBOX)).isFalse();

    executeTimes(1);
    assertThat(gateways.isOpen(SANDBOX)).isTrue();
  }

  @Test
  void an_open_circuit_sends_nothing_and_says_so() {
    open();
    int before = sandbox.calls.get();
    sandbox.answer = GatewayAnswer.succeeded(new GatewayReference("sbx_1"));
    GatewayAnswer notSent = GatewayAnswer.of(Outcome.NOT_SENT);

    assertThat(guarded(SANDBOX).execute(CALL)).isEqualTo(notSent);
    assertThat(guarded(SANDBOX).inquire(CALL)).isEqualTo(notSent);
    assertThat(guarded(SANDBOX).close(CALL)).isEqualTo(notSent);

    assertThat(sandbox.calls).hasValue(before);
  }

  @Test
  void execute_inquire_and_close_share_one_circuit() {
    sandbox.answer = GatewayAnswer.of(Outcome.IN_DOUBT);
    for (int i = 0; i < 5; i++) {
      guarded(SANDBOX).inquire(CALL);
      guarded(SANDBOX).close(CALL);
    }

    assertThat(gateways.isOpen(SANDBOX)).isTrue();
  }

  @Test
  void the_circuit_of_one_gateway_leaves_the_others_alone() {
    open();

    assertThat(gateways.isOpen(OTHER)).isFalse();
    assertThat(guarded(OTHER).execute(CALL).outcome()).isEqualTo(Outcome.SUCCEEDED);
    assertThat(gateways.isOpen(new GatewayName("third"))).isFalse();
  }

  @Test
  void it_recovers_after_its_time_with_nobody_calling_and_three_good_trials() {
    Gateways quick = new Gateways(settings(Map.of("circuit.open-seconds", "1")), List.of(sandbox));
    Gateway guarded = quick.find(SANDBOX).orElseThrow();
    sandbox.answer = GatewayAnswer.of(Outcome.NOT_SENT);
    for (int i = 0; i < 10; i++) {
      guarded.execute(CALL);
    }
    assertThat(quick.isOpen(SANDBOX)).isTrue();

    await().until(() -> !quick.isOpen(SANDBOX));
    sandbox.answer = GatewayAnswer.succeeded(new GatewayReference("sbx_2"));
    for (int i = 0; i < 13; i++) {
      assertThat(guarded.execute(CALL)).isEqualTo(sandbox.answer);
    }
    assertThat(quick.anyOpen()).isFalse();
  }

  @Test
  void it_opens_again_when_the_trials_fail() {
    Gateways quick = new Gateways(settings(Map.of("circuit.open-seconds", "1")), List.of(sandbox));
    Gateway guarded = quick.find(SANDBOX).orElseThrow();
    sandbox.answer = GatewayAnswer.of(Outcome.NOT_SENT);
    for (int i = 0; i < 10; i++) {
      guarded.execute(CALL);
    }
    await().until(() -> !quick.isOpen(SANDBOX));

    for (int i = 0; i < 3; i++) {
      guarded.execute(CALL);
    }

    assertThat(quick.isOpen(SANDBOX)).isTrue();
    assertThat(sandbox.calls).hasValue(13);
  }

  @Test
  void a_bug_in_an_adapter_is_not_hidden_and_counts_as_a_failure() {
    sandbox.hasBug = true;
    for (int i = 0; i < 10; i++) {
      assertThatThrownBy(() -> guarded(SANDBOX).execute(CALL)).hasMessage("a bug");
    }

    assertThat(gateways.isOpen(SANDBOX)).isTrue();
  }

  @Test
  void a_default_gateway_that_is_not_configured_is_refused() {
    assertThatThrownBy(() -> new Gateways(settings(Map.of()), List.of(other)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("the default gateway sandbox is none of those configured: [other]");
  }

  @Test
  void two_gateways_of_one_name_are_refused() {
    assertThatThrownBy(() -> new Gateways(settings(Map.of()), List.of(other, other)))
        .hasMessage("two gateways are named other");
  }

  @Test
  void the_settings_have_the_documented_defaults_and_names() {
    assertThat(settings(Map.of()))
        .isEqualTo(new GatewaySettings(SANDBOX, new GatewaySettings.Circuit(20, 10, 50, 10, 3)));
    assertThat(
            settings(
                Map.of(
                    "default-gateway", "other",
                    "circuit.window-calls", "5",
                    "circuit.minimum-calls", "4",
                    "circuit.failure-percent", "30",
                    "circuit.open-seconds", "2",
                    "circuit.trial-calls", "1")))
        .isEqualTo(new GatewaySettings(OTHER, new GatewaySettings.Circuit(5, 4, 30, 2, 1)));
  }

  private void open() {
    sandbox.answer = GatewayAnswer.of(Outcome.IN_DOUBT);
    executeTimes(10);
    assertThat(gateways.isOpen(SANDBOX)).isTrue();
  }

  private void executeTimes(int times) {
    for (int i = 0; i < times; i++) {
      guarded(SANDBOX).execute(CALL);
    }
  }

  private Gateway guarded(GatewayName name) {
    return gateways.find(name).orElseThrow();
  }

  private static GatewaySettings settings(Map<String, String> given) {
    return new Binder(new MapConfigurationPropertySource(given))
        .bindOrCreate("", GatewaySettings.class);
  }
}
