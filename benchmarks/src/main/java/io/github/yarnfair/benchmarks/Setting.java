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
package io.github.yarnfair.benchmarks;

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
  Setting withLeaves(int other) {
    return new Setting(other, shape, resources, kinds, seed);
  }

  private static void check(String what, int value, int least, int most) {
    if (value < least || value > most) {
      throw new IllegalArgumentException(
          what + " " + value + ": expected " + least + " to " + most);
    }
  }
}
