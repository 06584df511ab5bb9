// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler;

import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
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
   * Returns whether a configuration, as it is written or {@linkplain #of for this scheduler},
   * starts {@link PreemptionMonitor}.
   */
  static boolean preempt(Configuration configuration) {
    List<String> monitors = Arrays.asList(names(configuration));
    return configuration.getBoolean(YarnConfiguration.RM_SCHEDULER_ENABLE_MONITORS, false)
        && (monitors.contains(PreemptionMonitor.class.getName()) || monitors.contains(STOCK));
  }

  /** A refresh reads yarn-site.xml alone, without Hadoop's defaults. */
  private static String[] names(Configuration configuration) {
    return configuration.getTrimmedStrings(KEY, STOCK);
  }

  /** Returns the configuration with monitors that serve this scheduler; names those left out. */
  static Configuration of(Configuration configuration) {
    if (!configuration.getBoolean(YarnConfiguration.RM_SCHEDULER_ENABLE_MONITORS, false)) {
      return configuration;
    }
    Set<String> monitors = new LinkedHashSet<>();
    for (String name : names(configuration)) {
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
