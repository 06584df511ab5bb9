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

/**
 * What YARN calls now and then, in a thread of its own, for containers to be preempted. It runs in
 * the place of CapacityScheduler's preemption policy, and is switched on like that.
 */
public final class PreemptionMonitor implements SchedulingEditPolicy {
  // Set in init, before anything else is called.
  @SuppressWarnings("NullAway.Init")
  private ContainerLifecycle scheduler;

  /** For YARN, which makes one by the name of the class. */
  public PreemptionMonitor() {}

  @Override
  public void init(Configuration conf, RMContext context, ResourceScheduler resourceScheduler) {
    if (!(resourceScheduler instanceof ContainerLifecycle hierarchical)) {
      throw new YarnRuntimeException(
          getClass().getName() + " does not preempt for " + resourceScheduler.getClass().getName());
    }
    scheduler = hierarchical;
  }

  @Override
  public void editSchedule() {
    scheduler.preempt();
  }

  @Override
  public long getMonitoringInterval() {
    return scheduler.queues().file().preemption().intervalMillis();
  }

  @Override
  public String getPolicyName() {
    return getClass().getName();
  }
}
