// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.report;

import io.github.yarnfair.interleavings.Schedules;
import java.util.function.Supplier;
import org.jetbrains.kotlinx.lincheck.annotations.Operation;
import org.junit.jupiter.api.Test;

/** Queues that have been replaced are read at once, also beside other readers. */
class RecentReadingSchedulesTest {
  @Test
  void replacedQueuesAreReadAtOnce() {
    Schedules.keep(OfQueues.class);
  }

  @Test
  void readingWhoseQueuesAreNotedAfterwardsOutlivesThem() {
    Schedules.breakIt(NotedAfterwards.class);
  }

  /** The queues are a number. */
  public static class OfQueues {
    private volatile Object queues = 0;
    private final Supplier<Object> reading = reading();

    Supplier<Object> reading() {
      return new RecentReading<>(this::queues, this::queues);
    }

    Object queues() {
      return queues;
    }

    @Operation(nonParallelGroup = "refreshes")
    public void replace() {
      queues = (Integer) queues + 1;
    }

    @Operation
    public Object get() {
      return reading.get();
    }
  }

  /** Notes of which queues it is once it has read them. */
  public static final class NotedAfterwards extends OfQueues {
    @Override
    Supplier<Object> reading() {
      return new Supplier<>() {
        private Object last;
        private Object of;

        @Override
        public synchronized Object get() {
          if (of != queues()) {
            last = queues();
            of = queues();
          }
          return last;
        }
      };
    }
  }
}
