// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.audit;

import io.github.yarnfair.core.tree.Amounts;
import io.github.yarnfair.scheduler.gang.Gangs;
import io.github.yarnfair.scheduler.model.AppAttempt;
import io.github.yarnfair.scheduler.model.Application;
import io.github.yarnfair.scheduler.model.ClusterNode;
import io.github.yarnfair.scheduler.model.FairQueue;
import io.github.yarnfair.scheduler.model.Gang;
import io.github.yarnfair.scheduler.model.GangRoom;
import io.github.yarnfair.scheduler.model.LeafQueue;
import io.github.yarnfair.scheduler.model.QueueTree;
import io.github.yarnfair.scheduler.resource.ResourceVectors;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Checks that nodes, attempts, queues and {@link Gangs} know the same room that is kept, that no
 * gang has started in part, and that no two gangs collect in one partition.
 */
final class GangAudit {
  private final QueueTree queues;
  private final ResourceVectors vectors;
  private final List<String> violations = new ArrayList<>();

  GangAudit(QueueTree queues, ResourceVectors vectors) {
    this.queues = queues;
    this.vectors = vectors;
  }

  /** Returns one sentence for each violated invariant. Under the scheduler's lock. */
  List<String> violations(List<ClusterNode> nodes, Gangs gangs) {
    Set<GangRoom> kept = new HashSet<>();
    for (Gang gang : gangs.all()) {
      kept.addAll(gang.rooms());
      check(gang, gangs);
    }
    Set<GangRoom> onNodes = new HashSet<>();
    for (ClusterNode node : nodes) {
      List<GangRoom> here = gangs.rooms().on(node);
      onNodes.addAll(here);
      for (int j = 0; j < vectors.length(); j++) {
        int type = j;
        long sum = here.stream().mapToLong(room -> room.amounts()[type]).sum();
        require(
            node.kept(j) == sum,
            "%s keeps %d of resource %d for gangs, actually %d"
                .formatted(node, node.kept(j), j, sum));
      }
      require(
          !node.isOverKept(vectors),
          "%s has less than is allocated and kept for gangs".formatted(node));
    }
    require(kept.equals(onNodes), "gangs keep %s, nodes %s".formatted(kept, onNodes));
    Set<String> partitions = new HashSet<>();
    for (Gang gang : gangs.collecting()) {
      for (String partition : partitions(gang)) {
        require(partitions.add(partition), "a second gang keeps room in '" + partition + "'");
      }
    }
    checkKept(queues.root());
    return violations;
  }

  private static Set<String> partitions(Gang gang) {
    Set<String> partitions = new HashSet<>();
    gang.members().forEach(member -> partitions.add(member.partition()));
    return partitions;
  }

  private void check(Gang gang, Gangs gangs) {
    boolean isCollecting = gangs.collecting().contains(gang);
    boolean isStarting = gangs.starting().contains(gang);
    require(
        gang.rooms().isEmpty() || isCollecting || isStarting,
        gang + " keeps room without collecting, in state " + gang.state());
    require(
        isCollecting == (gang.state() == Gang.State.COLLECTING),
        gang + " is in state " + gang.state());
    require(
        isStarting == (gang.state() == Gang.State.STARTING), gang + " is in state " + gang.state());
    AppAttempt attempt = gang.attempt();
    require(
        attempt.isStopped() || gang.hasOthers() || !attempt.holdsTasks(),
        gang + " has started in part");
    require(isStarting || !gang.isWhole(), gang + " has room for all members and has not started");
  }

  /** Returns what is kept below a queue. */
  private long[] checkKept(FairQueue queue) {
    long[] sum = new long[queue.reserved().kept().length];
    queue.children().forEach(child -> Amounts.add(sum, checkKept(child)));
    if (queue instanceof LeafQueue leaf) {
      for (Application application : leaf.applications()) {
        AppAttempt attempt = application.getCurrentAppAttempt();
        if (attempt != null && attempt.gang() != null) {
          attempt.gang().rooms().forEach(room -> Amounts.add(sum, room.inTree()));
        }
      }
    }
    int pairs = queue.ledger().classes().space().pairs();
    require(
        Arrays.equals(sum, 0, pairs, queue.reserved().kept(), 0, pairs),
        "%s counts %s kept for gangs, actually %s"
            .formatted(queue, Arrays.toString(queue.reserved().kept()), Arrays.toString(sum)));
    return sum;
  }

  private void require(boolean holds, String violation) {
    if (!holds) {
      violations.add(violation);
    }
  }
}
