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

import java.util.concurrent.atomic.AtomicLong;
import org.apache.hadoop.yarn.util.Clock;

/** Time passes by heartbeats: each node sends one per second. */
final class SimulatedClock implements Clock {
  private static final long SECOND = 1_000_000_000L;

  private final long nanosPerHeartbeat;
  private final AtomicLong nanos = new AtomicLong(1_000_000 * SECOND);

  SimulatedClock(int nodes) {
    nanosPerHeartbeat = SECOND / nodes;
  }

  void heartbeat() {
    nanos.addAndGet(nanosPerHeartbeat);
  }

  /** Returns the time in milliseconds. */
  @Override
  public long getTime() {
    return nanos.get() / 1_000_000;
  }
}
