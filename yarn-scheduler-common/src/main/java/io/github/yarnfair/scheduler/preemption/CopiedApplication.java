// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.preemption;

import io.github.yarnfair.scheduler.ask.Ask;
import io.github.yarnfair.scheduler.ask.AskTable;
import io.github.yarnfair.scheduler.model.AppAttempt;
import io.github.yarnfair.scheduler.model.Application;
import io.github.yarnfair.scheduler.model.Gang;
import io.github.yarnfair.scheduler.model.GangRoom;
import io.github.yarnfair.scheduler.model.LeafQueue;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.jspecify.annotations.Nullable;

/**
 * An application and what it was asking for.
 *
 * @param asks its requests; those of a gang's members without room if it has a gang
 * @param gang null if no containers have to start together, or they wait for their master
 */
record CopiedApplication(
    ApplicationId id,
    int priority,
    LeafQueue queue,
    AppAttempt attempt,
    List<Ask> asks,
    boolean hasConstrained,
    @Nullable CopiedGang gang) {

  /**
   * A gang.
   *
   * @param rooms what is kept for it, as the share tree has amounts
   * @param missing the requests of the members without room
   */
  record CopiedGang(Gang gang, Gang.State state, List<long[]> rooms, AskTable missing) {
    private static @Nullable CopiedGang of(AppAttempt attempt) {
      Gang gang = attempt.waitsForMaster() ? null : attempt.gang();
      return gang == null
          ? null
          : new CopiedGang(
              gang,
              gang.state(),
              gang.rooms().stream().map(GangRoom::inTree).toList(),
              gang.withoutRoom());
    }
  }

  /** Copies an application; null if it has no attempt. Under the scheduler's lock. */
  static @Nullable CopiedApplication of(Application application) {
    AppAttempt attempt = application.getCurrentAppAttempt();
    if (attempt == null) {
      return null;
    }
    CopiedGang gang = CopiedGang.of(attempt);
    AskTable table = gang == null ? application.asks() : gang.missing();
    List<Ask> asks = new ArrayList<>();
    table.forEach(asks::add);
    return new CopiedApplication(
        application.id(),
        application.getPriority().getPriority(),
        application.queue(),
        attempt,
        asks,
        table.hasConstrained(),
        gang);
  }
}
