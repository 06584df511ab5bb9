// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.simulator.runs;

import static io.github.yarnfair.simulator.table.Markdown.format;
import static io.github.yarnfair.simulator.table.Markdown.head;

import io.github.yarnfair.core.forecast.Bounds;
import io.github.yarnfair.core.nodes.NodeChoice;
import io.github.yarnfair.simulator.command.ExitStatus;
import io.github.yarnfair.simulator.engine.ClusterExtension;
import io.github.yarnfair.simulator.engine.RuleContender;
import io.github.yarnfair.simulator.engine.Sampling;
import io.github.yarnfair.simulator.figures.RunSession;
import io.github.yarnfair.simulator.forecast.ForecastContender;
import io.github.yarnfair.simulator.forecast.StartForecasts;
import io.github.yarnfair.simulator.forecast.StartForecasts.Compared;
import io.github.yarnfair.simulator.recording.RecordedJobs;
import io.github.yarnfair.simulator.recording.RecordingWorkload;
import io.github.yarnfair.simulator.rule.Rule;
import io.github.yarnfair.simulator.run.RunJob;
import io.github.yarnfair.simulator.run.Times;
import io.github.yarnfair.simulator.workload.ClusterNodes;
import io.github.yarnfair.simulator.workload.RunInput;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Measures expected starts on a trace: how many intervals of 80 % contain what happens. */
@Command(
    name = "forecast",
    description =
        "Runs the jobs of a trace or a recording, forecasts again and again when the waiting ones"
            + " start, and says how many of the intervals of 80 %% contained what happened.",
    exitCodeListHeading = "Exit status:%n",
    exitCodeList = {"0:shown", "2:a file cannot be used, or an option"})
public final class ForecastCommand implements Callable<Integer> {
  private static final String HEAD =
      "| policy | forecasts compared | contained | of the second half | contained"
          + " | by quarters of the predicted wait: up to / contained / middle width"
          + " | width of all intervals: 50th / 90th percentile | not known |";

  @Spec private @Nullable CommandSpec spec;

  @Mixin private RunFiles files = new RunFiles();

  @Mixin private RunConditions conditions = new RunConditions();

  @Mixin private RecordingFiles recorded = new RecordingFiles();

  @Option(
      names = "--policy",
      paramLabel = "RULE",
      split = ",",
      defaultValue = "h-drf",
      description = "Rules to run it under (default: ${DEFAULT-VALUE}).")
  private List<String> policies = new ArrayList<>();

  @Option(
      names = "--forecasts",
      paramLabel = "N",
      defaultValue = "100",
      description =
          "How often starts are forecast until the last job is submitted (default:"
              + " ${DEFAULT-VALUE}).")
  private int forecasts;

  @Option(
      names = "--runs",
      paramLabel = "N",
      defaultValue = "16",
      description = "Futures of each forecast (default: ${DEFAULT-VALUE}, as in a live scheduler).")
  private int runs;

  @Override
  public Integer call() {
    CommandSpec command = Objects.requireNonNull(spec);
    PrintWriter err = command.commandLine().getErr();
    List<RuleContender> contenders;
    Bounds bounds;
    try {
      contenders = policies.stream().map(this::contender).toList();
      checkFiles();
      bounds = new Bounds(runs, 20_000, TimeUnit.DAYS.toMillis(7));
      if (forecasts < 1) {
        throw new IllegalArgumentException("--forecasts " + forecasts + ": expected at least 1");
      }
    } catch (IllegalArgumentException e) {
      throw new ParameterException(command.commandLine(), String.valueOf(e.getMessage()), e);
    }
    try {
      RunInput input = input(err);
      input.notes().forEach(err::println);
      show(input, contenders, bounds, command.commandLine().getOut(), err);
      return 0;
    } catch (IOException e) {
      err.println(e.getMessage());
      return ExitStatus.UNREADABLE;
    }
  }

  private void checkFiles() {
    if (recorded.recording() == null) {
      files.checkOptions();
    } else if (files.jobs() != null || !files.nodes().isEmpty() || files.queues() != null) {
      throw new IllegalArgumentException(
          "--recording has jobs, nodes and queues: expected none of --jobs, --nodes, --queues");
    }
  }

  private RunInput input(PrintWriter err) throws IOException {
    Optional<ClusterExtension> extension = ServiceLoader.load(ClusterExtension.class).findFirst();
    Path recording = recorded.recording();
    if (recording == null) {
      return files.read(conditions.seed(), extension);
    }
    RecordingWorkload read = recorded.read(recording, err);
    ClusterNodes cluster = ClusterNodes.of(read.workload().resources(), read.workload().nodes());
    return RunInput.of(
        cluster,
        new RecordedJobs(read, recording.toString()),
        List.of(),
        RecordingFiles.queues(read, cluster, extension, err),
        files.options());
  }

  private RuleContender contender(String name) {
    Rule rule =
        Rule.named(name)
            .orElseThrow(
                () ->
                    new IllegalArgumentException(
                        "--policy \"%s\": expected one of %s".formatted(name, Rule.all())));
    return new RuleContender(rule, NodeChoice.of(conditions.nodeChoice()));
  }

  private void show(
      RunInput input,
      List<RuleContender> contenders,
      Bounds bounds,
      PrintWriter out,
      PrintWriter err)
      throws IOException {
    List<RunJob> jobs = input.workload().jobs();
    long last = jobs.get(jobs.size() - 1).submitMillis();
    Sampling looks =
        last == 0 ? Sampling.of(input.workload()) : Sampling.every(Math.max(1, last / forecasts));
    RunSession session = new RunSession(input.workload(), input.root(), conditions.seed(), looks);
    head(out, HEAD);
    for (RuleContender contender : contenders) {
      StartForecasts measured = new StartForecasts(bounds, conditions.seed());
      RunProgress progress = new RunProgress(err, Ansi.AUTO.enabled(), System::nanoTime);
      session.run(new ForecastContender(contender, measured), List.of(progress, measured));
      out.println(row(contender, measured));
      out.flush();
    }
  }

  private static String row(RuleContender contender, StartForecasts measured) {
    Compared all = measured.all();
    Compared second = measured.secondHalf();
    Times widths = measured.widths();
    return format(
        "| %s, %s | %d | %.1f %% | %d | %.1f %% | %s | %.1f / %.1f s | %d |",
        contender.name(),
        contender.nodeChoice(),
        all.forecasts(),
        100 * all.part(),
        second.forecasts(),
        100 * second.part(),
        measured.quarters().stream()
            .map(ForecastCommand::quarter)
            .collect(Collectors.joining("; ")),
        widths.percentile(0.5) / 1_000.0,
        widths.percentile(0.9) / 1_000.0,
        measured.unknown());
  }

  private static String quarter(Compared quarter) {
    return format(
        "%.1f s / %.1f %% / %.1f s",
        quarter.mostPredicted() / 1_000.0, 100 * quarter.part(), quarter.width() / 1_000.0);
  }
}
