// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.demo;

import io.github.yarnfair.minicluster.Job;
import java.util.Map;
import java.util.Optional;

/**
 * All that the screen shows of one moment.
 *
 * @param phase the phase of the scenario: its running jobs
 * @param holdings what each queue holds
 * @param ideal ideal dominant shares by full path of the queue
 */
record Moment(Phase phase, Holdings holdings, Map<String, Double> ideal) {

  /** The job in the leaf queue at that path, if it is there. */
  Optional<Job> jobIn(String queue) {
    return phase.jobs().stream().filter(job -> job.queue().equals(queue)).findFirst();
  }

  double share(String queue) {
    return holdings.dominantShare(queue);
  }

  double ideal(String queue) {
    return ideal.getOrDefault(queue, 0.0);
  }
}
