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
package io.github.yarnfair.benchmarks.rm;

import java.util.Arrays;

/** What heartbeats took, and the masters' calls that follow each of them; wall time. */
final class CallTimes {
  private double[] heartbeats = new double[1024];
  private int count;
  private double heartbeatSum;
  private double allocateSum;
  private double heartbeatBytes;

  /**
   * Adds one heartbeat.
   *
   * @param heartbeatNanos of the scheduler's work
   * @param allocateNanos of the masters' calls together
   * @param bytes what the scheduler's work allocated
   */
  void add(long heartbeatNanos, long allocateNanos, long bytes) {
    if (count == heartbeats.length) {
      heartbeats = Arrays.copyOf(heartbeats, 2 * count);
    }
    heartbeats[count++] = heartbeatNanos;
    heartbeatSum += heartbeatNanos;
    allocateSum += allocateNanos;
    heartbeatBytes += bytes;
  }

  void forget() {
    count = 0;
    heartbeatSum = 0;
    allocateSum = 0;
    heartbeatBytes = 0;
  }

  /** Returns the heartbeats' times in nanoseconds. */
  double[] heartbeats() {
    return Arrays.copyOf(heartbeats, count);
  }

  /** Returns what all heartbeats together allocated. */
  double heartbeatBytes() {
    return heartbeatBytes;
  }

  /** Returns what part of the time of all calls was the heartbeats'. */
  double heartbeatPart() {
    return heartbeatSum / (heartbeatSum + allocateSum);
  }
}
