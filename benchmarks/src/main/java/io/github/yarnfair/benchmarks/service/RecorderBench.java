// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.benchmarks.service;

import com.sun.management.ThreadMXBean;
import io.github.yarnfair.benchmarks.Statistics;
import io.github.yarnfair.benchmarks.rm.BenchScheduler;
import io.github.yarnfair.benchmarks.rm.ClusterCell;
import io.github.yarnfair.benchmarks.rm.ClusterWorkload;
import io.github.yarnfair.benchmarks.rm.Meter;
import io.github.yarnfair.benchmarks.rm.RmBench;
import io.github.yarnfair.benchmarks.rm.SaturatedCluster;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.IntStream;
import org.apache.hadoop.fs.FileUtil;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * What the flight recorder costs a saturated scheduler. It is switched on and off in turn in one
 * JVM, by refreshes of the queues: between JVMs the same code differs by more than the recorder
 * takes.
 */
@Command(
    name = "run-recorder",
    description =
        "Lets containers start and end with the flight recorder on and off, in turn, and prints a"
            + " row for each scheduler: the processor's time for a container, its ratio, what the"
            + " thread that writes takes of it, and the bytes that a container allocates.",
    mixinStandardHelpOptions = true)
public final class RecorderBench implements Callable<Integer> {
  private static final long SEED = 20_261_123;
  private static final int BATCH = 200;
  private static final String WRITER = "flight recorder ";

  private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  @Option(
      names = "--pairs",
      defaultValue = "20",
      paramLabel = "N",
      description = "Rounds with and rounds without; ${DEFAULT-VALUE} by default.")
  private int pairs;

  @Option(
      names = "--round-ms",
      defaultValue = "1000",
      paramLabel = "MS",
      description = "Processor time of a round; ${DEFAULT-VALUE} by default.")
  private int roundMillis;

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

  /**
   * What a round took for one container.
   *
   * @param cpu microseconds of the thread that schedules
   * @param writer microseconds of the thread that writes
   * @param bytes that the thread that schedules has allocated
   */
  private record Round(double cpu, double writer, double bytes) {}

  /** Runs the bench and exits with its status. */
  public static void main(String[] arguments) {
    System.exit(new CommandLine(new RecorderBench()).execute(arguments));
  }

  @Override
  public Integer call() throws Exception {
    System.out.printf("%s, %d rounds of %d ms each%n", cell, pairs, roundMillis);
    System.out.println(
        "scheduler     us off    us on   ratio (quartiles)      writer   bytes off   bytes on");
    for (String name :
        schedulers == null ? List.of("hdrf", "dff", "mch", "drfh", "udrf") : schedulers) {
      Path directory = Files.createTempDirectory("run-recorder");
      try {
        measure(BenchScheduler.named(name), directory);
      } finally {
        FileUtil.fullyDelete(directory.toFile());
      }
    }
    return 0;
  }

  private void measure(BenchScheduler scheduler, Path directory) throws Exception {
    String prefix = "yarn.scheduler." + scheduler.label().replaceAll("-.*", "") + ".recording.";
    Map<String, String> on = Map.of(prefix + "directory", directory.toString());
    Map<String, String> off = Map.of(prefix + "enabled", "false");
    Round[] with = new Round[pairs];
    Round[] without = new Round[pairs];
    try (SaturatedCluster cluster =
        new SaturatedCluster(scheduler, new ClusterWorkload(cell, SEED, true), SEED, off)) {
      cluster.fill();
      for (int i = -2; i < pairs; i++) {
        boolean isOnFirst = i % 2 == 0;
        for (boolean isOn : new boolean[] {isOnFirst, !isOnFirst}) {
          cluster.refresh(scheduler, isOn ? on : off);
          Round round = round(cluster);
          if (i >= 0) {
            (isOn ? with : without)[i] = round;
          }
        }
      }
    }
    print(scheduler, with, without);
  }

  private static void print(BenchScheduler scheduler, Round[] with, Round[] without) {
    double[] ratios =
        IntStream.range(0, with.length)
            .mapToDouble(i -> with[i].cpu() / without[i].cpu())
            .toArray();
    System.out.printf(
        "%-10s  %8.2f %8.2f  %6.3f (%.3f-%.3f)  %8.1f%%  %10.0f %10.0f%n",
        scheduler.label(),
        Statistics.median(Arrays.asList(without), Round::cpu),
        Statistics.median(Arrays.asList(with), Round::cpu),
        Statistics.median(ratios),
        Statistics.quantile(ratios, 0.25),
        Statistics.quantile(ratios, 0.75),
        100 * Statistics.median(Arrays.asList(with), round -> round.writer() / round.cpu()),
        Statistics.median(Arrays.asList(without), Round::bytes),
        Statistics.median(Arrays.asList(with), Round::bytes));
  }

  /** The first tenth is not measured: selections were rebuilt. */
  private Round round(SaturatedCluster cluster) {
    Meter meter = new Meter();
    decide(cluster, meter, roundMillis * 100.0);
    long given = cluster.given();
    double writer = writerMicros();
    meter.restart();
    decide(cluster, meter, roundMillis * 1000.0);
    double containers = cluster.given() - given;
    return new Round(
        meter.cpuMicros() / containers,
        (writerMicros() - writer) / containers,
        meter.bytes() / containers);
  }

  private static void decide(SaturatedCluster cluster, Meter meter, double micros) {
    while (meter.cpuMicros() < micros) {
      for (int i = 0; i < BATCH; i++) {
        cluster.decide();
      }
    }
  }

  /** Returns the CPU time of the live threads that write recordings. */
  private double writerMicros() {
    return Arrays.stream(threads.getThreadInfo(threads.getAllThreadIds()))
        .filter(thread -> thread != null && thread.getThreadName().startsWith(WRITER))
        .mapToDouble(thread -> threads.getThreadCpuTime(thread.getThreadId()) / 1e3)
        .sum();
  }
}
