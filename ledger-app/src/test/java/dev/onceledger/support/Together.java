package dev.onceledger.support;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.IntFunction;

/** Does things at the same instant, each on a thread of its own. */
public final class Together {
  private Together() {}

  /** The results of {@code times} threads that start together; each gets its number from 0. */
  public static <T> List<T> run(int times, IntFunction<T> action) {
    CyclicBarrier start = new CyclicBarrier(times);
    List<Callable<T>> tasks = new ArrayList<>();
    for (int i = 0; i < times; i++) {
      int number = i;
      tasks.add(
          () -> {
            start.await(30, TimeUnit.SECONDS);
            return action.apply(number);
          });
    }
    ExecutorService threads = Executors.newFixedThreadPool(times);
    try {
      List<T> results = new ArrayList<>();
      for (Future<T> result : threads.invokeAll(tasks)) {
        results.add(result.get());
      }
      return results;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    } catch (ExecutionException e) {
      throw new IllegalStateException(e.getCause());
    } finally {
      threads.shutdownNow();
    }
  }
}
