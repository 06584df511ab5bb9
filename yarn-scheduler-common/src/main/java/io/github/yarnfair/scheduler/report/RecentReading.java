// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.report;

import java.lang.ref.WeakReference;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * What was read of the queues last. It is read again at most once a second, however often it is
 * asked for, and at once if the queues have been replaced, so that a caller that replaces them sees
 * the change. Any thread.
 *
 * @param <T> what is read
 */
public final class RecentReading<T> implements Supplier<T> {
  private static final long MOST_AGE_NANOS = TimeUnit.SECONDS.toNanos(1);

  private final Supplier<?> queues;
  private final Supplier<T> reader;
  private volatile @Nullable Reading<T> last;

  /** Does not keep queues that have been replaced. */
  private record Reading<T>(T value, WeakReference<Object> of, long atNanos) {}

  /**
   * @param queues returns those in force; any thread
   * @param reader reads them
   */
  public RecentReading(Supplier<?> queues, Supplier<T> reader) {
    this.queues = queues;
    this.reader = reader;
  }

  @Override
  public T get() {
    Reading<T> recent = last;
    return recent != null && isRecent(recent) ? recent.value() : readUnlessRecent();
  }

  private boolean isRecent(Reading<T> reading) {
    return System.nanoTime() - reading.atNanos() < MOST_AGE_NANOS
        && reading.of().refersTo(queues.get());
  }

  /** Callers that waited for another one's reading take that. */
  private synchronized T readUnlessRecent() {
    Reading<T> recent = last;
    if (recent != null && isRecent(recent)) {
      return recent.value();
    }
    WeakReference<Object> of = new WeakReference<>(queues.get());
    Reading<T> now = new Reading<>(reader.get(), of, System.nanoTime());
    last = now;
    return now.value();
  }
}
