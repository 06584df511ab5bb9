// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.preemption;

/**
 * The duration of one round of preemption.
 *
 * @param lockedNanos time for the copy, the warnings and the ends under the scheduler's write lock,
 *     waiting for the lock included, in nanoseconds
 * @param longestLockNanos longest single hold of the lock, waiting for it included, in nanoseconds
 * @param planNanos time for the plan, without the lock, in nanoseconds
 * @param chosen number of containers that have to end
 */
public record RoundTimes(long lockedNanos, long longestLockNanos, long planNanos, int chosen) {
  /** No round has been made. */
  public static final RoundTimes NONE = new RoundTimes(0, 0, 0, 0);
}
