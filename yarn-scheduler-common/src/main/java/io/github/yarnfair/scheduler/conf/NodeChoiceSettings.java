// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.conf;

import io.github.yarnfair.core.nodes.NodeChoice;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.util.resource.ResourceUtils;

/**
 * How the node for a task is chosen: the scheduler's own options in {@code yarn-site.xml}, below
 * {@code <scheduler's prefix>node-choice}.
 *
 * @param choice by the heartbeat, or by a score of all nodes with room
 * @param intervalMillis least time between two passes over all nodes, 0: after each heartbeat
 * @param maximumContainers most containers that one pass places in one partition of the cluster
 * @param overdueMillis a node that has not reported for longer gets no container from a pass
 */
public record NodeChoiceSettings(
    NodeChoice choice, long intervalMillis, int maximumContainers, long overdueMillis) {
  private static final String CHOICE = "node-choice";
  private static final String INTERVAL = "node-choice.interval-ms";
  private static final String MAXIMUM = "node-choice.maximum-containers-per-pass";
  private static final int MEMORY_AND_VCORES = 2;
  private static final long LONGEST_INTERVAL = 60_000;
  private static final long MOST_CONTAINERS = 100_000;

  /**
   * Reads the options of a scheduler. A node is overdue as in CapacityScheduler's asynchronous
   * mode, by YARN's own keys.
   *
   * @param prefix what the scheduler's keys begin with, such as {@code yarn.scheduler.hdrf.}
   * @param withoutDevices the choice if there is no such key and memory and vcores are the only
   *     resource types; with others, such as GPUs, it is {@link NodeChoice#FRAGMENTATION}
   * @throws IOException naming file, key, value and what was expected
   */
  public static NodeChoiceSettings read(
      Configuration conf, String prefix, NodeChoice withoutDevices) throws IOException {
    boolean hasDevices = ResourceUtils.getNumberOfCountableResourceTypes() > MEMORY_AND_VCORES;
    return new NodeChoiceSettings(
        choice(conf, prefix + CHOICE, hasDevices ? NodeChoice.FRAGMENTATION : withoutDevices),
        whole(conf, prefix + INTERVAL, 0, 0, LONGEST_INTERVAL),
        (int) whole(conf, prefix + MAXIMUM, 100, 1, MOST_CONTAINERS),
        YarnConfiguration.getSkipNodeInterval(conf));
  }

  private static NodeChoice choice(Configuration conf, String key, NodeChoice byDefault)
      throws IOException {
    try {
      return NodeChoice.of(conf.getTrimmed(key, byDefault.configured()));
    } catch (IllegalArgumentException e) {
      throw ConfiguredKey.refused(conf, key, "one of " + NodeChoice.all());
    }
  }

  private static long whole(Configuration conf, String key, long byDefault, long least, long most)
      throws IOException {
    try {
      long value = conf.getLong(key, byDefault);
      if (value >= least && value <= most) {
        return value;
      }
    } catch (NumberFormatException e) {
      // Refused below.
    }
    throw ConfiguredKey.refused(conf, key, "a whole number from " + least + " to " + most);
  }
}
