// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.benchmarks.service;

import io.github.yarnfair.benchmarks.rm.BenchScheduler;
import io.github.yarnfair.benchmarks.rm.ClusterCell;
import io.github.yarnfair.benchmarks.rm.ClusterWorkload;
import io.github.yarnfair.benchmarks.rm.RmBench;
import io.github.yarnfair.benchmarks.rm.SaturatedCluster;
import io.github.yarnfair.recording.RecordedFiles;
import io.github.yarnfair.recording.replay.Replay;
import io.github.yarnfair.simulator.recording.RecordedPolicies;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Records containers that start and end in a saturated cluster, and measures the replay. */
@Command(
    name = "run-replay",
    description =
        "Records a saturated cluster under each scheduler, replays the recording on one core, and"
            + " prints a row for each.",
    mixinStandardHelpOptions = true,
    exitCodeListHeading = "Exit status:%n",
    exitCodeList = {
      "0:each choice came out as recorded",
      "1:some did not",
      "2:the command line is wrong"
    })
public final class ReplayBench implements Callable<Integer> {
  /** Larger than any recording here: nothing is removed. */
  private static final String SIZE = "8g";

  private static final long SEED = 20_261_123;

  @Option(
      names = "--containers",
      defaultValue = "1000000",
      paramLabel = "N",
      description = "How many start; ${DEFAULT-VALUE} by default.")
  private int containers;

  @Option(
      names = "--idle-heartbeats",
      defaultValue = "10",
      paramLabel = "N",
      description =
          "Heartbeats on which nothing has ended, for each container; ${DEFAULT-VALUE} by default.")
  private int idleHeartbeats;

  @Option(
      names = "--cell",
      defaultValue = "depth-2/64x10@1000",
      paramLabel = "CELL",
      converter = RmBench.CellConverter.class,
      description = "As of run-rm; ${DEFAULT-VALUE} by default.")
  private ClusterCell cell = ClusterCell.parse("depth-2/64x10@1000");

  @Option(
      names = "--schedulers",
      split = ",",
      paramLabel = "NAME",
      description = "As of run-rm, of this project's; hdrf, dff, mch, drfh, udrf by default.")
  private @Nullable List<String> schedulers;

  /** Runs the bench and exits with its status. */
  public static void main(String[] arguments) {
    System.exit(new CommandLine(new ReplayBench()).execute(arguments));
  }

  @Override
  public Integer call() throws Exception {
    System.out.printf(
        "%s, %,d containers, %d idle heartbeats for each%n", cell, containers, idleHeartbeats);
    System.out.println(
        "scheduler         MB  bytes/container   selections    choices  replay s  us/choice  differ");
    long differences = 0;
    for (String name :
        schedulers == null ? List.of("hdrf", "dff", "mch", "drfh", "udrf") : schedulers) {
      differences += measure(BenchScheduler.named(name));
    }
    return differences == 0 ? 0 : 1;
  }

  private long measure(BenchScheduler scheduler) throws Exception {
    Path directory = Files.createTempDirectory("run-replay");
    try {
      record(scheduler, directory);
      return replay(scheduler, directory);
    } finally {
      for (Path file : RecordedFiles.of(directory)) {
        Files.delete(file);
      }
      Files.delete(directory);
    }
  }

  private void record(BenchScheduler scheduler, Path directory) throws Exception {
    String prefix = "yarn.scheduler." + scheduler.label().replaceAll("-.*", "") + ".";
    Map<String, String> options =
        Map.of(
            prefix + "recording.directory",
            directory.toString(),
            prefix + "recording.maximum-size",
            SIZE);
    try (SaturatedCluster cluster =
        new SaturatedCluster(scheduler, new ClusterWorkload(cell, SEED, true), SEED, options)) {
      cluster.fill();
      while (cluster.given() < containers) {
        cluster.decide();
        for (int i = 0; i < idleHeartbeats; i++) {
          cluster.idle();
        }
      }
    }
  }

  private long replay(BenchScheduler scheduler, Path directory) throws IOException {
    long bytes = 0;
    List<Replay.Outcome> outcomes = new ArrayList<>();
    long start = System.nanoTime();
    for (Path file : RecordedFiles.of(directory)) {
      bytes += Files.size(file);
      outcomes.add(new Replay(file, RecordedPolicies::of).run(false));
    }
    double seconds = (System.nanoTime() - start) / 1e9;
    long decisions = outcomes.stream().mapToLong(Replay.Outcome::decisions).sum();
    long choices = outcomes.stream().mapToLong(Replay.Outcome::nodeChoices).sum();
    long differences = outcomes.stream().mapToLong(Replay.Outcome::differences).sum();
    long started = outcomes.stream().mapToLong(Replay.Outcome::containers).sum();
    System.out.printf(
        "%-12s  %8.1f  %15.1f  %,11d  %,9d  %8.1f  %9.2f  %6d%n",
        scheduler.label(),
        bytes / 1e6,
        (double) bytes / started,
        decisions,
        choices,
        seconds,
        seconds * 1e6 / (decisions + choices),
        differences);
    return differences;
  }
}
