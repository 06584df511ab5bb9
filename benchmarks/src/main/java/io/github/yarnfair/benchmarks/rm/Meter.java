// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.benchmarks.rm;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;

/** CPU time, wall time and allocated bytes of this thread since the meter was made or restarted. */
public final class Meter {
  private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
  private long cpu;
  private long wall;
  private long bytes;

  public Meter() {
    restart();
  }

  public void restart() {
    bytes = threads.getCurrentThreadAllocatedBytes();
    wall = System.nanoTime();
    cpu = threads.getCurrentThreadCpuTime();
  }

  public double cpuMicros() {
    return (threads.getCurrentThreadCpuTime() - cpu) / 1e3;
  }

  double wallMicros() {
    return (System.nanoTime() - wall) / 1e3;
  }

  public long bytes() {
    return threads.getCurrentThreadAllocatedBytes() - bytes;
  }
}
