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
