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

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.exceptions.YarnRuntimeException;
import org.apache.hadoop.yarn.server.resourcemanager.RMContext;
import org.apache.hadoop.yarn.server.resourcemanager.monitor.SchedulingEditPolicy;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.ResourceScheduler;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The monitor that preempts containers; YARN calls it at its {@linkplain #getMonitoringInterval
 * interval} in a thread of its own. It replaces CapacityScheduler's preemption policy and is
 * enabled by the same keys. Warnings belong to one monitor: a monitor that is started after another
 * was stopped warns masters again before it ends a container.
 */
public final class PreemptionMonitor implements SchedulingEditPolicy {
  private static final Logger LOG = LoggerFactory.getLogger(PreemptionMonitor.class);

  // Set in init, before anything else is called.
  @SuppressWarnings("NullAway.Init")
  private HierarchicalScheduler scheduler;

  private volatile RoundTimes lastRound = new RoundTimes(0, 0, 0, 0);

  /**
   * The duration of one round.
   *
   * @param lockedNanos time for the copy, the warnings and the ends under the scheduler's write
   *     lock, waiting for the lock included, in nanoseconds
   * @param longestLockNanos longest single hold of the lock, waiting for it included, in
   *     nanoseconds
   * @param planNanos time for the plan, without the lock, in nanoseconds
   * @param chosen number of containers that have to end
   */
  public record RoundTimes(long lockedNanos, long longestLockNanos, long planNanos, int chosen) {}

  /** For YARN, which makes one by the name of the class. */
  public PreemptionMonitor() {}

  @Override
  public void init(Configuration conf, RMContext context, ResourceScheduler resourceScheduler) {
    if (!(resourceScheduler instanceof HierarchicalScheduler hierarchical)) {
      throw new YarnRuntimeException(
          getClass().getName() + " does not preempt for " + resourceScheduler.getClass().getName());
    }
    scheduler = hierarchical;
  }

  @Override
  public void editSchedule() {
    lastRound = scheduler.preemption().runRound();
    LOG.debug("{}", lastRound);
  }

  /** Returns the duration of the last round; zeros before the first. */
  public RoundTimes lastRound() {
    return lastRound;
  }

  @Override
  public long getMonitoringInterval() {
    return scheduler.preemption().settings().intervalMillis();
  }

  @Override
  public String getPolicyName() {
    return getClass().getName();
  }
}
