// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.gang;

import io.github.yarnfair.scheduler.model.Gang;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/** The gangs that have not started, in an order in which each is looked at after all others. */
final class GangRound {
  private final Deque<Gang> order = new ArrayDeque<>();

  void add(Gang gang) {
    order.add(gang);
  }

  /** Returns at most a number of gangs, those that were not looked at for longest. */
  List<Gang> next(int most) {
    List<Gang> next = new ArrayList<>();
    while (next.size() < most && !order.isEmpty()) {
      Gang gang = order.remove();
      if (gang.attempt().gang() == gang) {
        next.add(gang);
      }
    }
    order.addAll(next);
    return next;
  }
}
