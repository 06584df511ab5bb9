// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.benchmarks;

import io.github.yarnfair.benchmarks.workload.Setting;
import io.github.yarnfair.benchmarks.workload.TreeShape;
import java.util.List;

/**
 * The extent of a run.
 *
 * @param sizes numbers of leaves
 * @param shapes of the trees
 * @param resources numbers m of resources
 * @param rules beside the floor
 * @param kinds the number of distinct demand vectors
 * @param seed of all random choices
 * @param full whether to measure the plain recursion of every rule at every size, and changes of
 *     demand and applications under MCH too and on flat trees
 */
record Extent(
    List<Integer> sizes,
    List<TreeShape> shapes,
    List<Integer> resources,
    List<Contender> rules,
    int kinds,
    long seed,
    boolean full) {

  Setting setting(int leaves, TreeShape shape, int m) {
    return new Setting(leaves, shape, m, kinds, seed);
  }
}
