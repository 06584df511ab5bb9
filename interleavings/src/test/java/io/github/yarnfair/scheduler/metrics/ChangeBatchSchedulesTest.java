// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.metrics;

import io.github.yarnfair.interleavings.Schedules;
import java.util.Map;
import java.util.TreeMap;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.NodeType;
import org.jetbrains.kotlinx.lincheck.annotations.Operation;
import org.junit.jupiter.api.Test;

/** Changes of a queue's metrics are added up by several threads, and taken by another one. */
class ChangeBatchSchedulesTest {
  @Test
  void eachChangeIsTakenOnce() {
    Schedules.keep(AddedUp.class);
  }

  @Test
  void changeOfWhatHasBeenTakenIsLost() {
    Schedules.breakIt(ChangedOutside.class);
  }

  public static class AddedUp {
    private final ChangeBatch batch = new ChangeBatch();

    @Operation
    public void ofAlice() {
      place("alice");
    }

    @Operation
    public void ofBob() {
      place("bob");
    }

    void place(String user) {
      batch.change(null, user, AddedUp::place);
    }

    static void place(MetricChanges changes) {
      changes.placed.merge(NodeType.NODE_LOCAL, 1, Integer::sum);
    }

    ChangeBatch batch() {
      return batch;
    }

    /** Returns the number of placed containers by user. */
    @Operation(nonParallelGroup = "flushes")
    public Map<String, Integer> take() {
      Map<String, Integer> placed = new TreeMap<>();
      batch
          .take()
          .forEach(
              each -> placed.put(each.user(), each.placed.getOrDefault(NodeType.NODE_LOCAL, 0)));
      return placed;
    }
  }

  /** Adds to an entry after it has given the lock back. */
  public static final class ChangedOutside extends AddedUp {
    @Override
    void place(String user) {
      MetricChanges[] found = new MetricChanges[1];
      batch().change(null, user, each -> found[0] = each);
      place(found[0]);
    }
  }
}
