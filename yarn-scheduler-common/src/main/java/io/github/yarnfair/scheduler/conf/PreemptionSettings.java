// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.conf;

/**
 * Settings of preemption: the keys of CapacityScheduler's preemption monitor, with its defaults.
 *
 * @param observesOnly whether chosen containers are only logged
 * @param intervalMillis time between two looks, in milliseconds
 * @param waitMillis time from the warning of its master to the end of a container, in milliseconds
 * @param mostPerRound largest part of the cluster that is chosen in one look
 * @param ignoredExcess a queue may exceed the smaller of its ideal share and its guarantee by this
 *     part without losing containers
 * @param naturalTermination part of a queue's excess that is chosen in one look
 * @param isWithinQueues whether applications of one queue are balanced as well
 */
public record PreemptionSettings(
    boolean observesOnly,
    int intervalMillis,
    int waitMillis,
    double mostPerRound,
    double ignoredExcess,
    double naturalTermination,
    boolean isWithinQueues) {
  /** What the keys of CapacityScheduler's preemption monitor begin with. */
  public static final String PREFIX = "yarn.resourcemanager.monitor.capacity.preemption.";

  /** Reads the settings; a malformed number is replaced, and reported. */
  public static PreemptionSettings read(KeyReader keys, Findings findings) {
    return new PreemptionSettings(
        keys.bool(PREFIX + "observe_only", false, findings),
        keys.lenientInteger(PREFIX + "monitoring_interval", 3000, 1, 3000, findings),
        keys.lenientInteger(PREFIX + "max_wait_before_kill", 15_000, 0, 0, findings),
        keys.lenientFraction(PREFIX + "total_preemption_per_round", 0.1, findings),
        keys.lenientFraction(PREFIX + "max_ignored_over_capacity", 0.1, findings),
        keys.lenientFraction(PREFIX + "natural_termination_factor", 0.2, findings),
        keys.bool(PREFIX + "intra-queue-preemption.enabled", false, findings));
  }
}
