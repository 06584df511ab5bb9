// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.simulator.cluster;

import org.apache.hadoop.yarn.util.Clock;

/** The time of the trace. */
final class VirtualClock implements Clock {
  private volatile long now;

  void set(long millis) {
    now = millis;
  }

  @Override
  public long getTime() {
    return now;
  }
}
