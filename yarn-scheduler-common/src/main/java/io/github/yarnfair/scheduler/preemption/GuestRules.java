// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.preemption;

import java.nio.LongBuffer;
import java.util.HashSet;
import java.util.Set;

/**
 * Which guests may end for which requests in a round: a node takes one task at a time of a request
 * with placement constraints.
 */
final class GuestRules implements GuestPlan.Rules {
  private final PreemptionRound round;

  /** Where a task with constraints is supposed to run by now. */
  private final Set<Supposed> alone = new HashSet<>();

  private record Supposed(int leaf, LongBuffer task, int node) {}

  GuestRules(PreemptionRound round) {
    this.round = round;
  }

  @Override
  public boolean mayPreempt(int losingLeaf, int gainingLeaf) {
    return round.mayPreempt(losingLeaf, gainingLeaf);
  }

  @Override
  public boolean mayPlace(int leaf, long[] task, int node) {
    return round.mayPlace(leaf, task, node)
        && (alone.isEmpty() || !alone.contains(new Supposed(leaf, LongBuffer.wrap(task), node)));
  }

  @Override
  public void supposed(int leaf, long[] task, int node) {
    if (round.isConstrained(leaf, task, node)) {
      alone.add(new Supposed(leaf, LongBuffer.wrap(task.clone()), node));
    }
  }
}
