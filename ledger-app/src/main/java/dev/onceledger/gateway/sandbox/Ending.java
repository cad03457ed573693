package dev.onceledger.gateway.sandbox;

import static java.util.function.Function.identity;
import static java.util.stream.Collectors.toUnmodifiableMap;

import dev.onceledger.api.payment.OperationKind;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** How an operation goes. The payment method chooses it: {@code tok_} and the name of an ending. */
enum Ending {
  OK,
  DECLINE,
  LOST_REPLY,
  NEVER_ARRIVED,
  ARRIVES_LATE,
  SLOW,
  PENDING,
  NOTIFY_TWICE,
  NOTIFY_OUT_OF_ORDER,
  ERROR_500,
  DOWN,
  /** The payment method chooses none: it is unknown. */
  NONE;

  private static final String TOKEN = "tok_";
  private static final String OF_REFUNDS = "refund_";
  private static final String OF_CAPTURES = "capture_";
  private static final Map<String, Ending> BY_NAME =
      Stream.of(values())
          .filter(ending -> ending != NONE)
          .collect(toUnmodifiableMap(ending -> ending.name().toLowerCase(Locale.ROOT), identity()));

  /**
   * @param paymentMethod the operation's own if it opens an attempt, else that of the attempt which
   *     it acts on; null if there is none
   */
  static Ending of(OperationKind kind, @Nullable String paymentMethod) {
    String name =
        paymentMethod != null && paymentMethod.startsWith(TOKEN)
            ? paymentMethod.substring(TOKEN.length())
            : "";
    return switch (kind) {
      case AUTHORIZE, CHARGE -> ofAttempt(name);
      case CAPTURE -> ofLaterOperation(OF_CAPTURES, name);
      case REFUND -> ofLaterOperation(OF_REFUNDS, name);
      case VOID -> OK;
    };
  }

  private static Ending ofAttempt(String name) {
    for (String prefix : new String[] {OF_CAPTURES, OF_REFUNDS}) {
      if (name.startsWith(prefix)) {
        return BY_NAME.containsKey(name.substring(prefix.length())) ? OK : NONE;
      }
    }
    return BY_NAME.getOrDefault(name, NONE);
  }

  private static Ending ofLaterOperation(String prefix, String name) {
    return name.startsWith(prefix) ? BY_NAME.getOrDefault(name.substring(prefix.length()), OK) : OK;
  }

  /** Whether the first generation is lost on the way, as if it had never been sent. */
  boolean drops(Operation operation) {
    return this == NEVER_ARRIVED && operation.generation() == 1;
  }
}
