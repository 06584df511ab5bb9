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

import io.github.yarnfair.core.ShareTree;
import io.github.yarnfair.scheduler.resource.ResourceVectors;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.hadoop.yarn.api.records.ApplicationAttemptId;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.SchedulerApplicationAttempt.AMState;
import org.apache.hadoop.yarn.util.resource.ResourceUtils;
import org.jspecify.annotations.Nullable;

/**
 * Limits application masters to a part of their queue. An application that holds nothing yet is
 * always the poorest; without this limit a few hundred applications that are submitted at once
 * would fill a cluster with their masters, and none of these could ever start a task.
 *
 * <p>An application is <em>active</em> from when its master may be placed; the others of the queue
 * wait, by {@linkplain WaitingMasters priority and submission}. One is active in any case. Under
 * the scheduler's write lock.
 */
public final class MasterLimit {
  private final FairQueue queue;
  private final ResourceVectors vectors;
  private final Map<ApplicationAttemptId, long[]> active = new HashMap<>();
  private final WaitingMasters waiting = new WaitingMasters();
  private final long[] used;
  private final long[] step;

  MasterLimit(FairQueue queue, ResourceVectors vectors) {
    this.queue = queue;
    this.vectors = vectors;
    used = new long[vectors.length()];
    step = vectors.of(ResourceUtils.getResourceTypesMinimumAllocation());
  }

  /**
   * Returns whether an attempt's master may be placed. If not, the attempt waits, and its
   * diagnostics say so.
   *
   * @param master what the master's container takes
   * @param now in milliseconds
   */
  public boolean admits(AppAttempt attempt, long[] master, long now) {
    if (active.containsKey(attempt.getApplicationAttemptId())) {
      return true;
    }
    waiting.put(attempt, master);
    long[] limits = limits();
    if (hasRoom(master, limits) && attempt.equals(next(limits, now))) {
      activate(attempt, master);
      attempt.updateAMContainerDiagnostics(AMState.ACTIVATED, null);
      return true;
    }
    attempt.updateAMContainerDiagnostics(
        AMState.INACTIVATED,
        "Queue %s has %s for application masters, of which %s are used."
            .formatted(queue, vectors.toResource(limits), vectors.toResource(used)));
    return false;
  }

  /** Counts an attempt whose master has its container, whatever the limit. */
  public void activate(AppAttempt attempt, long[] master) {
    waiting.remove(attempt.getApplicationAttemptId());
    if (active.putIfAbsent(attempt.getApplicationAttemptId(), master) == null) {
      ResourceVectors.add(master, 1, used);
      queue.getMetrics().capacitiesChanged();
    }
  }

  /** Removes an attempt. */
  public void remove(AppAttempt attempt) {
    waiting.remove(attempt.getApplicationAttemptId());
    long[] master = active.remove(attempt.getApplicationAttemptId());
    if (master != null) {
      ResourceVectors.add(master, -1, used);
      queue.getMetrics().capacitiesChanged();
    }
  }

  /** Takes over an attempt, active or not, from the queue where it was before. */
  public void takeOver(AppAttempt attempt, MasterLimit before) {
    ApplicationAttemptId id = attempt.getApplicationAttemptId();
    long[] master = before.active.get(id);
    if (master != null) {
      activate(attempt, master);
    } else {
      waiting.takeOver(attempt, before.waiting);
    }
    before.remove(attempt);
  }

  boolean isWaiting(AppAttempt attempt) {
    return waiting.contains(attempt.getApplicationAttemptId());
  }

  /** Returns the attempt whose master is to be started, or null if none is. */
  public @Nullable AppAttempt next(long now) {
    return waiting.ids().isEmpty() ? null : next(limits(), now);
  }

  private @Nullable AppAttempt next(long[] limits, long now) {
    return waiting.next(master -> hasRoom(master, limits), now);
  }

  /**
   * Returns one message for each violation of the invariants: each active or waiting attempt is the
   * current attempt of an application of the queue; the used amount is the sum of the masters of
   * the active attempts.
   */
  public List<String> violations(Set<ApplicationAttemptId> current) {
    List<String> violations = new ArrayList<>();
    Stream.concat(active.keySet().stream(), waiting.ids().stream())
        .filter(id -> !current.contains(id))
        .forEach(id -> violations.add("%s is not in %s any more".formatted(id, queue)));
    long[] sum = new long[used.length];
    active.values().forEach(master -> Arrays.setAll(sum, j -> sum[j] + master[j]));
    if (!Arrays.equals(sum, used)) {
      violations.add(
          "masters of %s take %s, counted are %s"
              .formatted(queue, Arrays.toString(sum), Arrays.toString(used)));
    }
    return violations;
  }

  /** Returns what masters may take. Any thread; a moment old at most. */
  Resource limit() {
    return vectors.toResource(limits());
  }

  /** Returns what the masters of the active take. Any thread; a moment old at most. */
  Resource used() {
    return vectors.toResource(used);
  }

  private boolean hasRoom(long[] master, long[] limits) {
    if (active.isEmpty()) {
      return true;
    }
    for (int j = 0; j < master.length; j++) {
      if (master[j] > 0 && used[j] + master[j] > limits[j]) {
        return false;
      }
    }
    return true;
  }

  /**
   * The configured part of max(entitlement, what other queues leave free), but of the queue's limit
   * at most; rounded up to a multiple of the minimum allocation.
   */
  private long[] limits() {
    double entitled = queue.entitledFractionOfCluster();
    long[] limits = new long[used.length];
    for (int j = 0; j < limits.length; j++) {
      long unit = Math.max(1, step[j]);
      double share = queue.spec().maximumMasterShare() * most(j, entitled);
      limits[j] = (long) Math.ceil(share / (double) unit) * unit;
    }
    return limits;
  }

  private double most(int j, double entitledFraction) {
    ShareTree tree = queue.ledger().tree();
    long others = tree.usage(ShareTree.ROOT, j) - tree.usage(queue.handle(), j);
    double entitled = entitledFraction * (double) tree.capacity(j);
    double left = (double) (tree.capacity(j) - others);
    // Not Math.max: siblings without weight are entitled to 0/0.
    double most = entitled > left ? entitled : left;
    for (int n = queue.handle(); n != ShareTree.NONE; n = tree.parent(n)) {
      most = Math.min(most, (double) tree.limit(n, j));
    }
    return most;
  }
}
