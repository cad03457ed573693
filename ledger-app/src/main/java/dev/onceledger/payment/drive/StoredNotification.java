package dev.onceledger.payment.drive;

import dev.onceledger.api.payment.GatewayName;
import dev.onceledger.gateway.GatewayNotification;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A notification in the inbox.
 *
 * @param note why it stands where it stands, as a short name
 * @param isTooOld whether it has waited for longer than it is tried again
 */
public record StoredNotification(
    GatewayName gateway,
    GatewayNotification told,
    Status status,
    @Nullable String note,
    int tries,
    Instant receivedAt,
    boolean isTooOld) {

  /** How far it is. */
  public enum Status {
    /** Not taken up yet. */
    STORED,
    /** Cannot be taken up yet, and is tried again. */
    PARKED,
    /** Taken in: something was written. */
    APPLIED,
    /** Known already, older than what is known, or of no concern here. */
    IGNORED,
    /** Tried for as long as it is tried again. A person should look at it. */
    ABANDONED
  }

  /** What became of it when it was taken up. */
  record Verdict(Status status, String note) {
    static Verdict applied(String note) {
      return new Verdict(Status.APPLIED, note);
    }

    static Verdict ignored(String note) {
      return new Verdict(Status.IGNORED, note);
    }

    static Verdict parked(String note) {
      return new Verdict(Status.PARKED, note);
    }
  }
}
