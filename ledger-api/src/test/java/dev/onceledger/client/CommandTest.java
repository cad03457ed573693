package dev.onceledger.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.onceledger.api.Reference;
import dev.onceledger.api.money.CurrencyCode;
import dev.onceledger.api.money.Money;
import dev.onceledger.api.payment.CaptureMode;
import dev.onceledger.api.payment.GatewayName;
import java.net.URI;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class CommandTest {
  private static final Request.CreatePayment FULL =
      new Request.CreatePayment(
          Told.ORDER,
          2,
          Told.AMOUNT,
          Told.METHOD,
          CaptureMode.MANUAL,
          Optional.of(new GatewayName("stripe")),
          Optional.of("two books, \"used\""),
          Map.of("b", "\ud83d\udcda", "a", "1"));

  static Stream<Request> requests() {
    return Stream.of(
        FULL,
        Request.CreatePayment.charge(Told.ORDER, Told.AMOUNT, Told.METHOD),
        new Request.CapturePayment(Told.ID, Told.ORDER, 1, Optional.of(Told.AMOUNT)),
        new Request.CapturePayment(Told.ID, Told.ORDER, 3, Optional.empty()),
        new Request.VoidPayment(Told.ID, Told.ORDER, 1),
        new Request.RefundPayment(
            Told.ID, Told.ORDER, Optional.of(Told.AMOUNT), Optional.of("damaged")));
  }

  @ParameterizedTest
  @MethodSource("requests")
  void what_is_stored_comes_back_as_the_same_request_under_the_same_key(Request request) {
    Command command = Command.decide(request);

    Command back = Command.fromText(command.toText());

    assertThat(back).isEqualTo(command).hasSameHashCodeAs(command);
    assertThat(back.key()).isEqualTo(command.key());
    assertThat(back.path()).isEqualTo(command.path());
    assertThat(back.body()).isEqualTo(command.body());
    assertThat(back.reference()).isEqualTo(request.reference());
    assertThat(back.paymentId()).isEqualTo(command.paymentId());
    assertThat(back.decidedAt()).isEqualTo(command.decidedAt());
    assertThat(command.toText()).doesNotContain("\n");
  }

  @Test
  void the_body_says_everything_that_has_a_default() {
    assertThat(Command.decide(FULL).body())
        .isEqualTo(
            """
            {"reference":"order-7001","attempt":2,"amount":{"minor":1999,"currency":"CNY"},\
            "paymentMethod":"tok_secret","capture":"manual","gateway":"stripe",\
            "description":"two books, \\"used\\"","metadata":{"a":"1","b":"\ud83d\udcda"}}""");
    assertThat(Told.charge().body()).contains("\"attempt\":1", "\"capture\":\"automatic\"");
  }

  /** What was stored by 0.1 is read for ever. */
  @Test
  void the_stored_form_stays() {
    String stored =
        """
        {"format":1,"key":"0193f3c1-7b1e-7c4a-9d55-2f6b8f1f4a10",\
        "path":"/v1/payments/pay_5r7akwcq8fwb6fewjjcrbrr7rr/voids",\
        "body":"{\\"reference\\":\\"order-7001\\",\\"attempt\\":1}",\
        "check":"ffb8d2bf3ec4301c3186d97a0d444da1abd4d909031685a09b0af0185849a0a0"}""";
    Command command =
        Command.decide(
            new Request.VoidPayment(Told.ID, Told.ORDER, 1),
            UUID.fromString("0193f3c1-7b1e-7c4a-9d55-2f6b8f1f4a10"));

    assertThat(command.toText()).isEqualTo(stored);
    assertThat(Command.fromText(stored)).isEqualTo(command);
    assertThat(command.decidedAt()).isEqualTo("2024-12-23T13:42:43.742Z");
  }

  @Test
  void each_decision_has_a_key_of_its_own() {
    Request request = Request.CreatePayment.charge(Told.ORDER, Told.AMOUNT, Told.METHOD);

    assertThat(Command.decide(request).key()).isNotEqualTo(Command.decide(request).key());
  }

  @ParameterizedTest
  @ValueSource(strings = {"1999", "order-7001", "tok_secret", "-7", "payments", "automatic"})
  void other_content_is_never_read_back_under_a_used_key(String part) {
    String changed = Told.charge().toText().replaceFirst(part, part + "9");

    assertThatIllegalArgumentException()
        .isThrownBy(() -> Command.fromText(changed))
        .withMessageContaining("was changed");
  }

  @ParameterizedTest
  @ValueSource(strings = {"%s more", "%s{}", "{\"body\":\"{}\",%s", "{\"note\":1,%s"})
  void more_than_what_was_stored_is_refused(String around) {
    String text = Told.charge().toText();
    String other = around.formatted(around.startsWith("{") ? text.substring(1) : text);

    assertThatIllegalArgumentException()
        .isThrownBy(() -> Command.fromText(other))
        .withMessageContaining("was changed");
    assertThat(Command.fromText(text + "\n")).isEqualTo(Command.fromText(text));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "tok_secret", "[]", "{}", "{\"format\":2}", "{\"key\":\"tok_secret\"}"})
  void what_is_no_command_is_refused_without_repeating_it(String text) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Command.fromText(text))
        .satisfies(
            e -> {
              assertThat(e.toString()).doesNotContain("tok_secret");
              assertThat(e.getCause()).isNull();
            });
  }

  @Test
  void neither_key_nor_payment_method_nor_token_is_shown() {
    Command command = Told.charge();
    LedgerClient client = LedgerClient.of(URI.create("http://localhost:1"), "olk_secret");

    assertThat(command + " " + client + command.key() + FULL)
        .contains("order-7001", "localhost:1")
        .doesNotContain("secret", command.key().value());
  }

  @Test
  void what_the_ledger_would_refuse_is_refused_before_it_is_sent() {
    CurrencyCode currency = new CurrencyCode("CNY");
    refused("at most 64 characters", () -> charge("x".repeat(65), Told.AMOUNT));
    refused("1 to 255 characters", () -> charge("", Told.AMOUNT));
    refused("minor units", () -> charge("a", Money.zero(currency)));
    refused("minor units", () -> charge("a", new Money(Money.REQUEST_MINOR_MAX + 1, currency)));
    refused("count from 1", () -> FULL.attempt(0));
    refused("count from 1", () -> FULL.attempt(100));
    refused("count from 1", () -> new Request.VoidPayment(Told.ID, Told.ORDER, 0));
    refused("half of a surrogate", () -> described("\ud83d", Map.of()));
    refused("at most 20 entries", () -> described("", entries(21)));
    refused("1 to 40 characters", () -> described("", Map.of("x".repeat(41), "")));
    refused("1 to 40 characters", () -> described("", Map.of("", "")));
    refused("at most 500 characters", () -> described("", Map.of("a", "x".repeat(501))));
    refused("65536 bytes", () -> Command.decide(described("x".repeat(65_536), Map.of())));
    described("", entries(20));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "a b", "a\nX-Evil: 1", "t\u00f6ken", "a\r"})
  void a_token_that_is_none_is_refused_and_not_shown(String token) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> LedgerClient.of(URI.create("http://localhost:1"), token))
        .withMessageContaining("a token is one word");
  }

  @ParameterizedTest
  @ValueSource(strings = {"ledger", "ftp://a", "http://me:secret@a", "http://a?b", "http://a#b"})
  void an_address_that_is_none_is_refused_and_not_shown(String address) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> LedgerClient.of(URI.create(address), "olk_secret"))
        .withMessageContaining("address")
        .satisfies(e -> assertThat(e).message().doesNotContain("secret"));
  }

  @Test
  void times_that_make_no_sense_are_refused() {
    LedgerClient client = LedgerClient.of(URI.create("http://localhost:1/"), "olk_secret");
    refused("retry window", () -> client.retryWindow(Duration.ZERO));
    refused("retry window", () -> client.retryWindow(Duration.ofDays(3651)));
    refused("0 to 30 s", () -> client.waitSeconds(31));
    refused("a try takes longer", () -> client.waitSeconds(10).tryLimit(Duration.ofSeconds(10)));
    refused("more than nothing", () -> client.send(Told.charge(), Duration.ZERO));
  }

  private static void refused(String because, Runnable action) {
    assertThatIllegalArgumentException().isThrownBy(action::run).withMessageContaining(because);
  }

  private static Request charge(String reference, Money amount) {
    return Request.CreatePayment.charge(new Reference(reference), amount, Told.METHOD);
  }

  private static Request described(String description, Map<String, String> metadata) {
    return new Request.CreatePayment(
        Told.ORDER,
        1,
        Told.AMOUNT,
        Told.METHOD,
        CaptureMode.MANUAL,
        Optional.empty(),
        Optional.of(description),
        metadata);
  }

  private static Map<String, String> entries(int count) {
    return IntStream.range(0, count).boxed().collect(Collectors.toMap(i -> "a" + i, i -> ""));
  }
}
