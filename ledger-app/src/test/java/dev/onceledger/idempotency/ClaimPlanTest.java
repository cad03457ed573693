package dev.onceledger.idempotency;

import static java.time.ZoneOffset.UTC;
import static org.assertj.core.api.Assertions.assertThat;

import dev.onceledger.support.Ledger;
import java.time.LocalDate;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.jdbc.core.ConnectionCallback;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.SingleConnectionDataSource;

/** However many days are remembered, a claim looks at one narrow table and one partition. */
class ClaimPlanTest {
  private static final int DAYS = 60;

  @Test
  void the_arbiter_is_one_table_with_one_index() {
    assertThat(plan("auto", "select bucket from idempotency_key where hash = $1", "uuid"))
        .anyMatch(line -> line.contains("idempotency_key_pkey"))
        .noneMatch(line -> line.contains("idempotency_record"));
  }

  /** Planned for these values, and planned once for all. */
  @ParameterizedTest
  @ValueSource(strings = {"force_custom_plan", "force_generic_plan"})
  void a_record_is_looked_for_in_its_own_partition_only(String mode) {
    List<String> plan =
        plan(
            mode, "select * from idempotency_record where hash = $1 and bucket = $2", "uuid, date");

    assertThat(plan.stream().filter(line -> line.contains(" on idempotency_record_"))).hasSize(1);
    assertThat(plan).noneMatch(line -> line.contains("Seq Scan"));
  }

  private static List<String> plan(String mode, String query, String types) {
    Ledger ledger = Ledger.shared();
    LocalDate today = LocalDate.now(UTC);
    Partitions partitions = ledger.bean(Partitions.class);
    for (int day = 0; day < DAYS; day++) {
      partitions.ensure(today.plusDays(day));
    }
    String values = types.contains("date") ? ", '" + today + "'" : "";
    return java.util.Objects.requireNonNull(
        ledger
            .jdbc()
            .execute(
                (ConnectionCallback<List<String>>)
                    connection -> {
                      JdbcTemplate session =
                          new JdbcTemplate(new SingleConnectionDataSource(connection, true));
                      String name = "p" + UUID.randomUUID().toString().replace("-", "");
                      session.execute("set plan_cache_mode = " + mode);
                      session.execute("prepare " + name + " (" + types + ") as " + query);
                      try {
                        return session.queryForList(
                            "explain execute "
                                + name
                                + "('"
                                + UUID.randomUUID()
                                + "'"
                                + values
                                + ")",
                            String.class);
                      } finally {
                        session.execute("deallocate " + name);
                        session.execute("reset plan_cache_mode");
                      }
                    }));
  }
}
