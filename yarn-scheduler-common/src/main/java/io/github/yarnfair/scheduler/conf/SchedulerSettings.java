// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.conf;

/**
 * The keys below {@code yarn.scheduler.capacity.} that are not about one queue. Defaults are
 * CapacityScheduler's.
 *
 * @param maximumApplications most applications, pending and running, in all queues together
 * @param nodeLocalityDelay missed offers before a request may run on the rack; -1: no delay
 * @param rackLocalityAdditionalDelay further missed offers before it may run anywhere; -1: derived,
 *     as by CapacityScheduler, from the number of containers wanted and of nodes
 * @param multipleAssignmentsEnabled whether one heartbeat of a node may start several containers
 * @param maximumContainerAssignments most containers that one heartbeat starts; -1: no limit
 * @param queueExpirationSeconds seconds without use after which a created queue is removed
 * @param parallel how many applications may run at a time
 */
public record SchedulerSettings(
    int maximumApplications,
    int nodeLocalityDelay,
    int rackLocalityAdditionalDelay,
    boolean multipleAssignmentsEnabled,
    int maximumContainerAssignments,
    int queueExpirationSeconds,
    ParallelSettings parallel) {

  /** Reads the settings; what is malformed is among the findings. */
  public static SchedulerSettings read(KeyReader keys, Findings findings) {
    String prefix = KeyReader.PREFIX;
    String heartbeat = prefix + "per-node-heartbeat.";
    return new SchedulerSettings(
        maximumApplications(keys, findings),
        keys.integer(prefix + "node-locality-delay", 40, -1, findings),
        keys.integer(prefix + "rack-locality-additional-delay", -1, -1, findings),
        keys.bool(heartbeat + "multiple-assignments-enabled", true, findings),
        keys.integer(heartbeat + "maximum-container-assignments", 100, -1, findings),
        keys.integer(prefix + "auto-queue-creation-v2.queue-expiration-time", 300, 0, findings),
        ParallelSettings.read(keys, findings));
  }

  /** Reads the most applications, pending and running, in all queues together. */
  public static int maximumApplications(KeyReader keys, Findings findings) {
    return keys.integer(KeyReader.PREFIX + "maximum-applications", 10_000, 0, findings);
  }
}
