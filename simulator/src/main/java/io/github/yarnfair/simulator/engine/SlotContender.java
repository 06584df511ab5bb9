// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.simulator.engine;

import io.github.yarnfair.simulator.engine.HeartbeatPlacing.Reports;
import io.github.yarnfair.simulator.rule.Rule;
import io.github.yarnfair.simulator.run.RunJob;
import io.github.yarnfair.simulator.run.RunQueue;
import io.github.yarnfair.simulator.run.TaskGroup;
import io.github.yarnfair.simulator.run.Workload;
import java.io.IOException;
import java.util.Arrays;
import java.util.Optional;
import java.util.Random;

/**
 * Hierarchical fairness of slots, with which the H-DRF paper (section 5.3) and the DRFH paper
 * (section VI) compare: at each level of the tree the queue with the fewest slots by weight is
 * served.
 *
 * @param perLargest the number of slots of the largest node
 */
public record SlotContender(int perLargest) implements Contender {
  private static final String NAME = "slots-";

  /**
   * Returns the contender of a name such as {@code slots-14}; nothing if it is another name.
   *
   * @throws IllegalArgumentException if the number is none of at least 1
   */
  public static Optional<Contender> named(String name) {
    if (!name.startsWith(NAME)) {
      return Optional.empty();
    }
    try {
      int slots = Integer.parseInt(name.substring(NAME.length()));
      if (slots >= 1) {
        return Optional.of(new SlotContender(slots));
      }
    } catch (NumberFormatException e) {
      // Refused below.
    }
    throw new IllegalArgumentException("\"" + name + "\": expected slots-N, N at least 1");
  }

  @Override
  public String name() {
    return NAME + perLargest;
  }

  @Override
  public String nodeChoice() {
    return "heartbeat";
  }

  @Override
  public long run(Workload workload, RunQueue root, RunBooks books, long seed) throws IOException {
    for (RunJob job : workload.jobs()) {
      for (TaskGroup group : job.groups()) {
        if (!group.machineClass().isEmpty()) {
          throw new IOException(
              "%s: job %s is bound to machine class \"%s\": expected --any-class"
                  .formatted(name(), job.id(), group.machineClass()));
        }
      }
    }
    for (RunQueue queue : root.subtree().toList()) {
      if (Arrays.stream(queue.maximum()).anyMatch(most -> most != RunQueue.UNLIMITED)) {
        throw new IOException(
            name() + ": " + queue.path() + " has a maximum: expected queues without one");
      }
    }
    Slots slots = new Slots(workload, perLargest);
    PolicyCluster cluster = new PolicyCluster(workload, root, Rule.NAIVE, slots);
    Reports reports = cluster.hasLimits() ? Reports.USABLE : Reports.USABLE_LOCALLY;
    return new EventLoop(workload, books)
        .run(new HeartbeatPlacing(cluster, reports, new Random(seed)));
  }
}
