package dev.onceledger.payment.view;

import dev.onceledger.api.Scope;
import dev.onceledger.api.payment.PaymentState;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Which payments to list; null leaves a member open.
 *
 * @param scope null means all scopes
 * @param createdFrom inclusive
 * @param createdTo exclusive
 * @param limit 1 to 500
 */
public record PaymentQuery(
    @Nullable Scope scope,
    @Nullable String reference,
    @Nullable PaymentState state,
    @Nullable String gateway,
    @Nullable Instant createdFrom,
    @Nullable Instant createdTo,
    int limit,
    @Nullable Cursor cursor) {

  /** The last payment of the page before: the next page starts behind it, whatever came since. */
  public record Cursor(Instant createdAt, String paymentId) {}
}
