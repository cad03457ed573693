package dev.onceledger.payment.drive;

import dev.onceledger.api.payment.CaptureMode;
import dev.onceledger.api.payment.GatewayName;
import dev.onceledger.api.payment.OperationId;
import dev.onceledger.api.payment.OperationKind;
import dev.onceledger.api.payment.PaymentEvent.AttemptStarted;
import dev.onceledger.api.payment.PaymentEvent.CaptureRequested;
import dev.onceledger.api.payment.PaymentEvent.Intent;
import dev.onceledger.api.payment.PaymentEvent.OperationReopened;
import dev.onceledger.api.payment.PaymentEvent.Outcome;
import dev.onceledger.api.payment.PaymentEvent.PaymentCreated;
import dev.onceledger.api.payment.PaymentEvent.RefundRequested;
import dev.onceledger.api.payment.PaymentEvent.VoidRequested;
import dev.onceledger.api.payment.PaymentId;
import dev.onceledger.store.LedgerEngine;
import java.util.List;
import org.axonframework.eventhandling.EventMessage;
import org.springframework.jdbc.core.JdbcTemplate;

/**
 * The operations whose outcome is not known, in the transaction of their events: a row comes with
 * the intent and goes with the outcome.
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
      if (event.getPayload() instanceof Outcome outcome) {
        jdbc.update(
            "delete from open_operation where operation_id = ?", outcome.operationId().value());
      } else if (event.getPayload() instanceof Intent intent) {
        open(String.valueOf(event.getMetaData().get(LedgerEngine.SCOPE)), intent);
      }
    }
  }

  /**
   * Claims operations whose lease has run out, for one inquiry each. The claim is the next lease:
   * it grows with every inquiry, and a node that dies on the way leaves the operation to the
   * others.
   */
  List<DueOperation> claimDue(RecoverySettings recovery, List<GatewayName> unreachable) {
    String[] not = unreachable.stream().map(GatewayName::value).toArray(String[]::new);
    return jdbc.query(
        """
        update open_operation o
        set inquiries = inquiries + 1,
          last_inquiry_at = clock_timestamp(),
          lease_until = clock_timestamp() + make_interval(secs =>
            least(?::float8, ?::float8 * power(2, least(inquiries, 30))) * (0.75 + random() / 2))
        from (
          select operation_id from open_operation
          where lease_until < clock_timestamp() and gateway <> all (?)
          order by lease_until limit ? for update skip locked
        ) due
        where o.operation_id = due.operation_id
        returning o.payment_id, o.operation_id,
          clock_timestamp() > requested_at + make_interval(secs => ?) as fenceable
        """,
        (row, n) ->
            new DueOperation(
                new PaymentId(row.getString("payment_id")),
                new OperationId(row.getString("operation_id")),
                row.getBoolean("fenceable")),
        recovery.lastPauseSeconds(),
        recovery.firstPauseSeconds(),
        not,
        recovery.batch(),
        settings.leaseSeconds() + recovery.graceSeconds());
  }

  /** Keeps what an inquiry said that proved nothing. */
  void note(DueOperation operation, String evidence) {
    jdbc.update(
        "update open_operation set last_evidence = ? where operation_id = ?",
        evidence,
        operation.operationId().value());
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

  /** The lease runs on the database's clock, which all nodes share. */
  private void insert(
      String scope,
      Intent intent,
      OperationKind kind,
      GatewayName gateway,
      int generation,
      int send) {
    jdbc.update(
        """
        insert into open_operation (operation_id, payment_id, scope, kind, gateway, generation,
          send, requested_at, lease_until)
        values (?, ?, ?, ?, ?, ?, ?, clock_timestamp(),
          clock_timestamp() + make_interval(secs => ?))
        """,
        intent.operationId().value(),
        intent.paymentId().value(),
        scope,
        kind.name(),
        gateway.value(),
        generation,
        send,
        settings.leaseSeconds());
  }
}
