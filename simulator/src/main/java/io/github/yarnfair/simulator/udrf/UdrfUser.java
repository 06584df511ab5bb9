// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.simulator.udrf;

import java.util.Arrays;
import java.util.List;

/**
 * A user of UDRF: its jobs, each of which may run any number of times.
 *
 * @param jobs by job, what it needs of each pair (machine class, resource): the amounts of all its
 *     tasks added up, as in the paper's R^j; each needs something
 */
public record UdrfUser(List<long[]> jobs) {
  /**
   * Checks and copies the amounts.
   *
   * @throws IllegalArgumentException if an amount is negative, or a job needs nothing
   */
  public UdrfUser {
    for (long[] job : jobs) {
      if (Arrays.stream(job).anyMatch(amount -> amount < 0)) {
        throw new IllegalArgumentException(Arrays.toString(job) + ": amounts must not be negative");
      }
      if (Arrays.stream(job).allMatch(amount -> amount == 0)) {
        throw new IllegalArgumentException(
            Arrays.toString(job) + ": expected a job that needs something");
      }
    }
    jobs = jobs.stream().map(long[]::clone).toList();
  }

  @Override
  public String toString() {
    return Arrays.deepToString(jobs.toArray());
  }
}
