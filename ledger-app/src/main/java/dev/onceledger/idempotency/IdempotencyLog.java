package dev.onceledger.idempotency;

import dev.onceledger.api.Rejection;
import dev.onceledger.api.payment.PaymentId;
import java.time.Clock;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.JdbcTemplate;

/** What was answered without executing. It outlives the records. */
final class IdempotencyLog {
  private final JdbcTemplate jdbc;
  private final Clock clock;

  IdempotencyLog(JdbcTemplate jdbc, Clock clock) {
    this.jdbc = jdbc;
    this.clock = clock;
  }

  void replayed(IdempotentRequest request, @Nullable PaymentId payment) {
    append(request, "replayed", payment);
  }

  void foundByReference(IdempotentRequest request, PaymentId payment) {
    append(request, "found-by-reference", payment);
  }

  void rejected(IdempotentRequest request, Rejection rejection) {
    append(request, rejection.reason().wireName(), null);
  }

  private void append(IdempotentRequest request, String answer, @Nullable PaymentId payment) {
    jdbc.update(
        """
        insert into idempotency_log (at, scope, key, answer, payment_id, actor, request_id)
        values (?, ?, ?, ?, ?, ?, ?)
        """,
        OffsetDateTime.ofInstant(clock.instant(), ZoneOffset.UTC),
        request.scope().value(),
        request.key().value(),
        answer,
        payment == null ? null : payment.value(),
        request.actor(),
        request.requestId());
  }
}
