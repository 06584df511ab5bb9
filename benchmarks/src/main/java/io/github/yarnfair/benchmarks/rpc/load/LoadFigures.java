// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.benchmarks.rpc.load;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;

/**
 * What a run comes to; everything is of the time after the warm-up.
 *
 * @param seconds how long was measured
 * @param containers how many containers masters were given
 * @param heartbeat calls of nodes
 * @param allocate calls of masters
 * @param resizes how many times a node was resized
 * @param cpuSeconds CPU time of the ResourceManager's process, by its threads
 * @param loadCpuSeconds CPU time of the process of nodes and masters
 * @param residentMebibytes of the ResourceManager's process, at the end
 * @param heapMebibytes of the ResourceManager after a garbage collection, at the end
 * @param inUse mean of the most used resource's part that tasks held
 * @param leastShare smallest mean share of a leaf queue in parts of its ideal one
 * @param medianShare median of them
 * @param largestShare largest of them
 * @param failures how many calls have failed with each exception
 * @param earlyFailures the same of the time before, which the other figures leave out
 */
public record LoadFigures(
    double seconds,
    long containers,
    CallFigures heartbeat,
    CallFigures allocate,
    long resizes,
    Map<ThreadKind, Double> cpuSeconds,
    double loadCpuSeconds,
    double residentMebibytes,
    double heapMebibytes,
    double inUse,
    double leastShare,
    double medianShare,
    double largestShare,
    Map<String, Integer> failures,
    Map<String, Integer> earlyFailures) {
  private static final String FILE = "figures.json";

  /**
   * Calls of one kind, as those who call see them.
   *
   * @param count how many returned
   * @param p50 milliseconds within which half of them did
   * @param p99 milliseconds within which 99 % of them did
   */
  public record CallFigures(long count, double p50, double p99) {
    static CallFigures of(CallLog log) {
      return new CallFigures(log.count(), log.quantile(0.5) / 1e6, log.quantile(0.99) / 1e6);
    }
  }

  public double containersPerSecond() {
    return containers / seconds;
  }

  /** Returns the CPU time of the ResourceManager, in seconds. */
  public double cpu() {
    return cpuSeconds.values().stream().mapToDouble(s -> s).sum();
  }

  /**
   * Returns the CPU time of the ResourceManager for each container, in microseconds. The
   * compilation of its code is not in it: a ResourceManager does that in its first minutes.
   */
  public double cpuMicros() {
    return micros(cpu() - cpuSeconds.getOrDefault(ThreadKind.COMPILATION, 0.0));
  }

  /** Returns the same of one kind of threads. */
  public double cpuMicros(ThreadKind kind) {
    return micros(cpuSeconds.getOrDefault(kind, 0.0));
  }

  private double micros(double cpu) {
    return containers == 0 ? Double.NaN : cpu * 1e6 / containers;
  }

  void write(Path directory) throws IOException {
    new ObjectMapper()
        .writerWithDefaultPrettyPrinter()
        .writeValue(directory.resolve(FILE).toFile(), this);
  }

  /** Reads the figures from the directory of their run. */
  public static LoadFigures read(Path directory) throws IOException {
    return new ObjectMapper().readValue(directory.resolve(FILE).toFile(), LoadFigures.class);
  }
}
