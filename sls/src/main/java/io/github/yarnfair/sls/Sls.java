// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.sls;

import io.github.yarnfair.sls.load.LoadFigures;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The command line; see {@code --help}. */
@Command(
    name = "run",
    description = {
      "Runs Hadoop's own load simulator (SLS) under each scheduler, each in a JVM of its own, and"
          + " prints tables: time in NODE_UPDATE and allocate, containers a second, distance from"
          + " ideal shares.",
      "Without --load, a synthetic load that keeps the cluster full."
    },
    mixinStandardHelpOptions = true,
    exitCodeListHeading = "Exit status:%n",
    exitCodeList = {
      "0:all runs have ended",
      "1:a run has failed; its log says why",
      "2:the command line is wrong"
    })
public final class Sls implements Callable<Integer> {
  private static final int FAILED = 1;

  @Option(
      names = "--nodes",
      split = ",",
      paramLabel = "N",
      defaultValue = "500",
      description = "How many nodes, one or several numbers; ${DEFAULT-VALUE} by default.")
  private List<Integer> nodes = List.of();

  @Option(
      names = "--schedulers",
      split = ",",
      paramLabel = "NAME",
      description = "capacity, fair, hdrf, dff, mch, drfh, udrf; all by default.")
  private @Nullable List<String> schedulers;

  @Option(
      names = "--load",
      paramLabel = "FILE",
      description = "A file of the simulator's format SYNTH. Its num_nodes has no effect.")
  private @Nullable Path load;

  @Option(
      names = "--queues",
      paramLabel = "FILE",
      description = "The capacity-scheduler.xml with the queues that the load names.")
  private @Nullable Path queues;

  @Option(
      names = "--fair-queues",
      paramLabel = "FILE",
      description =
          "FairScheduler's allocation file; by default the hierarchy and weights of --queues.")
  private @Nullable Path fairQueues;

  @Option(
      names = "--warm-up",
      paramLabel = "SECONDS",
      defaultValue = "30",
      description =
          "Time after the first submission that is not measured, at least; measuring begins when"
              + " the part of the cluster in use has not grown for ten seconds. 0: at once."
              + " ${DEFAULT-VALUE} by default.")
  private int warmUp;

  @Option(
      names = "--seconds",
      paramLabel = "SECONDS",
      defaultValue = "60",
      description =
          "Time that is measured, unless all applications end before; ${DEFAULT-VALUE} by default.")
  private int seconds;

  @Option(
      names = "--heartbeat-ms",
      paramLabel = "MS",
      defaultValue = "1000",
      description =
          "Between two heartbeats of a node, and between two calls of a master; ${DEFAULT-VALUE} by"
              + " default.")
  private int heartbeat;

  @Option(
      names = "--rate",
      paramLabel = "N",
      defaultValue = "100",
      description =
          "Containers that end in a second in the synthetic load; ${DEFAULT-VALUE} by default.")
  private int rate;

  @Option(
      names = "--seed",
      paramLabel = "N",
      defaultValue = "1",
      description = "Seed of the synthetic load; ${DEFAULT-VALUE} by default.")
  private long seed;

  @Option(
      names = "--node-memory-mb",
      paramLabel = "MB",
      defaultValue = "65536",
      description = "Memory of a node; ${DEFAULT-VALUE} by default.")
  private int memory;

  @Option(
      names = "--node-vcores",
      paramLabel = "N",
      defaultValue = "32",
      description = "Vcores of a node; ${DEFAULT-VALUE} by default.")
  private int vcores;

  @Option(
      names = "--heap",
      paramLabel = "SIZE",
      defaultValue = "3g",
      description = "Heap of each JVM; ${DEFAULT-VALUE} by default.")
  private String heap = "";

  @Option(
      names = "--output",
      paramLabel = "DIRECTORY",
      defaultValue = "${sys:sls.output:-sls-runs}",
      description = "Where the files of each run go: NODES/SCHEDULER; ${DEFAULT-VALUE} by default.")
  private Path output = Path.of("");

  @Option(
      names = "--resume",
      description =
          "Do not repeat runs whose figures are in --output already: go on where a command was"
              + " stopped, or print tables again. Their settings are not compared.")
  private boolean resume;

  @Option(
      names = "-D",
      paramLabel = "KEY=VALUE",
      description = "A key of yarn-site.xml or, if it begins with yarn.sls., of sls-runner.xml.")
  private Map<String, String> keys = new LinkedHashMap<>();

  // Set by picocli, before anything else is called.
  @SuppressWarnings("NullAway.Init")
  @Spec
  private CommandSpec spec;

  /** Runs the command and exits with its status. */
  public static void main(String[] arguments) {
    System.exit(new CommandLine(new Sls()).execute(arguments));
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    LoadSettings settings = settings();
    List<MeasuredScheduler> measured = measured();
    PrintWriter out = spec.commandLine().getOut();
    PrintWriter err = spec.commandLine().getErr();
    boolean isComplete = true;
    LoadReport.conditions(out, settings);
    for (int count : nodes) {
      Map<MeasuredScheduler, LoadFigures> figures = new LinkedHashMap<>();
      for (MeasuredScheduler scheduler : measured) {
        err.printf("%d nodes, %s ...%n", count, scheduler.name());
        RunDirectory directory =
            new RunDirectory(
                output.resolve(Integer.toString(count)).resolve(scheduler.name()),
                count,
                scheduler,
                settings);
        try {
          figures.put(scheduler, figures(directory, settings));
        } catch (IOException e) {
          err.printf("%d nodes, %s: %s%n", count, scheduler.name(), e.getMessage());
          isComplete = false;
        }
      }
      new LoadReport(count, figures).print(out);
    }
    return isComplete ? 0 : FAILED;
  }

  private LoadFigures figures(RunDirectory directory, LoadSettings settings)
      throws IOException, InterruptedException {
    return resume && LoadFigures.areIn(directory.path())
        ? LoadFigures.read(directory.path())
        : LoadProcess.run(directory, settings);
  }

  private List<MeasuredScheduler> measured() {
    try {
      return schedulers == null
          ? MeasuredScheduler.all()
          : schedulers.stream().map(MeasuredScheduler::named).toList();
    } catch (IllegalArgumentException e) {
      throw wrong("--schedulers: " + e.getMessage());
    }
  }

  private LoadSettings settings() {
    checkAtLeast("--nodes", nodes.stream().mapToInt(n -> n).min().orElse(0), 1);
    checkAtLeast("--warm-up", warmUp, 0);
    checkAtLeast("--seconds", seconds, 1);
    checkAtLeast("--heartbeat-ms", heartbeat, 1);
    checkAtLeast("--rate", rate, 1);
    if ((load == null) != (queues == null)) {
      throw wrong("--load and --queues: expected both or none, as the load names queues");
    }
    for (Path file : new Path[] {load, queues, fairQueues}) {
      if (file != null && !Files.isReadable(file)) {
        throw wrong(file + ": no such file, or it may not be read");
      }
    }
    if (load == null) {
      checkAtLeast("--node-memory-mb", memory, SyntheticLoad.LARGEST_MEMORY);
      checkAtLeast("--node-vcores", vcores, SyntheticLoad.LARGEST_VCORES);
    }
    return new LoadSettings(
        warmUp,
        seconds,
        heartbeat,
        rate,
        seed,
        load,
        queues,
        fairQueues,
        memory,
        vcores,
        heap,
        keys);
  }

  private void checkAtLeast(String option, int value, int least) {
    if (value < least) {
      throw wrong("%s: expected at least %d, but found %d".formatted(option, least, value));
    }
  }

  private ParameterException wrong(String message) {
    return new ParameterException(spec.commandLine(), message);
  }
}
