package dev.onceledger;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.onceledger.store.Database;
import dev.onceledger.support.TestDatabase;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.UUID;
import org.flywaydb.core.Flyway;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.JdbcTemplate;

/** A database of before is brought up to date with what is in it. */
class UpgradeTest {
  private static final List<String> HISTORY =
      List.of(
          "PaymentCreated",
          "PaymentAuthorized",
          "CaptureRequested",
          "PaymentCaptured",
          "VoidRequested",
          "RefundRequested",
          "PaymentRefunded");

  @Test
  void operations_of_before_have_their_place_and_their_name_at_the_gateway() throws IOException {
    try (TestDatabase test = TestDatabase.create();
        Database database = Database.open(test.settings())) {
      Flyway.configure().dataSource(database.maintenance()).target("6").load().migrate();
      JdbcTemplate jdbc = new JdbcTemplate(database.maintenance());
      for (String event : HISTORY) {
        insert(jdbc, event);
      }

      Flyway.configure().dataSource(database.maintenance()).load().migrate();

      assertThat(
              jdbc.queryForList(
                  "select coalesce(gateway_reference, '-') from operation order by operation_id",
                  String.class))
          .containsExactly("sbx_auth", "sbx_capture", "-", "sbx_refund");
      assertThat(
              jdbc.queryForList(
                  "select distinct gateway || ' ' || scope || ' ' || notified_version"
                      + " from operation",
                  String.class))
          .containsExactly("sandbox shop 0");
      assertThat(
              jdbc.queryForList(
                  "select extract(day from check_at - time_stamp)::int from open_authorization a,"
                      + " event e where e.payload_type like '%PaymentAuthorized'",
                  Integer.class))
          .containsExactly(7);
    }
  }

  private static void insert(JdbcTemplate jdbc, String event) throws IOException {
    List<String> lines =
        Files.readAllLines(
            Path.of(System.getProperty("basedir", ""))
                .toAbsolutePath()
                .resolve("src/test/resources/events/" + event + ".json"));
    String type = lines.get(1).replaceFirst("\"type\": \"", "").replaceFirst("\",$", "");
    String payload = lines.get(2).replaceFirst("\"payload\": ", "");
    jdbc.update(
        """
        insert into event (scope, aggregate_identifier, sequence_number, type, event_identifier,
          time_stamp, payload_type, payload, meta_data)
        values ('shop', 'pay_1', ?, 'Payment', ?, now(), ?, ?, ?)
        """,
        HISTORY.indexOf(event),
        UUID.randomUUID().toString(),
        type,
        payload.getBytes(UTF_8),
        "{}".getBytes(UTF_8));
  }
}
