package dev.onceledger.store;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.util.Map;
import org.junit.jupiter.api.Test;

class ServerCheckTest {
  private static final DatabaseAddress ADDRESS =
      new DatabaseAddress("jdbc:postgresql://db.example/ledger", null, null);

  @Test
  void a_server_without_transaction_timeout_is_refused() {
    assertThatExceptionOfType(DatabaseUnusableException.class)
        .isThrownBy(() -> check("160004", "on", "on", true))
        .withMessageContaining("is PostgreSQL 16; the ledger needs 17");
  }

  @Test
  void a_server_that_does_not_flush_is_refused() {
    assertThatExceptionOfType(DatabaseUnusableException.class)
        .isThrownBy(() -> check("170000", "off", "on", false))
        .withMessageContaining("fsync=off");
  }

  @Test
  void a_server_that_waits_for_its_standby_is_welcome() {
    assertThatCode(() -> check("170000", "on", "remote_apply", false)).doesNotThrowAnyException();
  }

  private static void check(String version, String fsync, String commit, boolean allowUnsafe) {
    ServerCheck.requireTrustworthy(
        Map.of("server_version_num", version, "fsync", fsync, "synchronous_commit", commit),
        ADDRESS,
        allowUnsafe);
  }
}
