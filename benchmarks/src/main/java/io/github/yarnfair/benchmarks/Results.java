// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.benchmarks;

import io.github.yarnfair.benchmarks.workload.Setting;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToDoubleFunction;

/**
 * The results of a run, and figures computed from them.
 *
 * @param extent of the run
 * @param measurements by cell, in the order in which they were measured
 */
record Results(Extent extent, Map<Cell, Measurement> measurements) {

  Optional<Measurement> of(Cell cell) {
    return Optional.ofNullable(measurements.get(cell));
  }

  /** Returns a contender's decisions by its fastest engine. */
  Cell fastestDecision(Contender contender, Setting setting) {
    Engine engine = Plan.fastest(contender, setting.resources());
    return new Cell(Operation.DECISION, contender, engine, setting);
  }

  /** Returns how many times as long as one cell another takes; NaN if one is missing. */
  double ratio(Cell slow, Cell fast) {
    return time(slow) / time(fast);
  }

  private double time(Cell cell) {
    return of(cell).map(Measurement::cpuNanos).orElse(Double.NaN);
  }

  /** Returns the growth exponent of a row's time over the number of leaves. */
  double growthExponent(Cell cell) {
    List<Cell> row =
        extent.sizes().stream().map(cell::withLeaves).filter(measurements::containsKey).toList();
    return Statistics.growthExponent(
        doubles(row, c -> c.setting().leaves()), doubles(row, this::time));
  }

  private static double[] doubles(List<Cell> row, ToDoubleFunction<Cell> of) {
    return row.stream().mapToDouble(of).toArray();
  }
}
