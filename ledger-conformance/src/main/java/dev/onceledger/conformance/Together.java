package dev.onceledger.conformance;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

/** Does things at the same instant, each on a thread of its own. */
final class Together {
  private Together() {}

  static <T, R> List<R> each(List<T> items, Function<T, R> action) {
    CyclicBarrier start = new CyclicBarrier(items.size());
    List<Callable<R>> tasks = new ArrayList<>();
    for (T item : items) {
      tasks.add(
          () -> {
            start.await(30, TimeUnit.SECONDS);
            return action.apply(item);
          });
    }
    ExecutorService threads = Executors.newFixedThreadPool(items.size());
    try {
      List<R> results = new ArrayList<>();
      for (Future<R> result : threads.invokeAll(tasks)) {
        results.add(result.get());
      }
      return results;
    } catch (InterruptedException e) {
      throw Pause.interrupted(e);
    } catch (ExecutionException e) {
      throw new IllegalStateException(e.getCause());
    } finally {
      threads.shutdownNow();
    }
  }
}
