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
package io.github.yarnfair.benchmarks;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.concurrent.TimeUnit;

/** Counts what this thread allocates in a number of turns, exactly and without JMH's own part. */
final class AllocationMeter {
  private static final long MOST_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

  private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
  private long bytes;
  private long turns;
  private double last;

  /** Runs turns for a while, at least one. */
  void measure(Operation.Turn turn) {
    long deadline = System.nanoTime() + MOST_NANOS;
    long before = threads.getCurrentThreadAllocatedBytes();
    do {
      last = turn.run();
      turns++;
    } while (System.nanoTime() < deadline);
    bytes += threads.getCurrentThreadAllocatedBytes() - before;
  }

  long bytes() {
    return bytes;
  }

  long turns() {
    return turns;
  }

  /** Returns the result of the last turn, so that the compiler cannot leave a turn out. */
  double last() {
    return last;
  }
}
