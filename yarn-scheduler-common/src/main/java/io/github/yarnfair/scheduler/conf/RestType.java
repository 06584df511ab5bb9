// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.conf;

import java.io.IOException;
import java.util.Arrays;
import org.apache.hadoop.conf.Configuration;

/** The shape of the answer at {@code /ws/v1/cluster/scheduler}: the option {@code rest-type}. */
public enum RestType {
  /** This project's. */
  HIERARCHICAL_FAIR_SCHEDULER("hierarchicalFairScheduler"),
  /** CapacityScheduler's, for programs that read no other. */
  CAPACITY_SCHEDULER("capacityScheduler");

  private static final String OPTION = "rest-type";

  private final String configured;

  RestType(String configured) {
    this.configured = configured;
  }

  /**
   * Reads the option.
   *
   * @param prefix what the scheduler's keys begin with, such as {@code yarn.scheduler.hdrf.}
   * @throws IOException naming file, key, value and what was expected
   */
  public static RestType read(Configuration conf, String prefix) throws IOException {
    String value = conf.getTrimmed(prefix + OPTION, HIERARCHICAL_FAIR_SCHEDULER.configured);
    return Arrays.stream(values())
        .filter(type -> type.configured.equals(value))
        .findFirst()
        .orElseThrow(
            () ->
                ConfiguredKey.refused(
                    conf, prefix + OPTION, "hierarchicalFairScheduler or capacityScheduler"));
  }
}
