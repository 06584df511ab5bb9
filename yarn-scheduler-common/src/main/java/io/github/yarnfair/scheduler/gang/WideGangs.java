// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.gang;

import io.github.yarnfair.scheduler.model.Gang;
import io.github.yarnfair.scheduler.resource.MachineClasses;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.function.ToLongFunction;

/**
 * The gangs that wait and need several partitions at once. One could wait for ever while others
 * take turns in each. So in every second period of the length of its time-out no other begins in
 * its place.
 */
final class WideGangs {
  private final Set<Gang> waiting = new LinkedHashSet<>();

  /** Adds a gang that waits if it needs several partitions. */
  void add(Gang gang) {
    if (gang.partition() == null
        && gang.attempt().queue().ledger().classes().kind() == MachineClasses.Kind.LABELS) {
      waiting.add(gang);
    }
  }

  void remove(Gang gang) {
    waiting.remove(gang);
  }

  /**
   * Returns whether a gang may collect beside those that wait.
   *
   * @param timeout returns the time-out of a gang, in milliseconds
   */
  boolean mayCollect(Gang gang, long now, ToLongFunction<Gang> timeout) {
    return waiting.isEmpty()
        || waiting.contains(gang)
        || waiting.stream()
            .noneMatch(
                each ->
                    gang.conflictsWith(each)
                        && (now - each.since()) / timeout.applyAsLong(each) % 2 == 1);
  }
}
