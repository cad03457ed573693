package dev.onceledger.crash;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * A place between two effects. The system property {@code onceledger.crash} arms one, such as
 * {@code after-intent:kill} or {@code after-append#2:stop} (the second time): the process then dies
 * there (kill, halt), or is frozen (stop) until it gets SIGCONT. {@code @} and a file's name arms
 * what the file says. Without the property a point is one check of a constant.
 */
public enum CrashPoint {
  /** A request begins; nothing is claimed. */
  BEFORE_CLAIM,
  /** Its key is claimed, and not committed. */
  AFTER_CLAIM,
  /** A command has decided; its events are in memory only. */
  AFTER_DECIDE,
  /** Its events are appended, and nothing else is written yet. */
  AFTER_APPEND,
  /** All that it writes is written, and not committed. */
  BEFORE_COMMIT,
  /** The intent is committed; the gateway has not been called. */
  AFTER_INTENT,
  /** The gateway is about to be called. */
  BEFORE_CALL,
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
  /** What an operator's decision rests on is fenced; the decision is not written. */
  RESOLUTION_FENCED,
  /** That an operation is sent again is committed; it is not sent. */
  RESEND_WRITTEN,
  /** An operation was sent again and answered; the outcome is not written. */
  RESEND_ANSWERED,
  /** A notification is stored; the gateway has no answer to it. */
  NOTIFICATION_STORED,
  /** A notification is claimed to be taken up; nothing is written. */
  NOTIFICATION_CLAIMED,
  /** What a notification told is committed; that it was taken up is not. */
  NOTIFICATION_WRITTEN,
  /** The gateway has said that an authorization ran out; nothing is written. */
  EXPIRY_ANSWERED,
  /** A partition is detached and not dropped. */
  PARTITION_DETACHED;

  private static final Armed.@Nullable Trigger ARMED =
      Armed.Trigger.of(System.getProperty("onceledger.crash"));

  /** Dies or freezes here if this point is armed. */
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
