// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.forecast;

import io.github.yarnfair.core.forecast.StartBook;
import io.github.yarnfair.core.forecast.StartBook.Interval;
import io.github.yarnfair.core.forecast.StartBook.Lives;
import io.github.yarnfair.core.forecast.StartBook.Observed;
import io.github.yarnfair.core.forecast.StartBook.Running;
import io.github.yarnfair.core.forecast.StartForecast;
import java.util.Collection;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.Function;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.jspecify.annotations.Nullable;

/**
 * A {@link StartBook} that several threads use. What happens is noted without waiting: it is
 * reported under the scheduler's lock, while others copy or read the book. No call takes another
 * lock.
 */
final class SharedStartBook {
  private final ReentrantLock lock = new ReentrantLock();

  /** Under the lock. */
  private final StartBook<ApplicationId> book;

  /** What was reported while the book was in use. */
  private final Queue<Consumer<StartBook<ApplicationId>>> reports = new ConcurrentLinkedQueue<>();

  SharedStartBook(long seed) {
    book = new StartBook<>(seed);
  }

  private void report(Consumer<StartBook<ApplicationId>> event) {
    reports.add(event);
    if (lock.tryLock()) {
      try {
        takeIn();
      } finally {
        lock.unlock();
      }
    }
  }

  private void takeIn() {
    for (var next = reports.poll(); next != null; next = reports.poll()) {
      next.accept(book);
    }
  }

  /** Reads or writes the book as it is after all reports. */
  private <T extends @Nullable Object> T read(Function<StartBook<ApplicationId>, T> call) {
    lock.lock();
    try {
      takeIn();
      return call.apply(book);
    } finally {
      lock.unlock();
    }
  }

  void ended(Running<ApplicationId> task, boolean byItself, long now) {
    report(to -> to.ended(task, byItself, now));
  }

  void forget(ApplicationId application) {
    report(to -> to.forget(application));
  }

  void compare(Collection<Running<ApplicationId>> running) {
    report(to -> to.compare(running));
  }

  void keep(Set<ApplicationId> waiting) {
    report(to -> to.keep(waiting));
  }

  Lives<ApplicationId> lives(Collection<Running<ApplicationId>> running, long now) {
    Observed<ApplicationId> observed = read(StartBook::observed);
    return observed.lives(running, now);
  }

  @Nullable Interval made(
      ApplicationId application, String queue, long now, StartForecast forecast) {
    return read(of -> of.made(application, queue, now, forecast));
  }

  int durations() {
    return read(StartBook::durations);
  }

  long reachedBy(double part, int least) {
    return read(of -> of.reachedBy(part, least));
  }

  long outcomes() {
    return read(StartBook::outcomes);
  }

  long contained() {
    return read(StartBook::contained);
  }
}
