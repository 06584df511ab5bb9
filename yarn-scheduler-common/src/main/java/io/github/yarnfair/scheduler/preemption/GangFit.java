// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.preemption;

import io.github.yarnfair.core.preemption.RunningTask;
import io.github.yarnfair.core.tree.Amounts;
import io.github.yarnfair.scheduler.ask.Ask;
import io.github.yarnfair.scheduler.resource.ResourceVectors;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.BiPredicate;
import org.jspecify.annotations.Nullable;

/**
 * Whether all members of a gang fit what is free on copied nodes once some containers have ended:
 * the first fit, largest requests first.
 */
final class GangFit {
  private final List<Ask> members;
  private final List<long[]> free;

  /** By member and node. */
  private final boolean[][] mayPlace;

  /**
   * A container that may end.
   *
   * @param node the number of its node
   * @param amounts by resource type
   */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  record End(RunningTask task, int node, long[] amounts) {}

  /**
   * @param asks the members without room
   * @param free of each node, by resource type
   * @param mayPlace whether a request may be served on a node
   */
  GangFit(Collection<Ask> asks, List<long[]> free, BiPredicate<Ask, Integer> mayPlace) {
    this.free = free;
    long[] sum = new long[free.isEmpty() ? 0 : free.get(0).length];
    asks.forEach(ask -> ResourceVectors.add(ask.amounts(), 1, sum));
    members = new ArrayList<>(asks);
    members.sort(Comparator.comparingDouble((Ask ask) -> part(ask, sum)).reversed());
    this.mayPlace = new boolean[members.size()][free.size()];
    for (int i = 0; i < members.size(); i++) {
      for (int n = 0; n < free.size(); n++) {
        this.mayPlace[i][n] = mayPlace.test(members.get(i), n);
      }
    }
  }

  private static double part(Ask ask, long[] all) {
    double largest = 0;
    for (int j = 0; j < all.length; j++) {
      largest = all[j] > 0 ? Math.max(largest, (double) ask.amounts()[j] / all[j]) : largest;
    }
    return largest;
  }

  /** Returns the containers of a plan without which not all members fit; none if they never do. */
  List<End> needed(List<End> ends) {
    List<End> needed = new ArrayList<>(ends);
    if (leftAfter(needed, (ask, node) -> {}) == null) {
      return List.of();
    }
    if (fitsOneInFree()) {
      for (int i = ends.size() - 1; i >= 0; i--) {
        End removed = needed.remove(i);
        if (leftAfter(needed, (ask, node) -> {}) == null) {
          needed.add(i, removed);
        }
      }
    }
    return needed;
  }

  private boolean fitsOneInFree() {
    for (int i = 0; i < members.size(); i++) {
      for (int n = 0; n < free.size(); n++) {
        if (mayPlace[i][n] && Amounts.fits(members.get(i).amounts(), free.get(n))) {
          return true;
        }
      }
    }
    return false;
  }

  /** Has all members take their room: what is free becomes less by what they take of it. */
  void place(List<End> ends, BiConsumer<Ask, Integer> placed) {
    List<long[]> left = leftAfter(ends, placed);
    for (int n = 0; left != null && n < free.size(); n++) {
      for (int j = 0; j < free.get(n).length; j++) {
        free.get(n)[j] = Math.min(free.get(n)[j], left.get(n)[j]);
      }
    }
  }

  /** Returns what is left on each node with all members and without some containers, or null. */
  private @Nullable List<long[]> leftAfter(List<End> ends, BiConsumer<Ask, Integer> placed) {
    List<long[]> left = new ArrayList<>();
    free.forEach(each -> left.add(each.clone()));
    ends.forEach(end -> ResourceVectors.add(end.amounts(), 1, left.get(end.node())));
    for (int i = 0; i < members.size(); i++) {
      Ask ask = members.get(i);
      int missing = ask.containers();
      for (int n = 0; n < left.size() && missing > 0; n++) {
        int most = mayPlace[i][n] ? (ask.isConstrained() ? 1 : missing) : 0;
        for (; most > 0 && missing > 0 && Amounts.fits(ask.amounts(), left.get(n)); most--) {
          ResourceVectors.add(ask.amounts(), -1, left.get(n));
          placed.accept(ask, n);
          missing--;
        }
      }
      if (missing > 0) {
        return null;
      }
    }
    return left;
  }
}
