// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.core.preemption;

import java.util.Comparator;
import java.util.List;
import java.util.Set;

/**
 * A node on which room is still to be made in one step of strictness. Those come first on which it
 * costs the least.
 *
 * @param number in the order among equal ones
 * @param kinds for which room may still be found here
 * @param hopeless kinds for which no task of another queue may end here; changed
 * @param leastCost no room costs less
 */
record Visit(
    int number,
    Room room,
    List<GainingTasks.Kind> kinds,
    Set<GainingTasks.Kind> hopeless,
    Cost leastCost)
    implements Comparable<Visit> {
  private static final Comparator<Visit> ORDER =
      Comparator.comparing(Visit::leastCost).thenComparingInt(Visit::number);

  Visit withLeast(Cost cost) {
    return new Visit(number, room, kinds, hopeless, cost);
  }

  @Override
  public int compareTo(Visit other) {
    return ORDER.compare(this, other);
  }
}
