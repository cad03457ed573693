package dev.onceledger.payment.drive;

import dev.onceledger.api.payment.CaptureMode;
import dev.onceledger.api.payment.GatewayName;
import dev.onceledger.api.payment.GatewayReference;
import dev.onceledger.api.payment.OperationId;
import dev.onceledger.api.payment.OperationKind;
import dev.onceledger.api.payment.PaymentEvent.AttemptStarted;
import dev.onceledger.api.payment.PaymentEvent.CaptureRequested;
import dev.onceledger.api.payment.PaymentEvent.GatewayReferenceLearned;
import dev.onceledger.api.payment.PaymentEvent.Intent;
import dev.onceledger.api.payment.PaymentEvent.OperationReopened;
import dev.onceledger.api.payment.PaymentEvent.OperationResent;
import dev.onceledger.api.payment.PaymentEvent.Outcome;
import dev.onceledger.api.payment.PaymentEvent.PaymentClosed;
import dev.onceledger.api.payment.PaymentEvent.PaymentCreated;
import dev.onceledger.api.payment.PaymentEvent.RefundRequested;
import dev.onceledger.api.payment.PaymentEvent.Success;
import dev.onceledger.api.payment.PaymentEvent.VoidRequested;
import dev.onceledger.api.payment.PaymentId;
import dev.onceledger.store.LedgerEngine;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.axonframework.eventhandling.EventMessage;
import org.springframework.jdbc.core.JdbcTemplate;

/**
 * The operations whose outcome is not known, in the transaction of their events: a row comes with
 * the intent and goes with the outcome. Where an operation belongs is kept for ever.
 */
public final class OpenOperations {
  private final JdbcTemplate jdbc;
  private final DriveSettings settings;

  public OpenOperations(JdbcTemplate jdbc, DriveSettings settings) {
    this.jdbc = jdbc;
    this.settings = settings;
  }

  /** Takes in the events of one unit of work. */
  public void on(List<? extends EventMessage<?>> events) {
    for (EventMessage<?> event : events) {
      Object payload = event.getPayload();
      if (payload instanceof PaymentClosed closed) {
        close(closed.operationId());
        close(closed.closed());
      } else if (payload instanceof Success success) {
        close(success.operationId(), success.gatewayReference());
      } else if (payload instanceof GatewayReferenceLearned learned) {
        close(learned.operationId(), learned.gatewayReference());
      } else if (payload instanceof Outcome outcome) {
        close(outcome.operationId());
      } else if (payload instanceof Intent intent) {
        open(String.valueOf(event.getMetaData().get(LedgerEngine.SCOPE)), intent);
      } else if (payload instanceof OperationResent resent) {
        sentAgain(resent);
      }
    }
  }

  /**
   * Claims operations of a gateway whose lease has run out, for one inquiry each. The claim is the
   * next lease: it grows with every inquiry, and a node that dies on the way leaves the operation
   * to the others.
   */
  List<DueOperation> claimDue(GatewayName gateway, RecoverySettings recovery) {
    return jdbc.query(
        """
        update open_operation o
        set inquiries = inquiries + 1,
          last_inquiry_at = clock_timestamp(),
          lease_until = clock_timestamp() + make_interval(secs =>
            least(?::float8, ?::float8 * power(2, least(inquiries, 30))) * (0.75 + random() / 2))
        from (
          select operation_id from open_operation
          where gateway = ? and lease_until < clock_timestamp()
          order by lease_until limit ? for update skip locked
        ) due
        where o.operation_id = due.operation_id
        returning o.payment_id, o.operation_id,
          extract(epoch from clock_timestamp() - o.requested_at) as age_seconds
        """,
        (row, n) ->
            new DueOperation(
                new PaymentId(row.getString("payment_id")),
                new OperationId(row.getString("operation_id")),
                Duration.ofMillis((long) (row.getDouble("age_seconds") * 1000))),
        recovery.lastPauseSeconds(),
        recovery.firstPauseSeconds(),
        gateway.value(),
        recovery.threads());
  }

  /** Keeps what an inquiry said that proved nothing. */
  void note(DueOperation operation, String evidence) {
    jdbc.update(
        "update open_operation set last_evidence = ? where operation_id = ?",
        evidence,
        operation.operationId().value());
  }

  /** Notes that the call of an operation came back, and did not tell its outcome. */
  void returned(OperationId operation) {
    jdbc.update(
        "update open_operation set returned_at = clock_timestamp() where operation_id = ?",
        operation.value());
  }

  /** Whether its call may still be under way: it has not come back, and its lease is not over. */
  boolean isUnderWay(OperationId operation) {
    return Boolean.TRUE.equals(
        jdbc.queryForObject(
            """
            select exists (select 1 from open_operation
              where operation_id = ? and returned_at is null
                and requested_at > clock_timestamp() - make_interval(secs => ?))
            """,
            Boolean.class,
            operation.value(),
            settings.leaseSeconds()));
  }

  /** One page of what is not known, oldest first. */
  public List<OpenOperation> list(OpenOperation.Query query) {
    return jdbc.query(
        """
        select *, extract(epoch from clock_timestamp() - requested_at) as age_seconds
        from open_operation
        where (?::text is null or scope = ?)
          and (?::timestamptz is null or (requested_at, operation_id) > (?, ?))
        order by requested_at, operation_id limit ?
        """,
        (row, n) -> OpenOperation.read(row),
        query.scope(),
        query.scope(),
        query.afterTime(),
        query.afterTime(),
        query.afterId(),
        query.limit());
  }

  /**
   * What is not known at each gateway.
   *
   * @param overdue how many have been so for longer than is usual
   * @param ageSeconds of the oldest
   */
  record Summary(long count, long overdue, long ageSeconds) {
    static final Summary NONE = new Summary(0, 0, 0);
  }

  /** The summary of each gateway at which something is not known. */
  Map<String, Summary> summaries(int overdueSeconds) {
    Map<String, Summary> byGateway = new HashMap<>();
    jdbc.query(
        """
        select gateway, count(*) as n,
          count(*) filter (where requested_at < clock_timestamp() - make_interval(secs => ?))
            as overdue,
          extract(epoch from clock_timestamp() - min(requested_at))::bigint as age_seconds
        from open_operation group by gateway
        """,
        row -> {
          byGateway.put(
              row.getString("gateway"),
              new Summary(row.getLong("n"), row.getLong("overdue"), row.getLong("age_seconds")));
        },
        overdueSeconds);
    return byGateway;
  }

  private void open(String scope, Intent intent) {
    if (intent instanceof PaymentCreated e) {
      insert(scope, intent, opening(e.capture()), e.gateway(), 1, 1);
    } else if (intent instanceof AttemptStarted e) {
      insert(scope, intent, opening(e.capture()), e.gateway(), 1, 1);
    } else if (intent instanceof CaptureRequested e) {
      insert(scope, intent, OperationKind.CAPTURE, e.gateway(), 1, 1);
    } else if (intent instanceof VoidRequested e) {
      insert(scope, intent, OperationKind.VOID, e.gateway(), 1, 1);
    } else if (intent instanceof RefundRequested e) {
      insert(scope, intent, OperationKind.REFUND, e.gateway(), 1, 1);
    } else if (intent instanceof OperationReopened e) {
      insert(scope, intent, e.kind(), e.gateway(), e.generation(), e.send());
    } else {
      throw new IllegalStateException("no row for " + intent.getClass().getSimpleName());
    }
  }

  private static OperationKind opening(CaptureMode capture) {
    return capture == CaptureMode.AUTOMATIC ? OperationKind.CHARGE : OperationKind.AUTHORIZE;
  }

  /**
   * The lease runs on the database's clock, which all nodes share. A re-opened operation has its
   * place already.
   */
  private void insert(
      String scope,
      Intent intent,
      OperationKind kind,
      GatewayName gateway,
      int generation,
      int send) {
    jdbc.update(
        """
        with placed as (
          insert into operation (operation_id, payment_id, scope, gateway) values (?, ?, ?, ?)
          on conflict (operation_id) do nothing
        )
        insert into open_operation (operation_id, payment_id, scope, kind, gateway, generation,
          send, requested_at, lease_until)
        values (?, ?, ?, ?, ?, ?, ?, clock_timestamp(),
          clock_timestamp() + make_interval(secs => ?))
        """,
        intent.operationId().value(),
        intent.paymentId().value(),
        scope,
        gateway.value(),
        intent.operationId().value(),
        intent.paymentId().value(),
        scope,
        kind.name(),
        gateway.value(),
        generation,
        send,
        settings.leaseSeconds());
  }

  /** Who sends it again has it for a lease. */
  private void sentAgain(OperationResent resent) {
    jdbc.update(
        """
        update open_operation
        set send = ?, lease_until = greatest(lease_until,
          clock_timestamp() + make_interval(secs => ?))
        where operation_id = ?
        """,
        resent.send(),
        settings.leaseSeconds(),
        resent.operationId().value());
  }

  private void close(OperationId operation) {
    jdbc.update("delete from open_operation where operation_id = ?", operation.value());
  }

  private void close(OperationId operation, GatewayReference reference) {
    jdbc.update(
        """
        with done as (delete from open_operation where operation_id = ?)
        update operation set gateway_reference = ? where operation_id = ?
        """,
        operation.value(),
        reference.value(),
        operation.value());
  }
}
