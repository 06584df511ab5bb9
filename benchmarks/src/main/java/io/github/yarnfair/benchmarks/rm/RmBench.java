// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.benchmarks.rm;

import io.github.yarnfair.benchmarks.RunOptions;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** The command line of the ResourceManager-level bench; see {@code --help}. */
@Command(
    name = "run-rm",
    description = {
      "Measures what a decision costs in a ResourceManager: a node reports a container that has"
          + " ended, the scheduler uses the room, the master fetches what it was given.",
      "A cell is written depth-2/64x10@1000: levels of queues, leaf queues x applications in each"
          + " @ nodes; flat is one level. depth-2/64x10x5@1000 has ten users in each leaf queue, of"
          + " five applications each; depth-2/64x10@1000:4 has four partitions."
    },
    mixinStandardHelpOptions = true,
    exitCodeListHeading = "Exit status:%n",
    exitCodeList = {
      "0:measured, and no limit exceeded",
      "1:some could not be measured, or a limit is exceeded",
      "2:the command line is wrong"
    },
    footerHeading = "%nOne cell in this JVM, for a profiler:%n",
    footer = {
      "  java -Xms3g -Xmx3g -XX:+UseSerialGC -XX:StartFlightRecording=filename=cell.jfr%n"
          + "    -cp benchmarks/target/classes:$(cat benchmarks/target/classpath.txt)%n"
          + "    io.github.yarnfair.benchmarks.rm.RmBench --here --schedulers hdrf"
          + " --cells flat/256x1@200"
    })
public final class RmBench implements Callable<Integer> {
  private static final int FAILED = 1;
  private static final int USUAL_JVMS = 3;

  @Mixin private final RunOptions run = new RunOptions();

  @Option(
      names = "--quick",
      description = "Only the rows, without the cells for growth exponents; each shorter.")
  private boolean quick;

  @Option(
      names = "--schedulers",
      split = ",",
      paramLabel = "NAME",
      description =
          "floor, hdrf, dff, mch, capacity, fair, fifo; udrf; with a choice of nodes: drfh,"
              + " hdrf-first-fit, hdrf-best-fit, hdrf-dot-product, hdrf-fragmentation, hdrf-spread,"
              + " capacity-multi-node; or the class of any other, which finds a"
              + " capacity-scheduler.xml.")
  private @Nullable List<String> schedulers;

  @Option(
      names = "--cells",
      split = ",",
      paramLabel = "CELL",
      converter = CellConverter.class,
      description = "Other cells than the plan's.")
  private @Nullable List<ClusterCell> cells;

  @Option(
      names = "--jvms",
      paramLabel = "N",
      description =
          "Measure each cell in this many JVMs, the schedulers in turn, and print the median: the"
              + " same code differs by a third between JVMs, by what each compiles how. 1 with"
              + " --quick and --gate, else 3, by default.")
  private @Nullable Integer jvms;

  @Option(
      names = "--without-gpus",
      description = "No application wants GPUs, though nodes have them.")
  private boolean withoutGpus;

  @Option(
      names = "--contended",
      description = "Heartbeats while masters call from threads, beside heartbeats without.")
  private boolean contended;

  @Option(
      names = "--masters",
      defaultValue = "200",
      paramLabel = "N",
      description = "How many masters call, if there are as many; ${DEFAULT-VALUE} by default.")
  private int masters = 200;

  @Option(
      names = "--master-interval-ms",
      defaultValue = "20",
      paramLabel = "MS",
      description = "Between two calls of a master; ${DEFAULT-VALUE} by default.")
  private long intervalMillis = 20;

  @Option(
      names = "--constrained-percent",
      defaultValue = "0",
      paramLabel = "N",
      description =
          "Percentage of applications of which at most two containers may run on a node, by"
              + " requests with a placement constraint; ${DEFAULT-VALUE} by default.")
  private int constrainedPercent;

  @Option(
      names = "--ordering-policy",
      paramLabel = "POLICY",
      description = "The ordering-policy of all leaf queues, such as fifo; not set by default.")
  private @Nullable String orderingPolicy;

  @Option(
      names = "--record",
      paramLabel = "DIRECTORY",
      description = "Record the decisions of this project's schedulers there.")
  private @Nullable Path recording;

  @Option(
      names = "--gate",
      paramLabel = "FILE",
      description = "Measure, quickly, what the file has limits for, and check them.")
  private @Nullable Path gate;

  @Option(names = "--here", description = "Measure in this JVM.")
  private boolean here;

  @Option(
      names = "-D",
      paramLabel = "KEY=VALUE",
      description = "A key of the ResourceManager's configuration, for all schedulers.")
  private Map<String, String> options = new LinkedHashMap<>();

  /** Runs the bench and exits with its status. */
  public static void main(String[] arguments) {
    System.exit(new CommandLine(new RmBench()).execute(arguments));
  }

  @Override
  public Integer call() throws Exception {
    return gate == null ? measure() : check(Limits.read(gate));
  }

  private int measure() throws Exception {
    List<BenchScheduler> measured =
        schedulers == null
            ? BenchScheduler.known()
            : schedulers.stream().map(BenchScheduler::named).toList();
    List<ClusterCell> planned = cells == null ? BenchPlan.cells(quick) : cells;
    int times = jvms(quick);
    BenchResults results = measure(measured, planned, times, settings(quick));
    new BenchReport(results, run.out()).print();
    return results.results().size() == measured.size() * planned.size() * times ? 0 : FAILED;
  }

  private int check(Limits limits) throws Exception {
    BenchResults results = measure(limits.schedulers(), limits.cells(), jvms(true), settings(true));
    new BenchReport(results, run.out()).print();
    List<String> violations = limits.violations(results);
    violations.forEach(violation -> run.err().println("gate: " + violation));
    run.out().println(violations.isEmpty() ? "gate: all within the limits" : "gate: failed");
    return violations.isEmpty() ? 0 : FAILED;
  }

  private int jvms(boolean isQuick) {
    if (jvms == null) {
      return isQuick || here ? 1 : USUAL_JVMS;
    }
    if (jvms < 1 || (here && jvms > 1)) {
      throw run.wrong(
          new IllegalArgumentException("--jvms: expected at least 1, and no more with --here"));
    }
    return jvms;
  }

  private BenchSettings settings(boolean isQuick) {
    if (masters < 1 || intervalMillis < 1) {
      throw run.wrong(
          new IllegalArgumentException("--masters and --master-interval-ms: expected at least 1"));
    }
    if (constrainedPercent < 0 || constrainedPercent > 100) {
      throw run.wrong(
          new IllegalArgumentException("--constrained-percent: expected from 0 to 100"));
    }
    if (constrainedPercent > 0) {
      options.put(SaturatedCluster.CONSTRAINED_PERCENT, Integer.toString(constrainedPercent));
    }
    if (orderingPolicy != null) {
      options.put(SaturatedCluster.ORDERING_POLICY, orderingPolicy);
    }
    if (recording != null) {
      for (String name : List.of("hdrf", "dff", "mch", "drfh", "udrf")) {
        options.put(
            "yarn.scheduler." + name + ".recording.directory",
            recording.toAbsolutePath().toString());
      }
    }
    return new BenchSettings(
        run.seed(), isQuick, !withoutGpus, contended ? masters : 0, intervalMillis, options);
  }

  private BenchResults measure(
      List<BenchScheduler> measured, List<ClusterCell> planned, int times, BenchSettings settings)
      throws InterruptedException {
    List<BenchResult> results = new ArrayList<>();
    for (ClusterCell cell : planned) {
      for (int time = 0; time < times; time++) {
        for (BenchScheduler scheduler : measured) {
          measure(scheduler, cell, settings, results);
        }
      }
    }
    return BenchResults.of(run.seed(), results);
  }

  private void measure(
      BenchScheduler scheduler, ClusterCell cell, BenchSettings settings, List<BenchResult> results)
      throws InterruptedException {
    if (!here) {
      run.err().printf("%s, %s ...%n", cell, scheduler.label());
    }
    try {
      results.add(
          here
              ? new CellInProcess(settings, settings.effort()).measure(scheduler, cell)
              : new CellProcess(settings).measure(scheduler, cell));
      write(results);
    } catch (InterruptedException e) {
      throw e;
    } catch (Exception e) {
      run.err().printf("%s, %s could not be measured: %s%n", cell, scheduler.label(), e);
    }
  }

  /** After each cell, so that a run that is interrupted keeps what it has. */
  private void write(List<BenchResult> results) throws IOException {
    Path json = run.json();
    if (json != null) {
      BenchResults.of(run.seed(), results).write(json);
    }
  }

  /** Reads a cell, and says on the command line what is wrong with it. */
  public static final class CellConverter implements ITypeConverter<ClusterCell> {
    @Override
    public ClusterCell convert(String text) {
      try {
        return ClusterCell.parse(text);
      } catch (IllegalArgumentException e) {
        throw new TypeConversionException(String.valueOf(e.getMessage()));
      }
    }
  }
}
