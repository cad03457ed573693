package dev.onceledger.payment.view;

import static org.assertj.core.api.Assertions.assertThat;

import dev.onceledger.api.IfMatch;
import dev.onceledger.api.Origin;
import dev.onceledger.api.Rejection.Reason;
import dev.onceledger.api.Scope;
import dev.onceledger.api.money.CurrencyCode;
import dev.onceledger.api.money.Money;
import dev.onceledger.api.payment.Contradiction;
import dev.onceledger.api.payment.DisputeStage;
import dev.onceledger.api.payment.Evidence;
import dev.onceledger.api.payment.GatewayKey;
import dev.onceledger.api.payment.GatewayReference;
import dev.onceledger.api.payment.OperationId;
import dev.onceledger.api.payment.OperationKind;
import dev.onceledger.api.payment.OperationState;
import dev.onceledger.api.payment.PaymentCommand;
import dev.onceledger.api.payment.PaymentCommand.ExpireAuthorization;
import dev.onceledger.api.payment.PaymentCommand.RecordDispute;
import dev.onceledger.api.payment.PaymentCommand.RecordOutcome;
import dev.onceledger.api.payment.PaymentCommand.RecordReversal;
import dev.onceledger.api.payment.PaymentCommand.ResendOperation;
import dev.onceledger.api.payment.PaymentCommand.ResolveOperation;
import dev.onceledger.api.payment.PaymentEvent;
import dev.onceledger.api.payment.PaymentEvent.ContradictionFound;
import dev.onceledger.api.payment.PaymentEvent.Refusal;
import dev.onceledger.payment.view.PaymentBooks.Asked;
import dev.onceledger.payment.view.PaymentBooks.Disputed;
import dev.onceledger.payment.view.PaymentWalk.Step;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What gateway, bank and operator say in the life of a payment, and what must come of it. */
final class PaymentNews {
  private static final String WHY_NOT = "why-not";
  private static final String BY_HAND = "resolved-by-operator";

  private static final List<Evidence.Source> WITNESSES =
      List.of(Evidence.Source.CALL, Evidence.Source.INQUIRY, Evidence.Source.NOTIFICATION);
  private static final List<DisputeStage> STAGES = List.of(DisputeStage.values());

  private final PaymentLife life;
  private final PaymentBooks books;
  private final @Nullable HonestGateway gateway;

  PaymentNews(PaymentLife life, @Nullable HonestGateway gateway) {
    this.life = life;
    this.books = life.books;
    this.gateway = gateway;
  }

  // ---- outcomes

  void answer(Asked asked, Step step) {
    Evidence.Source source = WITNESSES.get(step.percent() % WITNESSES.size());
    OperationState negative =
        step.pick() % 2 == 0 ? OperationState.FAILED : OperationState.DECLINED;
    switch (step.how() % 8) {
      case 0, 1, 2, 3 -> {
        if (executes(asked)) {
          succeeded(asked, name(asked), source);
        } else {
          refused(asked, OperationState.DECLINED, new Evidence(source, asked.send));
        }
      }
      case 4 -> executes(asked);
      case 5 -> {
        executes(asked);
        refused(asked, OperationState.FAILED, new Evidence(source, asked.send));
      }
      case 6 -> refused(asked, negative, new Evidence(source, asked.send));
      default ->
          refused(asked, negative, new Evidence(source, asked.send + (step.pick() % 2 * 2) - 1));
    }
  }

  /** The same success once more, under one of two other names. */
  void tellAgain(Asked asked, int how) {
    if (gateway == null || asked.state == OperationState.SUCCEEDED) {
      GatewayReference twin = new GatewayReference("twin_" + how % 2 + "_of_" + asked.id);
      succeeded(asked, twin, Evidence.Source.NOTIFICATION);
    }
  }

  private boolean executes(Asked asked) {
    return gateway == null || gateway.executes(asked);
  }

  private static GatewayReference name(Asked asked) {
    return new GatewayReference("sbx_" + asked.id);
  }

  private void succeeded(Asked asked, GatewayReference name, Evidence.Source source) {
    List<String> expected = ofSuccess(asked, name);
    check(
        new RecordOutcome(
            PaymentWalk.PAYMENT,
            asked.id,
            OperationState.SUCCEEDED,
            name,
            null,
            new Evidence(source, 1)),
        expected);
  }

  private void refused(Asked asked, OperationState outcome, Evidence evidence) {
    List<String> expected = ofRefusal(asked, outcome, WHY_NOT, evidence);
    check(
        new RecordOutcome(PaymentWalk.PAYMENT, asked.id, outcome, null, WHY_NOT, evidence),
        expected);
  }

  private static boolean isNamedByItsKey(Asked asked) {
    return asked.done != null && asked.done.value().startsWith(asked.id.value() + ".");
  }

  /** A void of an attempt whose opening is not decided. */
  private boolean closesByBeingDone(Asked asked) {
    return books.operations().stream()
        .anyMatch(
            o ->
                o.attempt == asked.attempt
                    && o.kind.opensAttempt()
                    && o.state == OperationState.PROCESSING);
  }

  /** Everything that comes of a success, in this order. */
  private List<String> ofSuccess(Asked asked, GatewayReference name) {
    if (name.equals(asked.done)) {
      return List.of();
    }
    List<String> events = new ArrayList<>();
    if (asked.state == OperationState.SUCCEEDED && isNamedByItsKey(asked)) {
      events.add("GatewayReferenceLearned");
      return events;
    }
    if (asked.state == OperationState.SUCCEEDED) {
      contradiction(events, asked.done != null, asked, Contradiction.SECOND_SUCCESS, name);
      return events;
    }
    events.add(
        switch (asked.kind) {
          case AUTHORIZE -> "PaymentAuthorized";
          case CHARGE -> "PaymentCharged";
          case CAPTURE -> "PaymentCaptured";
          case VOID -> closesByBeingDone(asked) ? "PaymentClosed" : "PaymentVoided";
          case REFUND -> "PaymentRefunded";
        });
    if (asked.kind == OperationKind.CHARGE && books.closing(asked).isPresent()) {
      events.add("VoidDeclined already-captured");
    }
    boolean wasRefused = asked.state != OperationState.PROCESSING;
    contradiction(events, wasRefused, asked, Contradiction.SUCCESS_AFTER_REFUSAL, name);
    contradiction(
        events, isOfAnotherAttempt(asked), asked, Contradiction.SEVERAL_ATTEMPTS_TOOK_EFFECT, name);
    boolean isTooMuch =
        asked.kind == OperationKind.REFUND
            && books.refunded() + books.lost() + asked.amount > books.captured();
    contradiction(events, isTooMuch, asked, Contradiction.MORE_RETURNED_THAN_CAPTURED, name);
    return events;
  }

  private boolean isOfAnotherAttempt(Asked asked) {
    if (asked.kind == OperationKind.VOID
        || asked.kind == OperationKind.REFUND
        || books.tookEffect(asked.attempt)) {
      return false;
    }
    for (int attempt = 1; attempt <= books.attempts(); attempt++) {
      if (books.tookEffect(attempt)) {
        return true;
      }
    }
    return false;
  }

  private List<String> ofRefusal(
      Asked asked, OperationState outcome, String reason, Evidence evidence) {
    List<String> events = new ArrayList<>();
    if (evidence.send() != asked.send) {
      return events;
    }
    if (asked.state == OperationState.SUCCEEDED) {
      boolean isFromTheGateway = evidence.source() != Evidence.Source.CALL;
      contradiction(events, isFromTheGateway, asked, Contradiction.REFUSAL_AFTER_SUCCESS, null);
    } else if (asked.state == OperationState.PROCESSING) {
      boolean isClosing = books.closing(asked).isPresent();
      boolean isFailed = outcome == OperationState.FAILED;
      String what =
          switch (asked.kind) {
            case AUTHORIZE, CHARGE -> "Payment";
            case CAPTURE -> "Capture";
            case VOID -> "Void";
            case REFUND -> "Refund";
          };
      events.add(
          isClosing && isFailed
              ? "PaymentClosed"
              : what + (isFailed ? "Failed " : "Declined ") + reason);
      if (isClosing && !isFailed) {
        events.add("VoidDeclined nothing-to-void");
      }
    }
    return events;
  }

  private void contradiction(
      List<String> events,
      boolean isOne,
      Asked asked,
      Contradiction contradiction,
      @Nullable GatewayReference name) {
    if (isOne && !books.isTold(asked.id, contradiction, name)) {
      events.add("ContradictionFound " + contradiction + " " + name);
    }
  }

  private void check(PaymentCommand command, List<String> expected) {
    Result result = life.send(command);
    assertThat(result.events().stream().map(PaymentNews::told)).isEqualTo(expected);
    assertThat(result.isRecorded()).isEqualTo(!expected.isEmpty());
  }

  private static String told(PaymentEvent event) {
    String name = event.getClass().getSimpleName();
    if (event instanceof ContradictionFound e) {
      return name + " " + e.contradiction() + " " + e.gatewayReference();
    }
    return event instanceof Refusal e ? name + " " + e.reason() : name;
  }

  // ---- what else is heard, and decided by hand

  void resend(Asked asked) {
    boolean isSent = asked.state == OperationState.PROCESSING && books.closing(asked).isEmpty();
    Result result = life.send(new ResendOperation(PaymentWalk.PAYMENT, asked.id));
    assertThat(result.isAccepted()).isEqualTo(isSent);
    assertThat(result.events().stream().map(PaymentNews::told))
        .isEqualTo(isSent ? List.of("OperationResent") : List.of());
  }

  void reverse(Asked asked) {
    boolean isDone = asked.state == OperationState.SUCCEEDED;
    List<String> expected = new ArrayList<>();
    if (isDone && asked.kind == OperationKind.REFUND) {
      expected.add("RefundReversed");
      if (gateway != null) {
        gateway.takesBack(asked);
      }
    } else {
      contradiction(expected, isDone, asked, Contradiction.REFUSAL_AFTER_SUCCESS, asked.done);
    }
    Evidence evidence = new Evidence(Evidence.Source.INQUIRY, asked.send);
    check(new RecordReversal(PaymentWalk.PAYMENT, asked.id, WHY_NOT, evidence), expected);
  }

  /** One of three disputes, at any stage and version. */
  void dispute(Asked asked, Step step, long minor) {
    GatewayReference name = new GatewayReference("dispute_" + step.pick() % 3);
    DisputeStage stage = STAGES.get(step.how() % STAGES.size());
    Integer version = step.how() % 4 == 0 ? null : 1 + step.how() / 4;
    List<String> expected = new ArrayList<>();
    if (!isStale(books.dispute(name), stage, version)) {
      expected.add(
          switch (stage) {
            case OPENED -> "DisputeOpened";
            case WON -> "DisputeWon";
            case LOST -> "DisputeLost";
          });
      boolean isTooMuch =
          stage == DisputeStage.LOST
              && books.refunded() + books.lost() - lostBy(books.dispute(name)) + minor
                  > books.captured();
      contradiction(expected, isTooMuch, asked, Contradiction.MORE_RETURNED_THAN_CAPTURED, name);
    }
    Evidence evidence = new Evidence(Evidence.Source.NOTIFICATION, asked.send);
    Money amount = new Money(minor, new CurrencyCode("CNY"));
    check(
        new RecordDispute(PaymentWalk.PAYMENT, asked.id, stage, name, amount, version, evidence),
        expected);
  }

  private static boolean isStale(
      @Nullable Disputed known, DisputeStage stage, @Nullable Integer version) {
    if (known == null) {
      return false;
    }
    if (known.version() != null && version != null) {
      return version <= known.version();
    }
    return stage == known.stage() || stage == DisputeStage.OPENED;
  }

  private static long lostBy(@Nullable Disputed known) {
    return known != null && known.stage() == DisputeStage.LOST ? known.amount() : 0;
  }

  /** An operator of an honest gateway does not say that something was done which was not. */
  void resolve(Asked asked, int how, OperationId resolution, Origin origin) {
    OperationState outcome = how % 3 == 1 ? OperationState.FAILED : OperationState.DECLINED;
    if (how % 3 == 0 && executes(asked)) {
      outcome = OperationState.SUCCEEDED;
    }
    boolean isOpen = asked.state == OperationState.PROCESSING;
    GatewayReference found = how % 2 == 0 ? name(asked) : null;
    List<String> expected = new ArrayList<>();
    if (isOpen) {
      expected.add("OperationResolved");
      expected.addAll(
          outcome == OperationState.SUCCEEDED
              ? ofSuccess(asked, found == null ? keyOf(asked) : found)
              : ofRefusal(
                  asked, outcome, BY_HAND, new Evidence(Evidence.Source.OPERATOR, asked.send)));
    }
    Result result =
        life.send(
            new ResolveOperation(
                PaymentWalk.PAYMENT,
                new Scope("shop"),
                asked.id,
                outcome,
                found,
                WHY_NOT,
                resolution,
                origin,
                IfMatch.NONE));
    assertThat(result.events().stream().map(PaymentNews::told)).isEqualTo(expected);
    assertThat(result.refusal()).isEqualTo(isOpen ? null : Reason.VERSION_MISMATCH);
  }

  private static GatewayReference keyOf(Asked asked) {
    return new GatewayReference(GatewayKey.of(asked.id, asked.generation).value());
  }

  void expire(int attempt) {
    if (gateway != null && !gateway.expires(attempt)) {
      return;
    }
    boolean counts =
        books.reserved(attempt) > 0
            && !books.inFlight(OperationKind.CAPTURE, attempt)
            && !books.inFlight(OperationKind.VOID, attempt);
    Evidence evidence = new Evidence(Evidence.Source.INQUIRY, 1);
    check(
        new ExpireAuthorization(PaymentWalk.PAYMENT, attempt, evidence),
        counts ? List.of("PaymentExpired") : List.of());
  }
}
