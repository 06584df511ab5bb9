// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.benchmarks.workload;

import static io.github.yarnfair.core.tree.ShareTree.NONE;

import io.github.yarnfair.core.nodes.NodeIndex;
import io.github.yarnfair.core.nodes.NodeScore;
import io.github.yarnfair.core.policy.Selection;
import io.github.yarnfair.core.tree.Demand;
import io.github.yarnfair.core.tree.Offer;

/**
 * All machines of a workload offered together: a selection says who is served, a node score where.
 */
public final class MachinePass {
  private final Workload workload;
  private final ClusterNodes machines;
  private final NodeIndex index;
  private final Offer offer;
  private final long[] total;
  private final long[] free;
  private final long[] nothing;

  /** Indexes the machines of a settled workload. */
  public MachinePass(Workload workload, NodeScore score) {
    this.workload = workload;
    machines = workload.nodes();
    int resources = workload.tree().resourceCount();
    index = new NodeIndex(resources, score);
    index.update(machines.total(), Demand.NOTHING);
    offer = new Offer(resources);
    total = new long[resources];
    free = new long[resources];
    nothing = new long[resources];
    for (int machine = 0; machine < machines.count(); machine++) {
      put(machine);
    }
  }

  /** A random task ends, and tasks start until none fits any machine: one decision. */
  public void decide(Selection selection) {
    put(workload.endRandomTask());
    index.beginPass();
    offer.open(index, nothing);
    for (int leaf = next(selection); leaf != NONE; leaf = next(selection)) {
      int kind = workload.kindThatFits(leaf, index);
      int machine = index.choose(workload.kinds().vector(kind));
      workload.start(leaf, machine, kind);
      put(machine);
    }
  }

  private int next(Selection selection) {
    workload.picked();
    return selection.next(offer);
  }

  private void put(int machine) {
    for (int j = 0; j < free.length; j++) {
      total[j] = machines.capacity(machine, j);
      free[j] = machines.free(machine, j);
    }
    index.put(machine, total, free);
  }
}
