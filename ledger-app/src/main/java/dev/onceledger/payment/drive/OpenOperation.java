package dev.onceledger.payment.drive;

import dev.onceledger.api.payment.GatewayName;
import dev.onceledger.api.payment.OperationId;
import dev.onceledger.api.payment.OperationKind;
import dev.onceledger.api.payment.PaymentId;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import org.jspecify.annotations.Nullable;

/**
 * An operation whose outcome is not known, as an operator sees it. All times are the database's.
 *
 * @param sends how often it was sent
 * @param inquiries how often the gateway was asked what became of it
 * @param lastEvidence what the latest inquiry said that proved nothing, such as {@code in-doubt}
 * @param nextInquiryAt when it is asked about next, at the earliest
 */
public record OpenOperation(
    OperationId id,
    PaymentId paymentId,
    String scope,
    OperationKind kind,
    GatewayName gateway,
    int sends,
    Instant requestedAt,
    long ageSeconds,
    int inquiries,
    @Nullable String lastEvidence,
    @Nullable Instant lastInquiryAt,
    Instant nextInquiryAt) {

  /**
   * Which of them.
   *
   * @param scope only those of this one; null for all
   * @param afterTime with {@code afterId} the last one of the page before; null for the first page
   */
  public record Query(
      @Nullable String scope,
      @Nullable OffsetDateTime afterTime,
      @Nullable String afterId,
      int limit) {}

  static OpenOperation read(ResultSet row) throws SQLException {
    OffsetDateTime asked = row.getObject("last_inquiry_at", OffsetDateTime.class);
    return new OpenOperation(
        new OperationId(row.getString("operation_id")),
        new PaymentId(row.getString("payment_id")),
        row.getString("scope"),
        OperationKind.valueOf(row.getString("kind")),
        new GatewayName(row.getString("gateway")),
        row.getInt("send"),
        row.getObject("requested_at", OffsetDateTime.class).toInstant(),
        (long) row.getDouble("age_seconds"),
        row.getInt("inquiries"),
        row.getString("last_evidence"),
        asked == null ? null : asked.toInstant(),
        row.getObject("lease_until", OffsetDateTime.class).toInstant());
  }
}
