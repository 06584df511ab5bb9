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
package io.github.yarnfair.it.rivals;

import io.github.yarnfair.core.Demand;
import io.github.yarnfair.core.scenario.TreeSpec;

/**
 * A job of a timed run: one application with tasks of one shape.
 *
 * @param spec the queue's name, what a task needs and how many there are; {@link Demand#ENDLESS}:
 *     as long as the job lasts
 * @param start the second at which it is submitted; a job of the same leaf that is listed earlier
 *     has to have ended as well
 * @param stop the second from which it starts no more tasks
 */
record TimedJob(TreeSpec spec, int start, int stop) {

  /** A job that is there from the beginning and ends when its tasks have. */
  static TimedJob of(TreeSpec spec) {
    return new TimedJob(spec, 0, Integer.MAX_VALUE);
  }

  /** Returns the name of the leaf. */
  String leaf() {
    return spec.name();
  }
}
