package dev.onceledger.proof.checker;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import javax.sql.DataSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Reads what there is to know: the tables, the gateway's account, and what clients wrote down. */
public final class Collector {
  private static final JsonMapper JSON = JsonMapper.builder().build();

  private final DataSource database;
  private final URI sandbox;
  private final Path log;

  public Collector(DataSource database, URI sandbox, Path log) {
    this.database = database;
    this.sandbox = sandbox;
    this.log = log;
  }

  /** What the ledger itself holds for in doubt, or for not taken up yet. */
  public List<String> unresolved() throws SQLException {
    try (Connection connection = database.getConnection()) {
      return unresolved(connection);
    }
  }

  /** All payments with their versions. */
  public Map<String, Long> versions() throws SQLException {
    Map<String, Long> versions = new LinkedHashMap<>();
    try (Connection connection = database.getConnection()) {
      query(
          connection,
          "select aggregate_identifier, count(*) from event group by 1 order by min(global_index)",
          row -> versions.put(row.getString(1), row.getLong(2)));
    }
    return versions;
  }

  /** The tables in one snapshot. */
  public Evidence collect(List<Fault> faults)
      throws SQLException, IOException, InterruptedException {
    List<Exchange> exchanges = exchanges();
    List<Execution> executions = account("/account", Execution::read);
    List<Arrival> arrivals = account("/account/sends", Arrival::read);
    try (Connection connection = database.getConnection()) {
      connection.setAutoCommit(false);
      connection.setTransactionIsolation(Connection.TRANSACTION_REPEATABLE_READ);
      return new Evidence(
          events(connection),
          executions,
          arrivals,
          views(connection),
          records(connection),
          exchanges,
          unresolved(connection),
          faults);
    }
  }

  private List<Exchange> exchanges() throws IOException {
    try (var lines = Files.lines(log)) {
      return lines.map(Exchange::ofLine).toList();
    }
  }

  private <T> List<T> account(String path, Function<JsonNode, T> reader)
      throws IOException, InterruptedException {
    HttpRequest request = HttpRequest.newBuilder(sandbox.resolve(path)).build();
    String body = HttpClient.newHttpClient().send(request, BodyHandlers.ofString()).body();
    return JSON.readTree(body).path("items").valueStream().map(reader).toList();
  }

  private static List<Event> events(Connection connection) throws SQLException {
    return query(
        connection,
        """
        select global_index, aggregate_identifier, sequence_number, payload_type, time_stamp,
          payload, meta_data
        from event order by global_index
        """,
        Collector::event);
  }

  private static Event event(ResultSet row) throws SQLException {
    String type = row.getString(4);
    JsonNode data = JSON.readTree(row.getBytes(6));
    return new Event(
        row.getLong(1),
        row.getString(2),
        row.getLong(3),
        type.substring(type.lastIndexOf('$') + 1),
        row.getObject(5, OffsetDateTime.class).toInstant(),
        data.path("origin").path("key").asString(""),
        data);
  }

  private static Map<String, JsonNode> views(Connection connection) throws SQLException {
    Map<String, JsonNode> views = new LinkedHashMap<>();
    List<JsonNode> documents =
        query(
            connection,
            "select document from payment_view order by position",
            row -> JSON.readTree(row.getBytes(1)));
    documents.forEach(document -> views.put(document.path("id").asString(), document));
    return views;
  }

  private static List<KeyRecord> records(Connection connection) throws SQLException {
    return query(
        connection,
        "select key, status, coalesce(reply_status, 0), coalesce(reply, '') from idempotency_record",
        row ->
            new KeyRecord(
                row.getString(1),
                row.getString(2),
                row.getInt(3),
                new String(row.getBytes(4), UTF_8)));
  }

  private static List<String> unresolved(Connection connection) throws SQLException {
    return query(
        connection,
        """
        select 'operation ' || operation_id || ' of ' || payment_id || ', ' || kind || ', since '
          || requested_at || ', ' || coalesce(last_evidence, 'never asked')
        from open_operation
        union all
        select 'notification ' || event_id || ' ' || status from gateway_notification
        where next_try_at is not null
        """,
        row -> row.getString(1));
  }

  private interface Reader<T> {
    T read(ResultSet row) throws SQLException;
  }

  private static <T> List<T> query(Connection connection, String sql, Reader<T> reader)
      throws SQLException {
    List<T> found = new ArrayList<>();
    try (var statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(sql)) {
      while (rows.next()) {
        found.add(reader.read(rows));
      }
    }
    return found;
  }
}
