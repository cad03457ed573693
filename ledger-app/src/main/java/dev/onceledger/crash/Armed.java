package dev.onceledger.crash;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The one point that is armed, the how manyeth time that it is reached, and what happens then.
 *
 * @param times that it is still to be reached
 */
record Armed(String point, AtomicInteger times, Death death) {
  private static final Pattern SETTING = Pattern.compile("([a-z-]+)(?:#([1-9]))?:(kill|halt|stop)");

  /** How the process ends, or pauses. */
  enum Death {
    /** By a signal that nothing in the process sees. */
    KILL,
    /** By itself, without any hook. */
    HALT,
    /** Not at all: it is frozen until it gets SIGCONT. */
    STOP
  }

  /**
   * What a setting such as {@code after-intent:kill} or {@code after-append#2:stop} arms.
   *
   * @throws IllegalArgumentException if it is of another form
   */
  static Armed of(String setting) {
    Matcher parts = SETTING.matcher(setting);
    if (!parts.matches()) {
      throw new IllegalArgumentException(
          "onceledger.crash is <point>:kill, :halt or :stop, with <point>#2 for the second time,"
              + " or @ and a file with such a line");
    }
    int times = parts.group(2) == null ? 1 : Integer.parseInt(parts.group(2));
    Death death =
        switch (parts.group(3)) {
          case "kill" -> Death.KILL;
          case "halt" -> Death.HALT;
          default -> Death.STOP;
        };
    return new Armed(parts.group(1), new AtomicInteger(times), death);
  }

  void reach(CrashPoint here) {
    if (here.wireName().equals(point) && times.decrementAndGet() == 0) {
      System.out.println("crash point reached: " + point);
      System.out.flush();
      switch (death) {
        case KILL -> signalMyself("KILL");
        case HALT -> Runtime.getRuntime().halt(137);
        case STOP -> signalMyself("STOP");
      }
    }
  }

  /** The signal reaches the whole process, so that it dies as it would by another's hand. */
  private static void signalMyself(String signal) {
    String pid = Long.toString(ProcessHandle.current().pid());
    try {
      new ProcessBuilder("kill", "-" + signal, pid).inheritIO().start().waitFor();
    } catch (IOException e) {
      throw new IllegalStateException("no kill command to crash with", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Which point is armed: always the same, or what a file says, as often as that changes. */
  static final class Trigger {
    private final @Nullable Path file;
    private String line = "";
    private @Nullable Armed armed;

    private Trigger(@Nullable Path file, @Nullable Armed armed) {
      this.file = file;
      this.armed = armed;
    }

    /** What the setting asks for; null if there is none. */
    static @Nullable Trigger of(@Nullable String setting) {
      if (setting == null) {
        return null;
      }
      return setting.startsWith("@")
          ? new Trigger(Path.of(setting.substring(1)), null)
          : new Trigger(null, Armed.of(setting));
    }

    void reach(CrashPoint here) {
      Armed now = armed();
      if (now != null) {
        now.reach(here);
      }
    }

    private synchronized @Nullable Armed armed() {
      if (file != null) {
        String written = read(file);
        if (!written.equals(line)) {
          line = written;
          armed = written.isEmpty() ? null : Armed.of(written);
        }
      }
      return armed;
    }

    private static String read(Path file) {
      try {
        return Files.readString(file).strip();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }
}
