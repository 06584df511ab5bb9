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

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;

/** CPU time, wall time and allocated bytes of this thread since the meter was made or restarted. */
final class Meter {
  private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
  private long cpu;
  private long wall;
  private long bytes;

  Meter() {
    restart();
  }

  void restart() {
    bytes = threads.getCurrentThreadAllocatedBytes();
    wall = System.nanoTime();
    cpu = threads.getCurrentThreadCpuTime();
  }

  double cpuMicros() {
    return (threads.getCurrentThreadCpuTime() - cpu) / 1e3;
  }

  double wallMicros() {
    return (System.nanoTime() - wall) / 1e3;
  }

  long bytes() {
    return threads.getCurrentThreadAllocatedBytes() - bytes;
  }
}
