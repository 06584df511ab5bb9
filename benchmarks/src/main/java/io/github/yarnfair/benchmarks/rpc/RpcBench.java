// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.benchmarks.rpc;

import io.github.yarnfair.benchmarks.RunOptions;
import io.github.yarnfair.benchmarks.rm.BenchScheduler;
import io.github.yarnfair.benchmarks.rm.ClusterCell;
import io.github.yarnfair.benchmarks.rm.RmBench.CellConverter;
import io.github.yarnfair.benchmarks.rpc.RpcResults.RpcResult;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The command line; see {@code --help}. */
@Command(
    name = "run-rpc",
    description = {
      "Runs a real ResourceManager under each scheduler, in a process of its own and with Hadoop's"
          + " defaults, and a second process that plays its nodes and application masters over RPC."
          + " Prints tables: containers a second, times of calls, CPU time, memory, shares.",
      "A cell is written depth-2/50x20@1000: levels of queues, leaf queues x applications in each @"
          + " nodes. Needs Linux."
    },
    mixinStandardHelpOptions = true,
    exitCodeListHeading = "Exit status:%n",
    exitCodeList = {
      "0:all runs have ended",
      "1:a run has failed; its log says why",
      "2:the command line is wrong"
    })
public final class RpcBench implements Callable<Integer> {
  private static final int FAILED = 1;

  @Mixin private final RunOptions run = new RunOptions();

  @Option(
      names = "--schedulers",
      split = ",",
      paramLabel = "NAME",
      defaultValue = "floor,capacity,fair,hdrf,dff,mch,drfh,udrf",
      description = "By name, or the class of any other; ${DEFAULT-VALUE} by default.")
  private List<String> schedulers = List.of();

  @Option(
      names = "--cells",
      split = ",",
      paramLabel = "CELL",
      converter = CellConverter.class,
      defaultValue = "depth-2/50x20@1000",
      description = "Sizes of the cluster; ${DEFAULT-VALUE} by default.")
  private List<ClusterCell> cells = List.of();

  @Option(
      names = "--task-ms",
      paramLabel = "MS",
      defaultValue = "10000",
      description =
          "Mean duration of a task, which is from half to one and a half of it; ${DEFAULT-VALUE} by"
              + " default. 0: a task ends with the first heartbeat of its node that tells of it,"
              + " so that the ResourceManager is as busy as it can be.")
  private int taskMillis;

  @Option(
      names = "--call-ms",
      paramLabel = "MS",
      defaultValue = "1000",
      description = "From a master's call to its next one; ${DEFAULT-VALUE} by default.")
  private int callMillis;

  @Option(
      names = "--heartbeat-ms",
      paramLabel = "MS",
      defaultValue = "1000",
      description = "From a node's heartbeat to its next one; ${DEFAULT-VALUE} by default.")
  private int beatMillis;

  @Option(
      names = "--warm-up",
      paramLabel = "SECONDS",
      defaultValue = "30",
      description =
          "CPU time that the ResourceManager uses, at least, after the start of the last master"
              + " before measuring begins, mostly for the compilation of its code. Measuring begins"
              + " when, besides, what tasks hold has not grown for three seconds and half of all"
              + " tasks have ended. ${DEFAULT-VALUE} by default.")
  private int warmUp;

  @Option(
      names = "--seconds",
      paramLabel = "SECONDS",
      defaultValue = "30",
      description = "Time that is measured; ${DEFAULT-VALUE} by default.")
  private int seconds;

  @Option(
      names = "--resizes-per-second",
      paramLabel = "N",
      defaultValue = "0",
      description =
          "How many nodes an administrator makes smaller or larger in a second; ${DEFAULT-VALUE} by"
              + " default.")
  private int resizes;

  @Option(
      names = "--gpus",
      description =
          "A quarter of the applications want GPUs, which a tenth of the nodes have."
              + " CapacityScheduler then leaves much of the cluster idle.")
  private boolean gpus;

  @Option(
      names = "--heap",
      paramLabel = "SIZE",
      defaultValue = "4g",
      description = "Largest heap of each process; ${DEFAULT-VALUE} by default.")
  private String heap = "";

  @Option(
      names = "--log-level",
      paramLabel = "LEVEL",
      defaultValue = "INFO",
      description = "Of the ResourceManager's log; ${DEFAULT-VALUE} by default, as Hadoop's.")
  private String logLevel = "";

  @Option(
      names = "--output",
      paramLabel = "DIRECTORY",
      defaultValue = "${sys:rpc.output:-rpc-runs}",
      description =
          "Where the files of each run go: CELL/SCHEDULER, replaced; ${DEFAULT-VALUE} by default.")
  private Path output = Path.of("");

  @Option(
      names = "-D",
      paramLabel = "KEY=VALUE",
      description = "A key of yarn-site.xml, for all schedulers.")
  private Map<String, String> keys = new LinkedHashMap<>();

  /** Runs the bench and exits with its status. */
  public static void main(String[] arguments) {
    System.exit(new CommandLine(new RpcBench()).execute(arguments));
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    RpcSettings settings = settings();
    List<BenchScheduler> measured = schedulers.stream().map(this::scheduler).toList();
    List<RpcResult> results = new ArrayList<>();
    for (ClusterCell cell : cells) {
      for (BenchScheduler scheduler : measured) {
        run.err().printf("%s, %s ...%n", cell, scheduler.label());
        try {
          results.add(
              new RpcResult(
                  scheduler.label(),
                  cell.toString(),
                  new RpcRun(directory(cell, scheduler), scheduler, cell, settings).measure()));
          write(settings, results);
        } catch (IOException e) {
          run.err().printf("%s, %s: %s%n", cell, scheduler.label(), e.getMessage());
        }
      }
    }
    new RpcReport(RpcResults.of(settings, results), run.out()).print();
    return results.size() == cells.size() * schedulers.size() ? 0 : FAILED;
  }

  private BenchScheduler scheduler(String name) {
    BenchScheduler scheduler = BenchScheduler.named(name);
    try {
      Class.forName(scheduler.className(), false, RpcBench.class.getClassLoader());
      return scheduler;
    } catch (ClassNotFoundException e) {
      throw wrong(
          "--schedulers: expected a class or one of %s, but found %s"
              .formatted(
                  BenchScheduler.known().stream().map(BenchScheduler::label).toList(), name));
    }
  }

  private Path directory(ClusterCell cell, BenchScheduler scheduler) {
    String size = cell.toString().replace('/', '-').replace(':', '-');
    return output.toAbsolutePath().resolve(size).resolve(scheduler.label());
  }

  /** After each run, so that a command that is interrupted keeps what it has. */
  private void write(RpcSettings settings, List<RpcResult> results) throws IOException {
    Path json = run.json();
    if (json != null) {
      RpcResults.of(settings, results).write(json);
    }
  }

  private RpcSettings settings() {
    checkAtLeast("--task-ms", taskMillis, 0);
    checkAtLeast("--call-ms", callMillis, 1);
    checkAtLeast("--heartbeat-ms", beatMillis, 1);
    checkAtLeast("--warm-up", warmUp, 0);
    checkAtLeast("--seconds", seconds, 1);
    checkAtLeast("--resizes-per-second", resizes, 0);
    for (ClusterCell cell : cells) {
      if (cell.partitions() > 1) {
        throw wrong("--cells: expected one partition, but found " + cell);
      }
    }
    return new RpcSettings(
        run.seed(),
        gpus,
        taskMillis,
        callMillis,
        beatMillis,
        warmUp,
        seconds,
        resizes,
        heap,
        logLevel,
        keys);
  }

  private void checkAtLeast(String option, int value, int least) {
    if (value < least) {
      throw wrong("%s: expected at least %d, but found %d".formatted(option, least, value));
    }
  }

  private RuntimeException wrong(String message) {
    return run.wrong(new IllegalArgumentException(message));
  }
}
