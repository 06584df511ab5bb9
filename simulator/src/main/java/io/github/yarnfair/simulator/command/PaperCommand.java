// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.simulator.command;

import io.github.yarnfair.simulator.paper.HundredJobsReport;
import io.github.yarnfair.simulator.paper.JoinsIntoFullCluster;
import io.github.yarnfair.simulator.paper.TreeRunTimes;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.Locale;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Repeats experiments of the papers that need no trace. */
@Command(
    name = "paper",
    description = "Repeats an experiment of a paper, with jobs that are drawn.",
    exitCodeListHeading = "Exit status:%n",
    exitCodeList = {"0:shown", "2:the command line is wrong"})
public final class PaperCommand implements Callable<Integer> {
  @Spec private @Nullable CommandSpec spec;

  @Parameters(paramLabel = "EXPERIMENT", description = "One of: ${COMPLETION-CANDIDATES}.")
  private Experiment experiment = Experiment.HDRF_RULES;

  @Option(
      names = "--seed",
      paramLabel = "N",
      defaultValue = "20261123",
      description = "The first seed (default: ${DEFAULT-VALUE}).")
  private long seed;

  @Option(
      names = "--draws",
      paramLabel = "N",
      defaultValue = "5",
      description = "How often jobs are drawn (default: ${DEFAULT-VALUE}).")
  private int draws;

  /** What can be repeated. */
  private enum Experiment {
    DRFH_JOINS,
    HDRF_RULES,
    HDRF_SLOTS,
    MCH_RUN_TIME;

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
  }

  @Override
  public Integer call() throws IOException {
    CommandSpec command = Objects.requireNonNull(spec);
    if (draws < 1) {
      throw new ParameterException(command.commandLine(), "--draws: expected at least 1");
    }
    PrintWriter out = command.commandLine().getOut();
    switch (experiment) {
      case DRFH_JOINS -> new JoinsIntoFullCluster(out).print(seed, draws);
      case HDRF_RULES -> new HundredJobsReport(out).printRules(seed, draws);
      case HDRF_SLOTS -> new HundredJobsReport(out).printSlots(seed, draws);
      case MCH_RUN_TIME -> new TreeRunTimes(out).print(seed);
    }
    return 0;
  }
}
