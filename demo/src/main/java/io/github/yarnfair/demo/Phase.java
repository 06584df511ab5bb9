// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.demo;

import io.github.yarnfair.minicluster.Job;
import java.util.List;

/**
 * A stretch of the demo during which the same applications are there.
 *
 * @param title what has just changed
 * @param seconds how long it lasts
 * @param jobs the applications that are there
 */
record Phase(String title, int seconds, List<Job> jobs) {
  Phase {
    jobs = List.copyOf(jobs);
  }
}
