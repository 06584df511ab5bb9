// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.forecast;

import io.github.yarnfair.core.forecast.StartBook.Running;
import io.github.yarnfair.interleavings.Schedules;
import java.util.concurrent.locks.ReentrantLock;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.jetbrains.kotlinx.lincheck.annotations.Operation;
import org.junit.jupiter.api.Test;

/** What is reported without waiting is in the book for each later reader. */
class StartBookSchedulesTest {
  @Test
  void eachReportIsInTheBookForWhoReadsAfterIt() {
    Schedules.keep(Reported.class);
  }

  @Test
  void bookThatDropsWhatItCannotTakeAtOnceLosesReports() {
    Schedules.breakIt(Dropped.class);
  }

  public static final class Reported {
    private final SharedStartBook book = new SharedStartBook(1);

    @Operation
    public void end() {
      ApplicationId app = ApplicationId.newInstance(1, 1);
      book.ended(new Running<>(app, "root.a", false, 0), true, 10);
    }

    @Operation
    public int reports() {
      return book.durations();
    }
  }

  /** Drops a report while another thread uses the book. */
  public static final class Dropped {
    private final ReentrantLock lock = new ReentrantLock();
    private int reports;

    @Operation
    public void end() {
      if (lock.tryLock()) {
        try {
          reports++;
        } finally {
          lock.unlock();
        }
      }
    }

    @Operation
    public int reports() {
      lock.lock();
      try {
        return reports;
      } finally {
        lock.unlock();
      }
    }
  }
}
