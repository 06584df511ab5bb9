// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.simulator.run;

/**
 * Equal tasks of one job.
 *
 * @param count number of tasks, at least 1
 * @param demand amount of each resource of {@link Workload#resources} that one task holds
 * @param durationMillis how long a task runs, in milliseconds, at least 0; {@link #ENDLESS} if it
 *     never ends
 * @param machineClass the only class of machines that the tasks may run on; empty for any
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record TaskGroup(int count, long[] demand, long durationMillis, String machineClass) {
  /** The duration of a task that never ends. */
  public static final long ENDLESS = Long.MAX_VALUE;
}
