// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.conf;

import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.conf.YarnConfiguration;

/**
 * Parts of YARN that {@code yarn-site.xml} switches on, that work with CapacityScheduler, and that
 * this scheduler does not have.
 */
public final class Unsupported {
  private Unsupported() {}

  /** Returns what is switched on: file, key, value and the consequence of each. */
  public static List<String> of(Configuration conf) {
    String key = YarnConfiguration.RM_RESERVATION_SYSTEM_ENABLE;
    return conf.getBoolean(key, false)
        ? List.of(
            new ConfiguredKey(conf, key, "yarn-site.xml").describe() + ": reservations are refused")
        : List.of();
  }
}
