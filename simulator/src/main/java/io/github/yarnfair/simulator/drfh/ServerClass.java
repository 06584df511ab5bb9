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
