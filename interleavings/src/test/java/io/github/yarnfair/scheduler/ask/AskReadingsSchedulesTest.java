// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.ask;

import io.github.yarnfair.interleavings.Schedules;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.apache.hadoop.yarn.api.records.Priority;
import org.apache.hadoop.yarn.server.scheduler.SchedulerRequestKey;
import org.jetbrains.kotlinx.lincheck.annotations.Operation;
import org.junit.jupiter.api.Test;

/**
 * A master's calls publish readings, decisions take them: each arrives, also if a decision fails.
 */
class AskReadingsSchedulesTest {
  @Test
  void eachReadingIsTaken() {
    Schedules.keep(Published.class);
  }

  @Test
  void copyThatIsClearedLaterLosesReadings() {
    Schedules.breakIt(CopiedThenCleared.class);
  }

  /** Requests have the priorities 0 to 2, in turn. */
  public static class Published {
    private final AskReadings readings = new AskReadings();
    private int next;

    @Operation(nonParallelGroup = "calls")
    public void publish() {
      publish(next++ % 3);
    }

    void publish(int priority) {
      readings.publish(new SchedulerRequestKey(Priority.newInstance(priority), 0, null), null);
    }

    @Operation(nonParallelGroup = "decides")
    public List<Integer> take() {
      TreeSet<Integer> taken = new TreeSet<>();
      readings.takeAll((key, ask) -> taken.add(key.getPriority().getPriority()));
      return List.copyOf(taken);
    }

    /** A decision that fails keeps the readings. */
    @Operation(nonParallelGroup = "decides")
    public void fail() {
      try {
        readings.takeAll(
            (key, ask) -> {
              throw new IllegalStateException("fails");
            });
      } catch (IllegalStateException e) {
        // The readings are kept.
      }
    }
  }

  /** Copies the readings and clears them, in two holds of the lock. */
  public static final class CopiedThenCleared extends Published {
    private final Map<Integer, Boolean> published = new HashMap<>();

    @Override
    void publish(int priority) {
      synchronized (published) {
        published.put(priority, true);
      }
    }

    @Override
    public List<Integer> take() {
      List<Integer> taken;
      synchronized (published) {
        taken = new ArrayList<>(new TreeSet<>(published.keySet()));
      }
      synchronized (published) {
        published.clear();
      }
      return taken;
    }
  }
}
