package dev.onceledger;

import dev.onceledger.api.Reference;
import dev.onceledger.api.money.Money;
import dev.onceledger.api.payment.PaymentMethod;
import dev.onceledger.client.Command;
import dev.onceledger.client.LedgerClient;
import dev.onceledger.client.Request.CreatePayment;
import dev.onceledger.client.Result;
import java.time.Duration;
import java.util.function.Consumer;

/** The example of the guide on idempotency, which {@link ClientTest} runs. */
record ClientExample(LedgerClient client, Consumer<String> outbox) {
  String pay(Reference order, Money amount, PaymentMethod method) {
    Command command = Command.decide(CreatePayment.charge(order, amount, method));
    outbox.accept(command.toText()); // commits with the order, before the first send

    Result result = client.send(command, Duration.ofSeconds(30));
    return result.match(
        succeeded -> "ship it",
        declined -> "ask for another card: " + declined.operation().reason().orElse(""),
        refused -> "correct it: " + refused.problem().title(),
        undecided -> "send the stored command again later",
        expired -> "look it up: " + client.payment(command));
  }
}
