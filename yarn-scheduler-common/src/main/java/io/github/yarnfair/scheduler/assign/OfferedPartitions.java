// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.assign;

import io.github.yarnfair.core.nodes.NodeChoice;
import io.github.yarnfair.core.tree.Demand;
import io.github.yarnfair.scheduler.model.ClusterNode;
import io.github.yarnfair.scheduler.model.ShareLedger;
import io.github.yarnfair.scheduler.record.RecordedFacts;
import io.github.yarnfair.scheduler.resource.MachineClasses;
import java.util.Arrays;
import java.util.Iterator;
import java.util.Map;
import java.util.TreeMap;

/** The nodes that have reported, by machine class, and what their scores are relative to. */
final class OfferedPartitions implements Iterable<OfferedPartition> {
  private static final long MIX_MILLIS = 1_000;

  /** Demand vectors in the mix that scores are relative to: each costs a comparison per score. */
  private static final int MOST_IN_MIX = 32;

  private final ShareLedger ledger;
  private final MachineClasses classes;
  private final NodeChoice choice;

  /** By the number of the machine class. */
  private final Map<Integer, OfferedPartition> byClass = new TreeMap<>();

  private final long[] clusterTotal;
  private long lastMix = Long.MIN_VALUE / 2;

  OfferedPartitions(ShareLedger ledger, NodeChoice choice) {
    this.ledger = ledger;
    this.choice = choice;
    classes = ledger.classes();
    clusterTotal = new long[ledger.vectors().length()];
  }

  /** Names them in the order of the machine classes. */
  @Override
  public Iterator<OfferedPartition> iterator() {
    return byClass.values().iterator();
  }

  /**
   * Takes in what is free on a node that has reported.
   *
   * @param visit of the node
   * @param available what of it may be given to tasks
   * @param now in milliseconds
   */
  void report(NodeVisit visit, long[] available, long now) {
    ClusterNode node = visit.node();
    OfferedPartition own = of(visit.offer().machineClass());
    for (OfferedPartition partition : byClass.values()) {
      if (partition != own) {
        partition.remove(node);
      }
    }
    own.report(node, visit.offer().total(), available, now);
  }

  private OfferedPartition of(int machineClass) {
    OfferedPartition known = byClass.get(machineClass);
    if (known == null) {
      known = new OfferedPartition(classes, machineClass, choice.newScore(clusterTotal.length));
      byClass.put(machineClass, known);
      lastMix = Long.MIN_VALUE / 2;
      record(known);
    }
    return known;
  }

  /**
   * Lets the scores be computed as if none had been before, and records what follows, if it is to
   * be recorded.
   */
  void restart() {
    lastMix = Long.MIN_VALUE / 2;
    for (OfferedPartition partition : byClass.values()) {
      partition.index().setScore(choice.newScore(clusterTotal.length));
      record(partition);
    }
  }

  private void record(OfferedPartition partition) {
    RecordedFacts facts = ledger.facts();
    if (facts != null) {
      facts.recorder().addIndex(partition.index(), partition.machineClass(), clusterTotal.length);
    }
  }

  /** Removes a node that has left the cluster. */
  void remove(ClusterNode node) {
    byClass.values().forEach(partition -> partition.remove(node));
  }

  /**
   * Updates what scores are relative to, if that is due.
   *
   * @param now in milliseconds
   */
  void updateScores(long now) {
    long[] total = new long[clusterTotal.length];
    for (int pair = 0; pair < classes.offset(classes.partitions()); pair++) {
      total[classes.space().resourceOf(pair)] += ledger.tree().capacity(pair);
    }
    if (now - lastMix >= MIX_MILLIS || !Arrays.equals(total, clusterTotal)) {
      lastMix = now;
      System.arraycopy(total, 0, clusterTotal, 0, total.length);
      byClass
          .values()
          .forEach(nodes -> nodes.index().update(clusterTotal, workload(nodes.machineClass())));
    }
  }

  private Demand workload(int machineClass) {
    return choice == NodeChoice.FRAGMENTATION
        ? ledger.workload(machineClass, MOST_IN_MIX)
        : Demand.NOTHING;
  }
}
