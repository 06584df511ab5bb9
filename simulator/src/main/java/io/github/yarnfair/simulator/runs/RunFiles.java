// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.simulator.runs;

import io.github.yarnfair.simulator.engine.ClusterExtension;
import io.github.yarnfair.simulator.run.RunQueue;
import io.github.yarnfair.simulator.workload.ClusterNodes;
import io.github.yarnfair.simulator.workload.InputException;
import io.github.yarnfair.simulator.workload.JobFile;
import io.github.yarnfair.simulator.workload.JobFormat;
import io.github.yarnfair.simulator.workload.JobSource;
import io.github.yarnfair.simulator.workload.QueueRule;
import io.github.yarnfair.simulator.workload.ReadOptions;
import io.github.yarnfair.simulator.workload.RunInput;
import io.github.yarnfair.simulator.workload.Shape;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options of {@code run} that say what is run. */
final class RunFiles {
  @Option(
      names = "--nodes",
      paramLabel = "FILE|N*AMOUNTS",
      description =
          "The nodes: CSV, the trace's own CSV, SLS's JSON; or a text such as"
              + " 600*memory-mb=98304,vcores=24.")
  private String nodes = "";

  @Option(names = "--jobs", paramLabel = "FILE", description = "The jobs.")
  private @Nullable Path jobs;

  @Option(
      names = "--format",
      paramLabel = "NAME",
      description = "openb, swim, apps, sls or csv (default: by content).")
  private @Nullable String format;

  @Option(
      names = "--queues",
      paramLabel = "FILE",
      description = "A capacity-scheduler.xml. Needs Hadoop's classes on the class path.")
  private @Nullable Path queues;

  @Option(
      names = "--queue-of",
      paramLabel = "RULE",
      description = "Which queue a job is for: " + QueueRule.EXPECTED + ".")
  private @Nullable String queueOf;

  @Option(
      names = "--create-queues",
      description = "Create queues that are not there, with weight 1; implied without --queues.")
  private boolean createQueues;

  @Option(
      names = "--set",
      paramLabel = "NAME=NUMBER",
      description = "What a format does not say, such as map-mb=256; may be repeated.")
  private Map<String, Long> numbers = new LinkedHashMap<>();

  @Option(names = "--any-host", description = "Tasks may name hosts that are no nodes.")
  private boolean anyHost;

  @Option(names = "--any-class", description = "Leave out the machine classes that tasks name.")
  private boolean anyClass;

  @Option(
      names = "--first-jobs",
      paramLabel = "N",
      description = "Run at most this number of jobs, those submitted first.")
  private int first = Shape.PLAIN.first();

  @Option(
      names = "--gather",
      paramLabel = "N",
      description = "Submit the first N jobs together with the one after them.")
  private int gather = Shape.PLAIN.gather();

  @Option(
      names = "--copies",
      paramLabel = "N",
      description = "How many jobs take the place of each.")
  private int copies = Shape.PLAIN.copies();

  @Option(
      names = "--spread-ms",
      paramLabel = "MS",
      description = "By how much of the trace's time copies are moved, at most (default: a day).")
  private long spread = Shape.PLAIN.spread();

  @Option(
      names = "--compression",
      paramLabel = "X",
      description = "How many times closer submissions are.")
  private double compression = Shape.PLAIN.compression();

  /**
   * Checks the options without a look at files.
   *
   * @throws IllegalArgumentException if one cannot be used
   */
  void checkOptions() {
    if (nodes.isEmpty() || jobs == null) {
      throw new IllegalArgumentException(
          "Missing required option: %s".formatted(nodes.isEmpty() ? "--nodes" : "--jobs"));
    }
    jobFormat();
    options();
    shape();
  }

  /** Returns what {@code --nodes} says, empty if it is not there. */
  String nodes() {
    return nodes;
  }

  /** Returns the queue file, null if there is none. */
  @Nullable Path queues() {
    return queues;
  }

  /** Returns the file of the jobs, null if there is none. */
  @Nullable Path jobs() {
    return jobs;
  }

  /** Returns how files are read. */
  ReadOptions options() {
    return new ReadOptions(
        queueOf == null ? null : QueueRule.of(queueOf), createQueues, numbers, anyHost, anyClass);
  }

  private @Nullable JobFormat jobFormat() {
    return format == null ? null : JobFormat.of(format);
  }

  private Shape shape() {
    return new Shape(first, gather, copies, spread, compression);
  }

  /**
   * Reads everything.
   *
   * @throws InputException if a file cannot be used
   */
  RunInput read(long seed, Optional<ClusterExtension> extension) throws IOException {
    ClusterNodes cluster = cluster();
    return RunInput.of(cluster, source(seed), List.of(), queues(cluster, extension), options());
  }

  /** Reads the nodes. */
  ClusterNodes cluster() throws IOException {
    return ClusterNodes.read(nodes);
  }

  /** Returns where the jobs are from. */
  JobSource source(long seed) {
    return new JobFile(Objects.requireNonNull(jobs), jobFormat(), options(), shape(), seed);
  }

  /** Reads the queues; returns null if there is no file of them. */
  @Nullable RunQueue queues(ClusterNodes cluster, Optional<ClusterExtension> extension)
      throws IOException {
    return queues == null ? null : queues("--queues", queues, cluster, extension);
  }

  /**
   * Reads queues.
   *
   * @param option that names the file
   */
  static RunQueue queues(
      String option, Path file, ClusterNodes cluster, Optional<ClusterExtension> extension)
      throws IOException {
    if (extension.isEmpty()) {
      throw new InputException(
          option
              + " "
              + file
              + ": expected Hadoop's classes: start as java -cp cluster-simulator.jar:$(hadoop"
              + " classpath) io.github.yarnfair.simulator.Simulator run ..., or ./cluster-simulator/run");
    }
    return extension.get().readQueues(file, cluster.resourceNames(), cluster.capacity());
  }
}
