// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.benchmarks.rpc;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.yarnfair.benchmarks.rpc.load.LoadFigures;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * The results of a command.
 *
 * @param java the virtual machine
 * @param processors how many the machine has
 * @param settings of all runs
 * @param results in the order in which they were measured
 */
record RpcResults(String java, int processors, RpcSettings settings, List<RpcResult> results) {

  /** The figures of one scheduler on one cell. */
  record RpcResult(String scheduler, String cell, LoadFigures figures) {}

  static RpcResults of(RpcSettings settings, List<RpcResult> results) {
    return new RpcResults(
        System.getProperty("java.vm.name") + " " + Runtime.version(),
        Runtime.getRuntime().availableProcessors(),
        settings,
        List.copyOf(results));
  }

  /** Writes one JSON document. */
  void write(Path file) throws IOException {
    new ObjectMapper().writerWithDefaultPrettyPrinter().writeValue(file.toFile(), this);
  }

  List<String> cells() {
    return results.stream().map(RpcResult::cell).distinct().toList();
  }

  List<String> schedulers() {
    return results.stream().map(RpcResult::scheduler).distinct().toList();
  }

  Optional<LoadFigures> figures(String scheduler, String cell) {
    return results.stream()
        .filter(result -> result.scheduler().equals(scheduler) && result.cell().equals(cell))
        .map(RpcResult::figures)
        .findFirst();
  }

  /**
   * Returns the containers that one scheduler gives in a second of the ResourceManager's CPU time,
   * divided by those that another gives; NaN if one of them was not measured.
   */
  double throughput(String scheduler, String than, String cell) {
    return cpuMicros(than, cell) / cpuMicros(scheduler, cell);
  }

  private double cpuMicros(String scheduler, String cell) {
    return figures(scheduler, cell).map(LoadFigures::cpuMicros).orElse(Double.NaN);
  }
}
