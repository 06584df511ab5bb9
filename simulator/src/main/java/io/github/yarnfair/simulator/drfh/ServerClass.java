// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.simulator.drfh;

import java.util.Arrays;

/**
 * A number of identical servers.
 *
 * @param capacity what each of them has of each resource, in whole units
 * @param servers how many there are
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record ServerClass(long[] capacity, long servers) {
  /**
   * Checks the amounts.
   *
   * @throws IllegalArgumentException if an amount is negative or there is no server
   */
  public ServerClass {
    if (servers < 1) {
      throw new IllegalArgumentException(servers + " servers of a class: expected at least 1");
    }
    Amounts.check(capacity);
    capacity = capacity.clone();
  }

  double total(int resource) {
    return (double) capacity[resource] * servers;
  }

  @Override
  public String toString() {
    return servers + " x " + Arrays.toString(capacity);
  }
}
