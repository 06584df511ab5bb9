// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.conf;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * How a node keeps room for a task that is larger than the free resources. Without it, the room of
 * a task that ends fits only a task of the same size, and shares do not change.
 */
public enum HeadroomMode {
  /** The node waits for the application whose turn it is, one at a time, visibly reserved. */
  RESERVATION,

  /** The node waits until it could hold the largest pending task that it could ever hold. */
  LARGEST_TASK,

  /** The node serves every request that fits what is free. */
  NONE;

  /** Returns the name in the configuration, such as {@code largest-task}. */
  public String configured() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  static Optional<HeadroomMode> of(String configured) {
    return Arrays.stream(values()).filter(mode -> mode.configured().equals(configured)).findAny();
  }

  static String all() {
    return Arrays.stream(values()).map(HeadroomMode::configured).collect(Collectors.joining(", "));
  }
}
