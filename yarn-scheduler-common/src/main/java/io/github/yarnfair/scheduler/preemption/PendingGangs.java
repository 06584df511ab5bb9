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
package io.github.yarnfair.scheduler.preemption;

import io.github.yarnfair.core.Demand;
import io.github.yarnfair.core.ShareTree;
import io.github.yarnfair.scheduler.model.AppAttempt;
import io.github.yarnfair.scheduler.model.Ask;
import io.github.yarnfair.scheduler.model.Gang;
import io.github.yarnfair.scheduler.model.Gangs;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.IntToLongFunction;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The gangs for which a plan may make room, in a copy of the share tree. What is kept for a gang
 * counts there as used. Of gangs that cannot collect side by side one remains: the one that
 * collects, else the first one submitted.
 */
final class PendingGangs {
  private final ShareTree tree;

  /** How many members have no room, by leaf. */
  private final Map<Integer, Long> missing = new LinkedHashMap<>();

  /**
   * Under the scheduler's write lock.
   *
   * @param tree a copy of the share tree, which is changed
   */
  PendingGangs(ShareTree tree, Stream<@Nullable AppAttempt> attempts) {
    this.tree = tree;
    List<Gang> chosen = new ArrayList<>();
    attempts
        .filter(Objects::nonNull)
        .map(AppAttempt::gang)
        .filter(gang -> gang != null && !gang.attempt().waitsForMaster())
        .sorted(
            Comparator.comparing((Gang gang) -> gang.state() != Gang.State.COLLECTING)
                .thenComparing(gang -> gang.attempt().getApplicationId()))
        .forEach(gang -> add(gang, chosen));
  }

  private void add(Gang gang, List<Gang> chosen) {
    int leaf = gang.attempt().application().leaf();
    gang.rooms().forEach(room -> tree.charge(leaf, room.inTree()));
    long wanted = 0;
    for (Ask ask : gang.attempt().application().asks()) {
      wanted += Gang.hasMember(ask) ? ask.containers() : 0;
    }
    if (wanted > 0 && chosen.stream().anyMatch(other -> Gangs.conflict(gang, other))) {
      tree.setDemand(leaf, Demand.NOTHING);
    } else if (wanted > 0) {
      chosen.add(gang);
      missing.put(leaf, wanted);
    }
  }

  boolean isEmpty() {
    return missing.isEmpty();
  }

  /**
   * Leaves out the gangs that cannot all have room.
   *
   * @param most for how many members of the gang of a leaf there is room or can be made
   */
  void leaveOut(IntToLongFunction most) {
    missing.forEach(
        (leaf, wanted) -> {
          if (most.applyAsLong(leaf) < wanted) {
            tree.setDemand(leaf, Demand.NOTHING);
          }
        });
  }
}
