package dev.onceledger.crash;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * A place between two effects. The system property {@code onceledger.crash} arms one, such as
 * {@code after-intent:kill}: the process then dies there (kill), or is frozen (stop) until it gets
 * SIGCONT. Without it a point is one check of a constant.
 */
public enum CrashPoint {
  /** The intent is committed; the gateway has not been called. */
  AFTER_INTENT,
  /** The gateway has answered; the outcome is not written. */
  AFTER_ANSWER,
  /** The outcome is committed; the client has no reply. */
  AFTER_OUTCOME,
  /** Recovery has claimed an operation, and asked nothing yet. */
  RECOVERY_CLAIMED,
  /** An inquiry is answered; nothing is written. */
  INQUIRY_ANSWERED,
  /** A key was closed at the gateway; nothing is written. */
  KEY_CLOSED,
  /** That an operation is sent again is committed; it is not sent. */
  RESEND_WRITTEN,
  /** An operation was sent again and answered; the outcome is not written. */
  RESEND_ANSWERED,
  /** A notification is stored; the gateway has no answer to it. */
  NOTIFICATION_STORED,
  /** A notification is claimed to be taken up; nothing is written. */
  NOTIFICATION_CLAIMED,
  /** What a notification told is committed; that it was taken up is not. */
  NOTIFICATION_WRITTEN;

  private static final @Nullable Armed ARMED = Armed.of(System.getProperty("onceledger.crash"));

  /** Dies or freezes here if this point is armed, the first time that it is reached. */
  public void reach() {
    if (ARMED != null) {
      ARMED.reach(this);
    }
  }

  /** The name that arms it, such as {@code after-intent}. */
  public String wireName() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
