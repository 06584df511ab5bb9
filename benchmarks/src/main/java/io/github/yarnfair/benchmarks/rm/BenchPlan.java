// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.benchmarks.rm;

import java.util.List;
import java.util.stream.Stream;

/** The schedulers and cells that are measured by default. */
final class BenchPlan {
  /** The rows that schedulers are compared on. */
  static final List<ClusterCell> ROWS =
      cells(
          "depth-2/4x1@1000",
          "depth-2/64x10@1000",
          "depth-2/1024x10@1000",
          "flat/256x1@200",
          "flat/1024x1@200",
          "flat/4x1000@200",
          // A queue for each of 500 users.
          "flat/500x1@200",
          "flat/500x10@200",
          // Users as a level of the share tree.
          "depth-2/64x10x10@1000");

  private static final List<ClusterCell> GROWTH =
      cells(
          "flat/64x1@200",
          "flat/4x10@200",
          "flat/4x100@200",
          "depth-2/256x10@1000",
          "depth-2/64x10@200",
          "depth-2/64x10@4000");

  private BenchPlan() {}

  /**
   * Returns the cells.
   *
   * @param quick only the rows, without what growth exponents are computed from beside them
   */
  static List<ClusterCell> cells(boolean quick) {
    return quick ? ROWS : Stream.concat(ROWS.stream(), GROWTH.stream()).toList();
  }

  private static List<ClusterCell> cells(String... names) {
    return Stream.of(names).map(ClusterCell::parse).toList();
  }
}
