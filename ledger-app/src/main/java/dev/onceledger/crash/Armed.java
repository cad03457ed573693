package dev.onceledger.crash;

import java.io.IOException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/** The one point that is armed, and what happens there. */
final class Armed {
  private final String point;
  private final String signal;
  private final AtomicBoolean reached = new AtomicBoolean();

  private Armed(String point, String signal) {
    this.point = point;
    this.signal = signal;
  }

  /**
   * What a setting such as {@code after-intent:kill} arms; null if there is none.
   *
   * @throws IllegalArgumentException if it is of another form
   */
  static @Nullable Armed of(@Nullable String setting) {
    if (setting == null) {
      return null;
    }
    String[] parts = setting.split(":", -1);
    if (parts.length != 2 || !(parts[1].equals("kill") || parts[1].equals("stop"))) {
      throw new IllegalArgumentException("onceledger.crash is <point>:kill or <point>:stop");
    }
    return new Armed(parts[0], parts[1].equals("kill") ? "KILL" : "STOP");
  }

  void reach(CrashPoint here) {
    if (here.wireName().equals(point) && reached.compareAndSet(false, true)) {
      signalMyself();
    }
  }

  /** The signal reaches the whole process, so that it dies as it would by another's hand. */
  private void signalMyself() {
    System.out.println("crash point reached: " + point);
    System.out.flush();
    String pid = Long.toString(ProcessHandle.current().pid());
    try {
      new ProcessBuilder("kill", "-" + signal, pid).inheritIO().start().waitFor();
    } catch (IOException e) {
      throw new IllegalStateException("no kill command to crash with", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
