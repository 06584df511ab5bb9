// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.explain;

import io.github.yarnfair.core.tree.ShareTree;
import io.github.yarnfair.scheduler.ask.Ask;
import io.github.yarnfair.scheduler.ask.AskGroups;
import io.github.yarnfair.scheduler.ask.AskTable;
import io.github.yarnfair.scheduler.demand.ParallelWait;
import io.github.yarnfair.scheduler.master.MasterWait;
import io.github.yarnfair.scheduler.model.AppAttempt;
import io.github.yarnfair.scheduler.model.Application;
import io.github.yarnfair.scheduler.model.FairQueue;
import io.github.yarnfair.scheduler.model.Gang;
import io.github.yarnfair.scheduler.model.LeafQueue;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What is read of one application under the lock. Requests are immutable objects of the model; the
 * rest are copies.
 *
 * @param attempt null unless one is running
 * @param limited the nodes with limits above the application, its user first
 * @param requests the first ones by priority
 * @param otherRequests number of further groups of requests
 * @param mayUseIdleRoom whether requests without a label may use what is idle in shared partitions
 * @param parallel null unless limits of running applications keep it waiting
 * @param master null unless it waits for room for its master
 * @param gang the containers that start together; null if there are none, or they have started
 */
record ApplicationReading(
    Application application,
    LeafQueue queue,
    @Nullable AppAttempt attempt,
    List<Limited> limited,
    List<Request> requests,
    int otherRequests,
    boolean mayUseIdleRoom,
    @Nullable HeldBack parallel,
    @Nullable MasterWait master,
    @Nullable GangWait gang) {

  /** Groups of requests that are explained. */
  static final int MOST_REQUESTS = 5;

  /**
   * Requests that are served alike, by the first of them.
   *
   * @param hasWaited whether the first one has begun to wait for nodes without a label
   */
  record Request(Ask first, long containers, boolean hasWaited) {}

  /**
   * An application that limits of running applications keep waiting.
   *
   * @param startsAsGang whether a gang would start first; a master that waits starts alone
   */
  record HeldBack(ParallelWait why, boolean startsAsGang) {
    /** Returns null if none of the limits does. Under the lock. */
    static @Nullable HeldBack of(AppAttempt attempt, ExplainedCluster cluster) {
      ParallelWait why = cluster.parallel().waiting(attempt);
      return why == null
          ? null
          : new HeldBack(why, attempt.gang() != null && !attempt.waitsForMaster());
    }
  }

  /**
   * Containers that start together and have not started.
   *
   * @param message what the diagnostics say of them; empty for nothing
   * @param size how many they are
   * @param asked how many containers the attempt asks for that could be among them
   * @param withRoom for how many room is kept
   */
  record GangWait(String message, int size, long asked, int withRoom) {
    /** Returns null if there are none. Under the lock. */
    static @Nullable GangWait of(AppAttempt attempt) {
      Gang gang = attempt.gang();
      return gang == null
          ? null
          : new GangWait(gang.message().trim(), gang.size(), gang.asked(), gang.withRoom());
    }
  }

  /**
   * A queue or a user with what it holds and may hold, as the share tree has amounts.
   *
   * @param user null for a queue
   */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  record Limited(
      FairQueue queue, @Nullable String user, long[] used, long[] limit, boolean isPassable) {

    static Limited of(FairQueue queue, @Nullable String user, int node) {
      ShareTree tree = queue.ledger().tree();
      long[] used = new long[tree.space().pairs()];
      long[] limit = new long[used.length];
      Arrays.setAll(used, pair -> tree.usage(node, pair));
      Arrays.setAll(limit, pair -> tree.limit(node, pair));
      return new Limited(queue, user, used, limit, tree.isPassable(node));
    }
  }

  /** Reads an application. Under the lock. */
  static ApplicationReading of(Application application, ExplainedCluster cluster) {
    LeafQueue queue = application.queue();
    AppAttempt current = application.getCurrentAppAttempt();
    AppAttempt attempt = current == null || current.isStopped() ? null : current;
    AskTable asks = attempt == null ? AskTable.NONE : attempt.demand().snapshot();
    List<Request> requests = new ArrayList<>();
    for (AskGroups.Group alike : asks.allAlike()) {
      if (requests.size() == MOST_REQUESTS) {
        break;
      }
      boolean hasWaited = attempt != null && attempt.idleRoomDelay().hasBegun(alike.first().key());
      requests.add(new Request(alike.first(), alike.containers(), hasWaited));
    }
    return new ApplicationReading(
        application,
        queue,
        attempt,
        application.hasLeaf() ? limited(application, queue) : List.of(),
        requests,
        asks.allAlike().size() - requests.size(),
        asks.mayUseIdleRoom(),
        attempt == null ? null : HeldBack.of(attempt, cluster),
        attempt == null ? null : queue.masters().waiting(attempt),
        attempt == null ? null : GangWait.of(attempt));
  }

  /** Reads the nodes with limits above an application, its user first. Under the lock. */
  static List<Limited> limited(Application application, LeafQueue leaf) {
    List<Limited> above = new ArrayList<>();
    int node = leaf.nodeAbove(application);
    if (node != leaf.handle()) {
      above.add(Limited.of(leaf, application.getUser(), node));
    }
    above.addAll(limited(leaf));
    return above;
  }

  /** Reads a queue and those above it. Under the lock. */
  static List<Limited> limited(FairQueue lowest) {
    List<Limited> above = new ArrayList<>();
    for (FairQueue queue = lowest; queue != null; queue = queue.parent()) {
      above.add(Limited.of(queue, null, queue.handle()));
    }
    return above;
  }
}
