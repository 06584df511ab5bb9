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

import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.server.resourcemanager.monitor.capacity.ProportionalCapacityPreemptionPolicy;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The configured scheduling monitors. YARN's own require CapacityScheduler and fail under any other
 * scheduler; its preemption monitor is replaced by {@link PreemptionMonitor}.
 */
final class Monitors {
  private static final Logger LOG = LoggerFactory.getLogger(Monitors.class);
  private static final String KEY = YarnConfiguration.RM_SCHEDULER_MONITOR_POLICIES;
  private static final String STOCK = ProportionalCapacityPreemptionPolicy.class.getName();
  private static final String YARNS = "org.apache.hadoop.yarn.server.resourcemanager.";

  private Monitors() {}

  /**
   * Returns whether {@link PreemptionMonitor} is started, under a configuration as it is read or
   * {@linkplain #of for this scheduler}.
   */
  static boolean preempt(Configuration configuration) {
    return configuration.getBoolean(YarnConfiguration.RM_SCHEDULER_ENABLE_MONITORS, false)
        && Arrays.stream(configuration.getTrimmedStrings(KEY))
            .anyMatch(name -> name.equals(STOCK) || name.equals(PreemptionMonitor.class.getName()));
  }

  /** Returns the configuration with monitors that serve this scheduler; names those left out. */
  static Configuration of(Configuration configuration) {
    if (!configuration.getBoolean(YarnConfiguration.RM_SCHEDULER_ENABLE_MONITORS, false)) {
      return configuration;
    }
    Set<String> monitors = new LinkedHashSet<>();
    for (String name : configuration.getTrimmedStrings(KEY)) {
      if (name.equals(STOCK)) {
        monitors.add(PreemptionMonitor.class.getName());
      } else if (name.startsWith(YARNS)) {
        LOG.warn("{} of {} is not started: it needs CapacityScheduler", name, KEY);
      } else {
        monitors.add(name);
      }
    }
    Configuration ours = new Configuration(configuration);
    ours.setStrings(KEY, monitors.toArray(String[]::new));
    return ours;
  }
}
