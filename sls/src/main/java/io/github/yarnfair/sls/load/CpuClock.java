// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.sls.load;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.lang.management.ThreadMXBean;
import java.util.Arrays;
import java.util.Objects;

/** CPU times of this JVM, which a busy machine changes far less than times of calls. */
final class CpuClock {
  /** The ResourceManager's thread that takes events to the scheduler. */
  private static final String SCHEDULER = "SchedulerEventDispatcher";

  private final ThreadMXBean threads = ManagementFactory.getThreadMXBean();
  private final OperatingSystemMXBean system =
      ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);

  /** Returns the CPU time of the JVM, in nanoseconds. */
  long process() {
    return system.getProcessCpuTime();
  }

  /** Returns the CPU time of the thread that handles the scheduler's events, in nanoseconds. */
  long scheduler() {
    return Arrays.stream(threads.getThreadInfo(threads.getAllThreadIds()))
        .filter(Objects::nonNull)
        .filter(thread -> thread.getThreadName().startsWith(SCHEDULER))
        .mapToLong(ThreadInfo::getThreadId)
        .map(threads::getThreadCpuTime)
        .sum();
  }
}
