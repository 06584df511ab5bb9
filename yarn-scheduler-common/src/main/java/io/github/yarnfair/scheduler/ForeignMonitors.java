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
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Scheduling monitors that an administrator left configured. The stock preemption policies insist
 * on CapacityScheduler and fail under any other scheduler, so they are not started here.
 */
final class ForeignMonitors {
  private static final Logger LOG = LoggerFactory.getLogger(ForeignMonitors.class);

  private ForeignMonitors() {}

  /** Returns the configuration with monitors off; says so if they were on. */
  static Configuration without(Configuration configuration) {
    if (!configuration.getBoolean(YarnConfiguration.RM_SCHEDULER_ENABLE_MONITORS, false)) {
      return configuration;
    }
    LOG.warn(
        "{} is ignored: its policies need CapacityScheduler",
        YarnConfiguration.RM_SCHEDULER_ENABLE_MONITORS);
    Configuration without = new Configuration(configuration);
    without.setBoolean(YarnConfiguration.RM_SCHEDULER_ENABLE_MONITORS, false);
    return without;
  }
}
