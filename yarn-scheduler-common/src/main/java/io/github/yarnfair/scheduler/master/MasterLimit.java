// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.master;

import io.github.yarnfair.scheduler.resource.ResourceVectors;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.apache.hadoop.yarn.api.records.ApplicationAttemptId;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.SchedulerApplicationAttempt;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.SchedulerApplicationAttempt.AMState;
import org.apache.hadoop.yarn.util.resource.Resources;
import org.jspecify.annotations.Nullable;

/**
 * Limits application masters to a part of their queue. An application that holds nothing yet is the
 * first of its queue; without this limit a few hundred applications that are submitted at once
 * would fill the queue's share with their masters, and none of these could ever start a task.
 *
 * <p>An application is <em>active</em> from when its master may be placed; the others of the queue
 * wait, by {@linkplain WaitingMasters priority and submission}. One is active in any case. Each
 * partition has a limit of its own, and masters count in the partition that their requests name.
 * Under the scheduler's write lock.
 *
 * @param <A> attempts of the queue
 */
public final class MasterLimit<A extends SchedulerApplicationAttempt> {
  private final MasterQueue queue;
  private final ResourceVectors vectors;

  /** Most queues have masters in one partition only. */
  private final Map<String, PartitionMasters<A>> byPartition = new ConcurrentHashMap<>(2);

  public MasterLimit(MasterQueue queue, ResourceVectors vectors) {
    this.queue = queue;
    this.vectors = vectors;
  }

  private PartitionMasters<A> in(String partition) {
    return byPartition.computeIfAbsent(
        partition, name -> new PartitionMasters<>(queue, name, vectors));
  }

  /**
   * Returns whether an attempt's master may be placed. If not, the attempt waits and its
   * diagnostics name the limit.
   *
   * @param partition named by the request for the master
   * @param master size of the master's container
   * @param now in milliseconds
   */
  public boolean admits(A attempt, String partition, long[] master, long now) {
    ApplicationAttemptId id = attempt.getApplicationAttemptId();
    if (byPartition.values().stream().anyMatch(masters -> masters.isActive(id))) {
      return true;
    }
    PartitionMasters<A> masters = in(partition);
    byPartition.values().stream().filter(other -> other != masters).forEach(o -> o.remove(id));
    masters.put(attempt, master);
    if (masters.mayStart(attempt, master, now)) {
      activate(attempt, partition, master);
      attempt.updateAMContainerDiagnostics(AMState.ACTIVATED, null);
      return true;
    }
    attempt.updateAMContainerDiagnostics(AMState.INACTIVATED, masters.describe(attempt, master));
    return false;
  }

  /** Counts an attempt whose master has its container, whatever the limit. */
  public void activate(A attempt, String partition, long[] master) {
    in(partition).activate(attempt.getApplicationAttemptId(), attempt.getUser(), master);
  }

  /** Removes an attempt. */
  public void remove(A attempt) {
    ApplicationAttemptId id = attempt.getApplicationAttemptId();
    byPartition.values().forEach(masters -> masters.remove(id));
  }

  /** Moves an attempt whose master's node is in another partition now. */
  public void changePartition(A attempt, String partition) {
    ApplicationAttemptId id = attempt.getApplicationAttemptId();
    for (PartitionMasters<A> masters : byPartition.values()) {
      long[] master = masters.isActive(id) ? masters.remove(id) : null;
      if (master != null) {
        in(partition).activate(id, attempt.getUser(), master);
        return;
      }
    }
  }

  /** Takes over an attempt, active or not, from the queue where it was before. */
  public void takeOver(A attempt, MasterLimit<A> before) {
    ApplicationAttemptId id = attempt.getApplicationAttemptId();
    before.byPartition.forEach(
        (partition, masters) -> {
          if (masters.isWaiting(id)) {
            in(partition).takeOver(attempt, masters);
          }
          long[] master = masters.remove(id);
          if (master != null) {
            in(partition).activate(id, attempt.getUser(), master);
          }
        });
  }

  /** Returns whether an attempt waits for room for its master. */
  public boolean isWaiting(A attempt) {
    ApplicationAttemptId id = attempt.getApplicationAttemptId();
    return byPartition.values().stream().anyMatch(masters -> masters.isWaiting(id));
  }

  /** Returns why an attempt's master is not started, in numbers; null if it does not wait. */
  public @Nullable MasterWait waiting(A attempt) {
    for (PartitionMasters<A> masters : byPartition.values()) {
      MasterWait wait = masters.waiting(attempt);
      if (wait != null) {
        return wait;
      }
    }
    return null;
  }

  /** Names the attempt whose master is to be started next in each partition. */
  public void forEachNext(long now, Consumer<A> action) {
    for (PartitionMasters<A> masters : byPartition.values()) {
      A next = masters.next(now);
      if (next != null) {
        action.accept(next);
      }
    }
  }

  /**
   * Returns one message for each violation of the invariants: each active or waiting attempt is the
   * current attempt of an application of the queue; the used amount is the sum of the masters of
   * the active attempts.
   */
  public List<String> violations(Set<ApplicationAttemptId> current) {
    return byPartition.values().stream()
        .flatMap(masters -> masters.violations(current).stream())
        .toList();
  }

  /** Returns what masters may take in a partition. Any thread; a moment old at most. */
  public Resource limit(String partition) {
    return in(partition).limit();
  }

  /** Returns what the masters of one user's active applications take in a partition. */
  public Resource used(String partition, String user) {
    PartitionMasters<A> masters = byPartition.get(partition);
    return masters == null ? Resources.none() : masters.used(user);
  }

  /** Returns what the master of an attempt takes, nothing unless it is active. */
  public Resource used(ApplicationAttemptId attempt) {
    Resource used = Resources.createResource(0, 0);
    byPartition.values().forEach(masters -> Resources.addTo(used, masters.used(attempt)));
    return used;
  }

  /** Returns what the masters of the active take in a partition. Any thread; may be stale. */
  public Resource used(String partition) {
    PartitionMasters<A> masters = byPartition.get(partition);
    return masters == null ? Resources.none() : masters.used();
  }
}
