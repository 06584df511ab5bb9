// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.junit.jupiter.api.Test;

class MonitorsTest {
  private final Configuration site = new Configuration(false);

  /** As a refresh has it. */
  @Test
  void withoutHadoopsDefaultsTheDefaultMonitorPreempts() {
    site.setBoolean(YarnConfiguration.RM_SCHEDULER_ENABLE_MONITORS, true);
    assertThat(Monitors.preempt(site)).isTrue();
    assertThat(Monitors.preempt(Monitors.of(site))).isTrue();
    assertThat(Monitors.of(site).get(YarnConfiguration.RM_SCHEDULER_MONITOR_POLICIES))
        .isEqualTo(PreemptionMonitor.class.getName());
  }

  @Test
  void nothingPreemptsUnlessMonitorsAreEnabledAndOneOfThemDoes() {
    assertThat(Monitors.preempt(Monitors.of(site))).isFalse();
    site.setBoolean(YarnConfiguration.RM_SCHEDULER_ENABLE_MONITORS, true);
    site.set(YarnConfiguration.RM_SCHEDULER_MONITOR_POLICIES, "com.example.Other");
    assertThat(Monitors.preempt(Monitors.of(site))).isFalse();
  }
}
