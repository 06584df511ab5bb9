// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.benchmarks.workload;

/**
 * What a workload is made of. Equal settings make equal workloads.
 *
 * @param leaves the number of applications, at least 1
 * @param shape how the queues above them are arranged
 * @param resources the number m of resources, at least 2: memory, CPU, devices
 * @param kinds the number of distinct demand vectors, {@value DemandKinds#LEAST} to {@value
 *     DemandKinds#MOST}
 * @param seed of all random choices
 */
public record Setting(int leaves, TreeShape shape, int resources, int kinds, long seed) {
  /**
   * Checks the ranges.
   *
   * @throws IllegalArgumentException naming the value and what was expected
   */
  public Setting {
    check("leaves", leaves, 1, 10_000_000);
    check("resources", resources, 2, 16);
    check("kinds", kinds, DemandKinds.LEAST, DemandKinds.MOST);
  }

  /** Returns the same with another number of leaves. */
  public Setting withLeaves(int other) {
    return new Setting(other, shape, resources, kinds, seed);
  }

  private static void check(String what, int value, int least, int most) {
    if (value < least || value > most) {
      throw new IllegalArgumentException(
          what + " " + value + ": expected " + least + " to " + most);
    }
  }
}
