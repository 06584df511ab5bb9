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
  static final RoundTimes NONE = new RoundTimes(0, 0, 0, 0);
}
