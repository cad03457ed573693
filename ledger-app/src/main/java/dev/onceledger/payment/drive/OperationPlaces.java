package dev.onceledger.payment.drive;

import dev.onceledger.api.Scope;
import dev.onceledger.api.payment.GatewayName;
import dev.onceledger.api.payment.GatewayReference;
import dev.onceledger.api.payment.OperationId;
import dev.onceledger.api.payment.PaymentId;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Optional;
import org.springframework.jdbc.core.JdbcTemplate;

/** Finds operations by the names that others have for them. */
public final class OperationPlaces {
  private static final String SELECT =
      "select operation_id, payment_id, scope, notified_version from operation ";

  private final JdbcTemplate jdbc;

  public OperationPlaces(JdbcTemplate jdbc) {
    this.jdbc = jdbc;
  }

  public Optional<OperationPlace> find(OperationId id) {
    return jdbc.query(SELECT + "where operation_id = ?", (row, n) -> read(row), id.value()).stream()
        .findFirst();
  }

  /** An operation that was sent to this gateway, and to no other. */
  Optional<OperationPlace> find(GatewayName gateway, OperationId id) {
    return jdbc
        .query(
            SELECT + "where operation_id = ? and gateway = ?",
            (row, n) -> read(row),
            id.value(),
            gateway.value())
        .stream()
        .findFirst();
  }

  /**
   * The operation for which this is the gateway's name. Where captures and voids have the name of
   * what they act on, it is the one that authorized or charged: the earliest.
   */
  Optional<OperationPlace> find(GatewayName gateway, GatewayReference reference) {
    return jdbc
        .query(
            SELECT + "where gateway = ? and gateway_reference = ? order by operation_id limit 1",
            (row, n) -> read(row),
            gateway.value(),
            reference.value())
        .stream()
        .findFirst();
  }

  private static OperationPlace read(ResultSet row) throws SQLException {
    return new OperationPlace(
        new OperationId(row.getString("operation_id")),
        new PaymentId(row.getString("payment_id")),
        new Scope(row.getString("scope")),
        row.getInt("notified_version"));
  }
}
