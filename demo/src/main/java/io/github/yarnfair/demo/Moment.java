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
