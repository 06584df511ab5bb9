// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.simulator.runs;

import io.github.yarnfair.core.nodes.NodeChoice;
import io.github.yarnfair.simulator.command.ExitStatus;
import io.github.yarnfair.simulator.engine.ClusterExtension;
import io.github.yarnfair.simulator.engine.Contender;
import io.github.yarnfair.simulator.engine.Sampling;
import io.github.yarnfair.simulator.figures.AloneBaseline;
import io.github.yarnfair.simulator.figures.DecayedParts;
import io.github.yarnfair.simulator.figures.RunSession;
import io.github.yarnfair.simulator.report.HtmlReport;
import io.github.yarnfair.simulator.run.RunObserver;
import io.github.yarnfair.simulator.workload.RunInput;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Runs a trace on a cluster with a tree of queues, under policies and real schedulers. */
@Command(
    name = "run",
    description =
        "Runs the jobs of a trace on nodes, in the queues of a queue file, event by event, under"
            + " policies and, with Hadoop on the class path, real schedulers.",
    exitCodeListHeading = "Exit status:%n",
    exitCodeList = {"0:shown", "2:a file cannot be used, or an option"})
public final class RunCommand implements Callable<Integer> {
  @Spec private @Nullable CommandSpec spec;

  @Mixin private RunFiles files = new RunFiles();

  @Mixin private RunConditions conditions = new RunConditions();

  @Mixin private BalanceOption balance = new BalanceOption();

  @Option(
      names = "--policy",
      paramLabel = "POLICY[/NODE-CHOICE]",
      defaultValue = "h-drf",
      description = "A rule, or a real scheduler (default: ${DEFAULT-VALUE}).")
  private String policy = "";

  @Option(
      names = "--compare",
      paramLabel = "POLICY[/NODE-CHOICE]",
      split = ",",
      description =
          "Others to run the same events under; with --balance, POLICY+balance has a memory.")
  private List<String> compared = new ArrayList<>();

  @Option(
      names = "--sample-ms",
      paramLabel = "MS",
      description =
          "Time of the trace between two looks at all queues (default: 200 looks until the last submission, and 200 after it).")
  private @Nullable Long sampleMillis;

  @Option(
      names = "--no-alone",
      description = "Leave out the comparison with queues on nodes of their own.")
  private boolean withoutAlone;

  @Option(names = "--json", description = "One JSON document instead of tables.")
  private boolean json;

  @Option(
      names = "--report",
      paramLabel = "DIR",
      description =
          "Also write pictures of the runs, side by side, into DIR/" + HtmlReport.FILE + ".")
  private @Nullable Path report;

  @Override
  public Integer call() {
    CommandSpec command = Objects.requireNonNull(spec);
    PrintWriter err = command.commandLine().getErr();
    Optional<ClusterExtension> extension = ServiceLoader.load(ClusterExtension.class).findFirst();
    List<Contender> contenders;
    try {
      contenders = contenders(extension);
      files.checkOptions();
      if (sampleMillis != null && sampleMillis < 1) {
        throw new IllegalArgumentException("--sample-ms " + sampleMillis + ": expected at least 1");
      }
      if (report != null && contenders.size() > HtmlReport.MOST_RUNS) {
        throw new IllegalArgumentException(
            "--report: %d runs: expected at most %d"
                .formatted(contenders.size(), HtmlReport.MOST_RUNS));
      }
    } catch (IllegalArgumentException e) {
      throw new ParameterException(command.commandLine(), String.valueOf(e.getMessage()), e);
    }
    try {
      if (report != null) {
        HtmlReport.checkDirectory(report);
      }
      RunInput input = files.read(conditions.seed(), extension);
      input.notes().forEach(err::println);
      run(input, contenders, command.commandLine().getOut(), err);
      if (report != null) {
        err.println("Report: " + report.resolve(HtmlReport.FILE));
      }
      return 0;
    } catch (IOException e) {
      err.println(e.getMessage());
      return ExitStatus.UNREADABLE;
    }
  }

  private void run(RunInput input, List<Contender> contenders, PrintWriter out, PrintWriter err)
      throws IOException {
    Sampling sampling =
        sampleMillis == null ? Sampling.of(input.workload()) : Sampling.every(sampleMillis);
    RunSession session =
        new RunSession(input.workload(), input.root(), conditions.seed(), sampling);
    RunObserver progress = new RunProgress(err, Ansi.AUTO.enabled(), System::nanoTime);
    AloneBaseline alone = withoutAlone ? null : alone(input, progress);
    Map<String, DecayedParts> parts = new LinkedHashMap<>();
    RunOutput output = new RunOutput(out, json, report, input.workload(), alone);
    for (Contender contender : contenders) {
      List<RunObserver> observers = new ArrayList<>(output.observers());
      observers.add(progress);
      if (balance.isSet()) {
        DecayedParts decayed = new DecayedParts(input.root(), balance.rules().halfLifeMillis());
        parts.put(contender.name() + ", " + contender.nodeChoice(), decayed);
        observers.add(decayed);
      }
      output.add(session.run(contender, observers));
    }
    output.end();
    if (!parts.isEmpty() && !json) {
      print(parts, out);
    }
  }

  private static void print(Map<String, DecayedParts> parts, PrintWriter out) {
    out.println("Decayed parts of siblings' usage while they competed, and weights");
    out.println();
    out.println(
        "| policy | mean distance, 0 to 1 | of it with nothing waiting | hours of competition |");
    out.println("|---|---|---|---|");
    parts.forEach(
        (name, decayed) ->
            out.println(
                String.format(
                    Locale.ROOT,
                    "| %s | %.4f | %.1f %% | %.1f |",
                    name,
                    decayed.distance(),
                    100 * decayed.idlePart(),
                    decayed.competedMillis() / 3_600_000)));
    out.println();
    out.flush();
  }

  private AloneBaseline alone(RunInput input, RunObserver progress) throws IOException {
    NodeChoice choice = NodeChoice.of(conditions.nodeChoice());
    return AloneBaseline.of(
        input.workload(), input.root(), choice, conditions.seed(), List.of(progress));
  }

  private List<Contender> contenders(Optional<ClusterExtension> extension) {
    Contenders named = new Contenders(conditions.nodeChoice(), extension, balance);
    List<Contender> contenders = new ArrayList<>();
    contenders.add(named.withMemory(policy));
    compared.forEach(name -> contenders.add(named.of(name)));
    return contenders;
  }
}
