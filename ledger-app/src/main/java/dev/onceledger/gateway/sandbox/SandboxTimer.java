package dev.onceledger.gateway.sandbox;

import static java.lang.System.Logger.Level.ERROR;
import static java.util.concurrent.TimeUnit.MILLISECONDS;

import java.time.Duration;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;

/** Does things later. What it has not begun when it closes is not done. */
final class SandboxTimer implements AutoCloseable {
  private static final System.Logger LOG = System.getLogger(SandboxTimer.class.getName());
  private static final int THREADS = 2;
  private static final int CLOSE_SECONDS = 5;

  private final ScheduledThreadPoolExecutor executor;

  SandboxTimer(ThreadFactory threads) {
    executor = new ScheduledThreadPoolExecutor(THREADS, threads);
    executor.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
  }

  /** Runs the task after a while, at once if that is not positive. */
  void after(Duration delay, Runnable task) {
    try {
      Future<?> unused = executor.schedule(() -> run(task), delay.toMillis(), MILLISECONDS);
    } catch (RejectedExecutionException e) {
      // It is closing; a waiting operation is taken up at the next start.
    }
  }

  private static void run(Runnable task) {
    try {
      task.run();
    } catch (RuntimeException e) {
      LOG.log(ERROR, "the sandbox failed in something put off", e);
    }
  }

  @Override
  public void close() {
    executor.shutdown();
    try {
      executor.awaitTermination(CLOSE_SECONDS, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
