/*
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *     http://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */
package io.github.yarnfair.scheduler.model;

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
