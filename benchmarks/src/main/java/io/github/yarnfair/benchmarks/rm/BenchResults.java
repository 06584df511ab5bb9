// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.benchmarks.rm;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.yarnfair.benchmarks.Statistics;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The results of a run, and figures computed from them.
 *
 * @param java the virtual machine
 * @param processors how many the machine has
 * @param seed of the workload
 * @param results in the order in which they were measured; several of one scheduler and cell are of
 *     as many JVMs, and what is computed is their medians
 */
record BenchResults(String java, int processors, long seed, List<BenchResult> results) {

  static BenchResults of(long seed, List<BenchResult> results) {
    return new BenchResults(
        System.getProperty("java.vm.name") + " " + Runtime.version(),
        Runtime.getRuntime().availableProcessors(),
        seed,
        List.copyOf(results));
  }

  /**
   * Reads what {@link #write} wrote.
   *
   * @throws IOException if the file cannot be read
   */
  static BenchResults read(Path file) throws IOException {
    return new ObjectMapper().readValue(file.toFile(), BenchResults.class);
  }

  /**
   * Writes one JSON document.
   *
   * @throws IOException if the file cannot be written
   */
  void write(Path file) throws IOException {
    new ObjectMapper().writerWithDefaultPrettyPrinter().writeValue(file.toFile(), this);
  }

  List<String> cells() {
    return results.stream().map(BenchResult::cell).distinct().toList();
  }

  List<String> schedulers() {
    return results.stream().map(BenchResult::scheduler).distinct().toList();
  }

  Optional<CellFigures> figures(String scheduler, String cell) {
    List<CellFigures> all = all(scheduler, cell, BenchResult::figures);
    return all.isEmpty() ? Optional.empty() : Optional.of(CellFigures.median(all));
  }

  Optional<ContendedFigures> contention(String scheduler, String cell) {
    List<ContendedFigures> all = all(scheduler, cell, BenchResult::contention);
    return all.isEmpty() ? Optional.empty() : Optional.of(ContendedFigures.median(all));
  }

  private <T> List<T> all(
      String scheduler, String cell, Function<BenchResult, @Nullable T> measured) {
    return results.stream()
        .filter(result -> result.scheduler().equals(scheduler) && result.cell().equals(cell))
        .map(measured)
        .flatMap(Stream::ofNullable)
        .toList();
  }

  /** Returns the CPU time of a decision in parts of the floor's; NaN if one is missing. */
  double floors(String scheduler, String cell) {
    return cpu(scheduler, cell) / cpu(BenchScheduler.FLOOR.label(), cell);
  }

  private double cpu(String scheduler, String cell) {
    return figures(scheduler, cell).map(CellFigures::cpu).orElse(Double.NaN);
  }

  /** Returns the CPU time of a decision's heartbeat in parts of the floor's, likewise. */
  double heartbeatFloors(String scheduler, String cell) {
    return heartbeatCpu(scheduler, cell) / heartbeatCpu(BenchScheduler.FLOOR.label(), cell);
  }

  private double heartbeatCpu(String scheduler, String cell) {
    return figures(scheduler, cell).map(CellFigures::heartbeatCpu).orElse(Double.NaN);
  }

  /** Returns the sizes, in one dimension, of the cells that differ from one in it alone. */
  List<Integer> sizes(ClusterCell cell, ClusterCell.Dimension dimension) {
    TreeSet<Integer> sizes = new TreeSet<>();
    for (String other : cells()) {
      int size = ClusterCell.parse(other).size(dimension);
      if (cell.with(dimension, size).toString().equals(other)) {
        sizes.add(size);
      }
    }
    return List.copyOf(sizes);
  }

  /** Returns the growth exponent of a decision's CPU time over such cells; NaN if there is none. */
  double growthExponent(String scheduler, ClusterCell cell, ClusterCell.Dimension dimension) {
    List<Integer> sizes =
        sizes(cell, dimension).stream()
            .filter(size -> figures(scheduler, cell.with(dimension, size).toString()).isPresent())
            .toList();
    return Statistics.growthExponent(
        doubles(sizes, size -> size),
        doubles(sizes, size -> cpu(scheduler, cell.with(dimension, size).toString())));
  }

  private static double[] doubles(List<Integer> sizes, ToDoubleFunction<Integer> of) {
    return sizes.stream().mapToDouble(of).toArray();
  }
}
