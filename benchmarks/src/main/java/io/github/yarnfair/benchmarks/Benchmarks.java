// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.benchmarks;

import io.github.yarnfair.benchmarks.workload.TreeShape;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The command line of the benchmarks; see {@code --help}. */
@Command(
    name = "run",
    description = "Measures what a decision costs, and how that grows with the number of leaves.",
    mixinStandardHelpOptions = true,
    exitCodeListHeading = "Exit status:%n",
    exitCodeList = {"0:measured", "1:some could not be measured", "2:the command line is wrong"})
public final class Benchmarks implements Callable<Integer> {
  private static final int FAILED = 1;

  @Mixin private final RunOptions run = new RunOptions();

  @Option(names = "--quick", description = "Up to 10000 leaves, flat and depth 3 only, m = 4.")
  private boolean quick;

  @Option(names = "--leaves", split = ",", paramLabel = "N", description = "Numbers of leaves.")
  private @Nullable List<Integer> leaves;

  @Option(
      names = "--shapes",
      split = ",",
      paramLabel = "SHAPE",
      converter = LabelConverter.Shapes.class,
      description = "Tree shapes: flat, depth-2, depth-3, user-queues, fan-out-10, fan-out-3.")
  private @Nullable List<TreeShape> shapes;

  @Option(
      names = "--resources",
      split = ",",
      paramLabel = "M",
      description = "Numbers of resources; any but 4 only on the flat and the depth-3 tree.")
  private @Nullable List<Integer> resources;

  @Option(
      names = "--rules",
      split = ",",
      paramLabel = "RULE",
      converter = LabelConverter.Rules.class,
      description = "Rules: h-drf, h-drf-published, dff, mch-exact, mch-uniform.")
  private @Nullable List<Contender> rules;

  @Option(
      names = "--kinds",
      defaultValue = "12",
      paramLabel = "K",
      description = "How many distinct demand vectors there are; ${DEFAULT-VALUE} by default.")
  private int kinds = 12;

  /** Runs the benchmarks and exits with their status. */
  public static void main(String[] arguments) {
    System.exit(new CommandLine(new Benchmarks()).execute(arguments));
  }

  @Override
  public Integer call() throws IOException {
    Extent extent = extent();
    Session session = new Session(cells(extent), quick ? Timing.QUICK : Timing.FULL, run.err());
    Results results = new Results(extent, session.measure());
    new TextReport(results, run.out()).print();
    Path json = run.json();
    if (json != null) {
      new JsonReport(results).write(json);
    }
    return session.failures() > 0 ? FAILED : 0;
  }

  private Extent extent() {
    return new Extent(
        or(leaves, quick ? List.of(100, 1000, 10_000) : List.of(100, 1000, 10_000, 100_000)),
        or(
            shapes,
            quick ? List.of(TreeShape.FLAT, TreeShape.DEPTH_3) : List.of(TreeShape.values())),
        or(resources, quick ? List.of(Plan.USUAL_RESOURCES) : List.of(2, 4, 8)),
        or(rules, Contender.rules()),
        kinds,
        run.seed(),
        !quick);
  }

  private static <T> List<T> or(@Nullable List<T> given, List<T> usual) {
    return given == null ? usual : given;
  }

  private List<Cell> cells(Extent extent) {
    try {
      return Plan.cells(extent);
    } catch (IllegalArgumentException e) {
      throw run.wrong(e);
    }
  }
}
