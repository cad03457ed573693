package dev.onceledger.payment.drive;

import dev.onceledger.api.payment.GatewayName;
import dev.onceledger.api.payment.OperationId;
import dev.onceledger.api.payment.PaymentEvent.PaymentAuthorized;
import dev.onceledger.api.payment.PaymentId;
import dev.onceledger.gateway.Gateways;
import java.time.Duration;
import java.util.List;
import org.axonframework.eventhandling.EventMessage;
import org.springframework.jdbc.core.JdbcTemplate;

/**
 * The authorizations of which something may still be reserved: a row comes with the event, and goes
 * when the payment says that nothing is. All waiting is by the database's clock.
 */
public final class OpenAuthorizations {
  /** One that is asked about now. */
  record Due(PaymentId paymentId, OperationId operationId) {}

  private static final Duration USUAL = Duration.ofDays(7);

  private final JdbcTemplate jdbc;
  private final Gateways gateways;
  private final ExpirySettings settings;

  public OpenAuthorizations(JdbcTemplate jdbc, Gateways gateways, ExpirySettings settings) {
    this.jdbc = jdbc;
    this.gateways = gateways;
    this.settings = settings;
  }

  /** Takes in the events of one unit of work. */
  public void on(List<? extends EventMessage<?>> events) {
    for (EventMessage<?> event : events) {
      if (event.getPayload() instanceof PaymentAuthorized authorized) {
        open(authorized);
      }
    }
  }

  private void open(PaymentAuthorized authorized) {
    String[] names = gateways.names().stream().map(GatewayName::value).toArray(String[]::new);
    Double[] seconds =
        gateways.names().stream()
            .map(name -> (double) validityAt(name).toSeconds())
            .toArray(Double[]::new);
    jdbc.update(
        """
        insert into open_authorization (operation_id, payment_id, gateway, check_at)
        select operation_id, payment_id, gateway, clock_timestamp() + make_interval(secs =>
          coalesce((select v.seconds from unnest(?::text[], ?::float8[]) as v (name, seconds)
            where v.name = o.gateway), ?))
        from operation o where operation_id = ?
        on conflict (operation_id) do nothing
        """,
        names,
        seconds,
        (double) USUAL.toSeconds(),
        authorized.operationId().value());
  }

  private Duration validityAt(GatewayName name) {
    return gateways.find(name).map(g -> g.traits().authorizationValidity()).orElse(USUAL);
  }

  /** Claims authorizations that may have run out. The claim puts off the next look at them. */
  List<Due> claimDue(GatewayName gateway, int atMost) {
    return jdbc.query(
        """
        update open_authorization a
        set checks = checks + 1,
          check_at = clock_timestamp() + make_interval(secs =>
            least(86400, ?::float8 * power(2, least(checks, 30))) * (0.75 + random() / 2))
        from (
          select operation_id from open_authorization
          where gateway = ? and check_at < clock_timestamp()
          order by check_at limit ? for update skip locked
        ) due
        where a.operation_id = due.operation_id
        returning a.payment_id, a.operation_id
        """,
        (row, n) ->
            new Due(
                new PaymentId(row.getString("payment_id")),
                new OperationId(row.getString("operation_id"))),
        settings.pauseSeconds(),
        gateway.value(),
        atMost);
  }

  void close(OperationId operation) {
    jdbc.update("delete from open_authorization where operation_id = ?", operation.value());
  }
}
