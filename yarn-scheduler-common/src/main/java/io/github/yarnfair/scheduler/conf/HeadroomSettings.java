// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.conf;

import java.io.IOException;
import org.apache.hadoop.conf.Configuration;

/**
 * How nodes keep room for large tasks: the scheduler's own options in {@code yarn-site.xml}, below
 * {@code <scheduler's prefix>.node-headroom}.
 *
 * @param mode reservation (default), largest-task or none
 * @param timeoutMillis longest that a node with free resources waits before it serves every request
 *     that fits
 * @param nodesPerApplication part of the nodes that one application may have reserved at a time, at
 *     least one node
 * @param nodesPerQueue part of the nodes that all applications of one leaf queue may have reserved
 *     at a time, at least one node
 * @param nodesInAll part of the nodes that may be reserved at a time, at least six nodes
 */
public record HeadroomSettings(
    HeadroomMode mode,
    long timeoutMillis,
    double nodesPerApplication,
    double nodesPerQueue,
    double nodesInAll) {
  private static final String MODE = "node-headroom";
  private static final String TIMEOUT = "node-headroom.timeout-ms";
  private static final String PER_APPLICATION = "node-headroom.reserved-nodes-per-application";
  private static final String PER_QUEUE = "node-headroom.reserved-nodes-per-queue";
  private static final String IN_ALL = "node-headroom.reserved-nodes";

  /** Always may be reserved: where nodes are few, a part of them is less than those who wait. */
  private static final int FEW_NODES = 6;

  private static final String OF_NODES = "a part of the nodes, above 0 and at most 1";

  /**
   * Reads the options of a scheduler.
   *
   * @param prefix what the scheduler's keys begin with, such as {@code yarn.scheduler.hdrf.}
   * @throws IOException naming file, key, value and what was expected
   */
  public static HeadroomSettings read(Configuration conf, String prefix) throws IOException {
    String configured = conf.getTrimmed(prefix + MODE, HeadroomMode.RESERVATION.configured());
    HeadroomMode mode =
        HeadroomMode.of(configured)
            .orElseThrow(
                () -> ConfiguredKey.refused(conf, prefix + MODE, "one of " + HeadroomMode.all()));
    return new HeadroomSettings(
        mode,
        milliseconds(conf, prefix + TIMEOUT, 300_000),
        fraction(conf, prefix + PER_APPLICATION, 0.15, OF_NODES),
        fraction(conf, prefix + PER_QUEUE, 0.3, OF_NODES),
        fraction(conf, prefix + IN_ALL, 0.3, OF_NODES));
  }

  /** Returns how many nodes of a cluster one application may have reserved. */
  public int perApplication(int nodes) {
    return atLeastOne(nodesPerApplication * nodes);
  }

  /** Returns how many nodes of a cluster the applications of one leaf queue may have reserved. */
  public int perQueue(int nodes) {
    return atLeastOne(nodesPerQueue * nodes);
  }

  /** Returns how many nodes of a cluster may be reserved. */
  public int inAll(int nodes) {
    return (int) Math.max(FEW_NODES, nodesInAll * nodes);
  }

  private static int atLeastOne(double nodes) {
    return (int) Math.max(1, nodes);
  }

  static long milliseconds(Configuration conf, String key, long byDefault) throws IOException {
    try {
      long value = conf.getLong(key, byDefault);
      if (value > 0) {
        return value;
      }
    } catch (NumberFormatException e) {
      // Refused below.
    }
    throw ConfiguredKey.refused(conf, key, "a whole number of milliseconds above 0");
  }

  static double fraction(Configuration conf, String key, double byDefault, String expected)
      throws IOException {
    try {
      double value = conf.getDouble(key, byDefault);
      if (value > 0 && value <= 1) {
        return value;
      }
    } catch (NumberFormatException e) {
      // Refused below.
    }
    throw ConfiguredKey.refused(conf, key, expected);
  }
}
