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
package io.github.yarnfair.scheduler;

/** The scheduler as its preemption monitor sees it. */
public interface PreemptingScheduler {
  /**
   * Plans which containers have to end, warns their masters, and ends those that were warned long
   * enough ago. One thread at a time.
   */
  RoundTimes preempt();

  /** Returns the time between two rounds, in milliseconds. */
  long preemptionIntervalMillis();
}
