// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.sls.load;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * What a run comes to. All figures but the last three are of the time after the warm-up.
 *
 * @param nodeUpdate heartbeats of nodes, as the scheduler handles them
 * @param allocate calls of application masters, as the scheduler handles them
 * @param seconds how long was measured
 * @param containers how many containers masters were given
 * @param schedulerCpuMicros CPU time of the thread that handles the scheduler's events, for each
 *     heartbeat
 * @param processCpuMillis CPU time of the JVM, the simulator's with it, for each container
 * @param inUse mean of the most used resource's part that was in use
 * @param worstDistance largest distance of a leaf queue's dominant share from its ideal one
 * @param queues leaf queues in the order of the file
 * @param applications how many were to be submitted
 * @param failures exceptions in the simulator's threads
 * @param wallSeconds of the JVM, its start, the ResourceManager's and the nodes' with it
 */
public record LoadFigures(
    CallTimes nodeUpdate,
    CallTimes allocate,
    double seconds,
    long containers,
    double schedulerCpuMicros,
    double processCpuMillis,
    double inUse,
    double worstDistance,
    List<QueueFigures> queues,
    int applications,
    int failures,
    double wallSeconds) {
  private static final String FILE = "figures.json";
  private static final double MILLIS = 1000;

  /** Returns how many containers masters were given in a second. */
  public double containersPerSecond() {
    return seconds > 0 ? containers / seconds : 0;
  }

  /** Returns how many heartbeats were handled in a second; fewer than came are a backlog. */
  public double nodeUpdatesPerSecond() {
    return seconds > 0 ? nodeUpdate.count() / seconds : 0;
  }

  /** Returns how much of the machine the JVM had: little of it makes wall times meaningless. */
  public double coresUsed() {
    return seconds > 0 ? processCpuMillis * containers / MILLIS / seconds : 0;
  }

  /** Returns the mean distance of a leaf queue's dominant share from its ideal one. */
  public double distance() {
    return queues.stream().mapToDouble(QueueFigures::distance).average().orElse(0);
  }

  void write(Path directory) throws IOException {
    new ObjectMapper()
        .writerWithDefaultPrettyPrinter()
        .writeValue(directory.resolve(FILE).toFile(), this);
  }

  /** Deletes the figures of an earlier run in a directory, if there are any. */
  public static void delete(Path directory) throws IOException {
    Files.deleteIfExists(directory.resolve(FILE));
  }

  /** Returns whether a run has left its figures in its directory. */
  public static boolean areIn(Path directory) {
    return Files.exists(directory.resolve(FILE));
  }

  /** Reads the figures from the directory of their run. */
  public static LoadFigures read(Path directory) throws IOException {
    return new ObjectMapper().readValue(directory.resolve(FILE).toFile(), LoadFigures.class);
  }
}
