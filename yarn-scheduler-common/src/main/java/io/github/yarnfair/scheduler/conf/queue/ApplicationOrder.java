// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.conf.queue;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** How a leaf queue orders its applications, by the names of CapacityScheduler. */
public enum ApplicationOrder {
  /** By the scheduler's rule: the application with the least share by weight first. */
  FAIR,

  /** By priority, then by submission; an application that cannot use an offer is passed. */
  FIFO,

  /**
   * As {@link #FIFO}: an application is passed wherever it may not run, so that partitions need no
   * orders of their own.
   */
  FIFO_WITH_PARTITIONS,

  /** As {@link #FIFO}: masters wait in this order under each policy. */
  FIFO_FOR_PENDING_APPS;

  /** What a value may be. */
  static final String NAMES =
      Arrays.stream(values())
          .map(ApplicationOrder::configName)
          .collect(Collectors.joining(", ", "one of ", ""));

  private static final String PACKAGE =
      "org.apache.hadoop.yarn.server.resourcemanager.scheduler.policy.";

  /** Returns the order of a name, or of one of CapacityScheduler's classes; null for any other. */
  static @Nullable ApplicationOrder of(String text) {
    for (ApplicationOrder order : values()) {
      if (text.equals(order.configName()) || text.equals(PACKAGE + order.className())) {
        return order;
      }
    }
    return null;
  }

  /** Returns the name in the queue file, such as {@code fifo}. */
  public String configName() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** Returns whether applications are served one after the other, not by shares. */
  public boolean isInOrder() {
    return this != FAIR;
  }

  private String className() {
    return switch (this) {
      case FAIR -> "FairOrderingPolicy";
      case FIFO -> "FifoOrderingPolicy";
      case FIFO_WITH_PARTITIONS -> "FifoOrderingPolicyWithExclusivePartitions";
      case FIFO_FOR_PENDING_APPS -> "FifoOrderingPolicyForPendingApps";
    };
  }
}
