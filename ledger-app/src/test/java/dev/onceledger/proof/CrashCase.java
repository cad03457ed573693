package dev.onceledger.proof;

import static dev.onceledger.crash.CrashPoint.AFTER_ANSWER;
import static dev.onceledger.crash.CrashPoint.AFTER_APPEND;
import static dev.onceledger.crash.CrashPoint.AFTER_CLAIM;
import static dev.onceledger.crash.CrashPoint.AFTER_DECIDE;
import static dev.onceledger.crash.CrashPoint.AFTER_INTENT;
import static dev.onceledger.crash.CrashPoint.AFTER_OUTCOME;
import static dev.onceledger.crash.CrashPoint.BEFORE_CALL;
import static dev.onceledger.crash.CrashPoint.BEFORE_CLAIM;
import static dev.onceledger.crash.CrashPoint.BEFORE_COMMIT;
import static dev.onceledger.crash.CrashPoint.INQUIRY_ANSWERED;
import static dev.onceledger.crash.CrashPoint.KEY_CLOSED;
import static dev.onceledger.crash.CrashPoint.NOTIFICATION_CLAIMED;
import static dev.onceledger.crash.CrashPoint.NOTIFICATION_STORED;
import static dev.onceledger.crash.CrashPoint.NOTIFICATION_WRITTEN;
import static dev.onceledger.crash.CrashPoint.RECOVERY_CLAIMED;
import static dev.onceledger.crash.CrashPoint.RESOLUTION_FENCED;

import dev.onceledger.crash.CrashPoint;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/**
 * One cell of the matrix: a command, the place at which the node dies, and how.
 *
 * @param time the how manyeth time that the place is reached
 */
record CrashCase(Command command, CrashPoint point, int time, Death death) {
  /** What the client asks for, or who brings it to its end. */
  enum Command {
    CHARGE,
    AUTHORIZE,
    CAPTURE,
    VOID,
    REFUND,
    /** A void of a charge that is not decided. */
    CLOSE,
    /** An operator decides a charge that nobody else can tell about. */
    RESOLVE,
    /** The charge was executed, and the client told that nobody knows; the node finds it out. */
    RECOVERY,
    /** As before, but it never arrived at the gateway. */
    FENCING,
    /** The gateway decides later, and tells so of its own accord. */
    NOTIFICATION;

    /** Where it is tried. */
    Stage.Kind stage() {
      return switch (this) {
        case CHARGE, AUTHORIZE, CAPTURE, VOID, REFUND, RECOVERY, FENCING -> Stage.Kind.ONE;
        // What is not decided stays so until the void or the operator comes.
        case CLOSE, RESOLVE -> Stage.Kind.ONE_THAT_WAITS;
        case NOTIFICATION -> Stage.Kind.ONE_THAT_IS_TOLD;
      };
    }
  }

  /** What happens at the place. */
  enum Death {
    /** {@code Runtime.halt}. */
    HALT,
    SIGKILL,
    /** PostgreSQL is killed and started again; the node lives on. */
    DATABASE_KILLED,
    /** Every connection to PostgreSQL is cut; the node lives on. */
    CONNECTION_CUT;

    boolean isOfTheNode() {
      return this == HALT || this == SIGKILL;
    }
  }

  /** What a request passes that goes to the gateway. */
  private static List<CrashCase> passedBy(Command command, Death death) {
    List<CrashCase> cases = new ArrayList<>(begun(command, death));
    cases.addAll(once(command, death, AFTER_INTENT, BEFORE_CALL, AFTER_ANSWER));
    cases.addAll(ended(command, death));
    cases.addAll(once(command, death, AFTER_OUTCOME));
    return cases;
  }

  /** The transaction of the intent, or of a command that needs no gateway. */
  private static List<CrashCase> begun(Command command, Death death) {
    return once(
        command, death, BEFORE_CLAIM, AFTER_CLAIM, AFTER_DECIDE, AFTER_APPEND, BEFORE_COMMIT);
  }

  /** The transaction of the outcome, which passes for the second time what the intent passed. */
  private static List<CrashCase> ended(Command command, Death death) {
    return Stream.of(AFTER_DECIDE, AFTER_APPEND, BEFORE_COMMIT)
        .map(point -> new CrashCase(command, point, 2, death))
        .toList();
  }

  private static List<CrashCase> once(Command command, Death death, CrashPoint... points) {
    return Stream.of(points).map(point -> new CrashCase(command, point, 1, death)).toList();
  }

  private static List<CrashCase> of(Command command, Death death) {
    List<CrashCase> cases = new ArrayList<>();
    switch (command) {
      case CHARGE, AUTHORIZE, CAPTURE, VOID, REFUND -> cases.addAll(passedBy(command, death));
      case CLOSE -> {
        cases.addAll(begun(command, death));
        cases.addAll(once(command, death, AFTER_INTENT, KEY_CLOSED));
        cases.addAll(ended(command, death));
      }
      case RESOLVE -> {
        cases.addAll(once(command, death, RESOLUTION_FENCED));
        cases.addAll(begun(command, death));
      }
      case RECOVERY -> {
        cases.addAll(once(command, death, RECOVERY_CLAIMED, INQUIRY_ANSWERED));
        cases.addAll(ended(command, death));
      }
      case FENCING -> {
        cases.addAll(once(command, death, INQUIRY_ANSWERED, KEY_CLOSED));
        cases.addAll(ended(command, death));
      }
      case NOTIFICATION ->
          cases.addAll(
              once(
                  command, death, NOTIFICATION_STORED, NOTIFICATION_CLAIMED, NOTIFICATION_WRITTEN));
    }
    return cases;
  }

  /** Every cell. */
  static List<CrashCase> all() {
    List<CrashCase> all = new ArrayList<>();
    for (Command command : Command.values()) {
      for (Death death : Death.values()) {
        all.addAll(of(command, death));
      }
    }
    return all;
  }

  /** Each command once, each death, and most points: what there is time for in every build. */
  static List<CrashCase> some() {
    return List.of(
        new CrashCase(Command.CHARGE, AFTER_APPEND, 1, Death.SIGKILL),
        new CrashCase(Command.CHARGE, BEFORE_COMMIT, 1, Death.DATABASE_KILLED),
        new CrashCase(Command.CHARGE, BEFORE_COMMIT, 2, Death.CONNECTION_CUT),
        new CrashCase(Command.AUTHORIZE, AFTER_ANSWER, 1, Death.DATABASE_KILLED),
        new CrashCase(Command.CAPTURE, BEFORE_COMMIT, 2, Death.HALT),
        new CrashCase(Command.VOID, BEFORE_CALL, 1, Death.CONNECTION_CUT),
        new CrashCase(Command.REFUND, AFTER_ANSWER, 1, Death.SIGKILL),
        new CrashCase(Command.CLOSE, KEY_CLOSED, 1, Death.SIGKILL),
        new CrashCase(Command.RESOLVE, RESOLUTION_FENCED, 1, Death.HALT),
        new CrashCase(Command.RECOVERY, BEFORE_COMMIT, 2, Death.DATABASE_KILLED),
        new CrashCase(Command.FENCING, KEY_CLOSED, 1, Death.CONNECTION_CUT),
        new CrashCase(Command.NOTIFICATION, NOTIFICATION_STORED, 1, Death.SIGKILL));
  }

  /** What arms it, as the ledger's {@code onceledger.crash} has it. */
  String setting() {
    String how =
        switch (death) {
          case HALT -> "halt";
          case SIGKILL -> "kill";
          case DATABASE_KILLED, CONNECTION_CUT -> "stop";
        };
    return point.wireName() + (time == 1 ? "" : "#" + time) + ":" + how;
  }

  /** The place, as the table has it. */
  String place() {
    return point.wireName() + (time == 1 ? "" : " (outcome)");
  }

  @Override
  public String toString() {
    return (command + " " + place() + " " + death).toLowerCase(Locale.ROOT).replace('_', ' ');
  }
}
