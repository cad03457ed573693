package dev.onceledger.proof;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.onceledger.crash.CrashPoint;
import dev.onceledger.proof.CrashCase.Command;
import dev.onceledger.proof.CrashCase.Death;
import dev.onceledger.support.Errand;
import dev.onceledger.support.Response;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Wherever the ledger dies, the same request under the same key ends as if nothing had happened:
 * the gateway executed it once, the answer is that of an undisturbed one, and its record SUCCEEDED.
 *
 * <p>A build tries some cells of the matrix, {@code -Dproof.whole=true} all of them, and {@code
 * -Dproof.only=refund} those whose name contains that.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class CrashMatrixTest {
  private static final boolean WHOLE = Boolean.getBoolean("proof.whole");
  private static final Duration SOON = Duration.ofSeconds(60);

  @TempDir private static Path directory;

  /** The stages, each started when it is first needed. */
  private final Map<Stage.Kind, Stage> stages = new EnumMap<>(Stage.Kind.class);

  private final Map<Command, String> undisturbed = new EnumMap<>(Command.class);
  private final CrashTable table = new CrashTable();

  @AfterAll
  void end() throws IOException {
    for (Stage stage : stages.values()) {
      stage.close();
    }
    if (WHOLE) {
      table.writeIfAsked();
    }
  }

  static List<CrashCase> cases() {
    String only = System.getProperty("proof.only", "");
    return (WHOLE ? CrashCase.all() : CrashCase.some())
        .stream().filter(cell -> cell.toString().contains(only)).toList();
  }

  /** Those that {@link OtherDeathsTest} and the tests of a gateway that closes no key reach. */
  private static final Set<CrashPoint> ELSEWHERE =
      EnumSet.of(
          CrashPoint.RESEND_WRITTEN,
          CrashPoint.RESEND_ANSWERED,
          CrashPoint.EXPIRY_ANSWERED,
          CrashPoint.PARTITION_DETACHED);

  @Test
  void no_point_is_left_out() {
    assertThat(Stream.concat(CrashCase.all().stream().map(CrashCase::point), ELSEWHERE.stream()))
        .contains(CrashPoint.values());
  }

  @ParameterizedTest
  @MethodSource("cases")
  void it_ends_as_if_nothing_had_happened(CrashCase cell) {
    diesAndEnds(cell, stage(cell, true), cell.death().toString());
  }

  /** Another node answers the repeats, and finds what the dead one left. */
  @ParameterizedTest
  @MethodSource("besideAnother")
  void beside_another_node_it_ends_in_the_same_way(CrashCase cell) {
    diesAndEnds(cell, stage(cell, false), "SIGKILL, two nodes");
  }

  static List<CrashCase> besideAnother() {
    return cases().stream()
        .filter(
            cell -> cell.death() == Death.SIGKILL && cell.command().compareTo(Command.CLOSE) < 0)
        .limit(WHOLE ? Long.MAX_VALUE : 1)
        .toList();
  }

  private Stage stage(CrashCase cell, boolean alone) {
    Stage.Kind kind = alone ? cell.command().stage() : Stage.Kind.TWO;
    return stages.computeIfAbsent(
        kind, k -> Stage.start(k, directory.resolve(k.name().toLowerCase(Locale.ROOT))));
  }

  // ---- one cell

  private void diesAndEnds(CrashCase cell, Stage stage, String how) {
    stage.awaitReady();
    Deed deed = Deed.of(cell.command(), stage);
    String expected = undisturbed.computeIfAbsent(cell.command(), c -> shapeOf(c, stage));

    @Nullable CompletableFuture<Response> first = deed.begin(() -> stage.arm(cell.setting()));
    try {
      die(cell, stage);
    } catch (RuntimeException | Error e) {
      stage.killVictim();
      stage.restartVictim();
      throw e;
    }
    if (first != null) {
      await().atMost(SOON).until(first::isDone);
    }
    Response last = untilFinal(deed);

    assertThat(deed.isEnded(last)).as(last.toString()).isTrue();
    assertThat(stage.account().executed(deed.paymentId())).isEqualTo(deed.executed());
    if (last.status() == 201) {
      assertThat(Errand.shape(last)).isEqualTo(expected);
      assertThat(deed.repeat().body()).isEqualTo(last.body());
      assertThat(deed.standing()).isEqualTo("SUCCEEDED");
    }
    isConsistent(deed, stage);
    table.add(cell, how, last, stage.account().sends(deed.paymentId()));
  }

  private static void die(CrashCase cell, Stage stage) {
    if (cell.death().isOfTheNode()) {
      stage.victim().awaitDeathAt(cell.point().wireName());
      stage.restartVictim();
      return;
    }
    stage.victim().awaitFrozenAt(cell.point().wireName());
    if (cell.death() == Death.DATABASE_KILLED) {
      stage.postgres().kill();
      stage.postgres().startAgain();
    } else {
      stage.cutConnections();
    }
    stage.arm("");
    stage.victim().signal("CONT");
  }

  private static Response untilFinal(Deed deed) {
    return await()
        .atMost(SOON)
        .pollInterval(Duration.ofMillis(100))
        .ignoreExceptions()
        .until(deed::repeat, answer -> deed.isEnded(answer));
  }

  private static String shapeOf(Command command, Stage stage) {
    Deed deed = Deed.of(command, stage);
    @Nullable CompletableFuture<Response> first = deed.begin(() -> {});
    if (first != null) {
      first.join();
    }
    Response last = untilFinal(deed);
    assertThat(last.status()).as(last.toString()).isEqualTo(201);
    return Errand.shape(last);
  }

  /** The view is what the events tell, which are numbered without a hole, and nothing is open. */
  private static void isConsistent(Deed deed, Stage stage) {
    String path = "/v1/payments/" + deed.paymentId();
    Response now = deed.reader().get(path);
    Response replayed = deed.reader().get(path + "?version=" + now.at("/version"));
    assertThat(replayed.body()).isEqualTo(now.body());
    Response events = deed.reader().get(path + "/events");
    List<String> sequence = new ArrayList<>();
    events.json().path("items").forEach(item -> sequence.add(item.path("sequence").asString()));
    assertThat(sequence)
        .isEqualTo(
            IntStream.range(0, Integer.parseInt(now.at("/version")))
                .mapToObj(n -> "" + n)
                .toList());
    assertThat(
            stage
                .jdbc()
                .queryForList(
                    "select operation_id from open_operation where payment_id = ?",
                    String.class,
                    deed.paymentId()))
        .isEmpty();
  }
}
