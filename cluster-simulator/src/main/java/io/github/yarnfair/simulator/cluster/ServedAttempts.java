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
package io.github.yarnfair.simulator.cluster;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.apache.hadoop.yarn.api.records.ApplicationAttemptId;

/** The attempts that have been given containers and have not fetched them. */
final class ServedAttempts {
  private final Set<ApplicationAttemptId> attempts = new LinkedHashSet<>();

  /** The scheduler has placed a container of an attempt. */
  synchronized void add(ApplicationAttemptId attempt) {
    attempts.add(attempt);
  }

  /** Returns the attempts, in the order of their first containers, and forgets them. */
  synchronized List<ApplicationAttemptId> take() {
    List<ApplicationAttemptId> taken = List.copyOf(attempts);
    attempts.clear();
    return taken;
  }
}
