// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.simulator.runs;

import static io.github.yarnfair.simulator.table.Markdown.format;
import static io.github.yarnfair.simulator.table.Markdown.head;

import io.github.yarnfair.core.forecast.Bounds;
import io.github.yarnfair.core.nodes.NodeChoice;
import io.github.yarnfair.simulator.command.ExitStatus;
import io.github.yarnfair.simulator.engine.ClusterExtension;
import io.github.yarnfair.simulator.engine.Contender;
import io.github.yarnfair.simulator.engine.ForecastingContender;
import io.github.yarnfair.simulator.engine.RuleContender;
import io.github.yarnfair.simulator.engine.Sampling;
import io.github.yarnfair.simulator.figures.RunSession;
import io.github.yarnfair.simulator.forecast.ForecastContender;
import io.github.yarnfair.simulator.forecast.SaidStarts;
import io.github.yarnfair.simulator.forecast.StartForecasts;
import io.github.yarnfair.simulator.forecast.StartOutcomes;
import io.github.yarnfair.simulator.forecast.StartOutcomes.Compared;
import io.github.yarnfair.simulator.recording.RecordedJobs;
import io.github.yarnfair.simulator.recording.RecordingWorkload;
import io.github.yarnfair.simulator.rule.Rule;
import io.github.yarnfair.simulator.run.RunJob;
import io.github.yarnfair.simulator.run.RunObserver;
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

  /**
   * What is run.
   *
   * @param observer who forecasts, or asks for forecasts, at each look
   * @param outcomes of these forecasts
   */
  private record Measured(Contender contender, RunObserver observer, StartOutcomes outcomes) {}

  @Spec private @Nullable CommandSpec spec;

  @Mixin private RunFiles files = new RunFiles();

  @Mixin private RunConditions conditions = new RunConditions();

  @Mixin private RecordingFiles recorded = new RecordingFiles();

  @Option(
      names = "--policy",
      paramLabel = "RULE",
      split = ",",
      defaultValue = "h-drf",
      description =
          "Rules to run it under, or schedulers with Hadoop's classes, whose own forecasts are"
              + " asked for (default: ${DEFAULT-VALUE}).")
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
      description =
          "Futures of each forecast of a rule (default: ${DEFAULT-VALUE}, as in a live scheduler).")
  private int runs;

  @Override
  public Integer call() {
    CommandSpec command = Objects.requireNonNull(spec);
    PrintWriter err = command.commandLine().getErr();
    Optional<ClusterExtension> extension = ServiceLoader.load(ClusterExtension.class).findFirst();
    List<Measured> contenders;
    try {
      Bounds bounds = new Bounds(runs, 20_000, TimeUnit.DAYS.toMillis(7));
      contenders = policies.stream().map(name -> measured(name, bounds, extension)).toList();
      checkFiles();
      if (forecasts < 1) {
        throw new IllegalArgumentException("--forecasts " + forecasts + ": expected at least 1");
      }
    } catch (IllegalArgumentException e) {
      throw new ParameterException(command.commandLine(), String.valueOf(e.getMessage()), e);
    }
    try {
      RunInput input = input(extension, err);
      input.notes().forEach(err::println);
      show(input, contenders, command.commandLine().getOut(), err);
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

  private RunInput input(Optional<ClusterExtension> extension, PrintWriter err) throws IOException {
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

  /** Returns what is run, by a rule's name or that of a real scheduler. */
  private Measured measured(String name, Bounds bounds, Optional<ClusterExtension> extension) {
    long seed = conditions.seed();
    Optional<Rule> rule = Rule.named(name);
    if (rule.isPresent()) {
      StartForecasts made = new StartForecasts(bounds, seed);
      RuleContender by = new RuleContender(rule.get(), NodeChoice.of(conditions.nodeChoice()));
      return new Measured(new ForecastContender(by, made), made, made.outcomes());
    }
    List<String> schedulers = extension.map(ClusterExtension::schedulers).orElse(List.of());
    if (extension.isEmpty() || !schedulers.contains(name)) {
      throw new IllegalArgumentException(
          "--policy \"%s\": expected one of %s%s"
              .formatted(name, Rule.all(), schedulers.isEmpty() ? "" : " or of " + schedulers));
    }
    ForecastingContender scheduler = extension.get().forecasting(name);
    SaidStarts said = new SaidStarts(scheduler, seed);
    return new Measured(scheduler, said, said.outcomes());
  }

  private void show(RunInput input, List<Measured> contenders, PrintWriter out, PrintWriter err)
      throws IOException {
    List<RunJob> jobs = input.workload().jobs();
    long last = jobs.get(jobs.size() - 1).submitMillis();
    Sampling looks =
        last == 0 ? Sampling.of(input.workload()) : Sampling.every(Math.max(1, last / forecasts));
    RunSession session = new RunSession(input.workload(), input.root(), conditions.seed(), looks);
    head(out, HEAD);
    for (Measured each : contenders) {
      RunProgress progress = new RunProgress(err, Ansi.AUTO.enabled(), System::nanoTime);
      session.run(each.contender, List.of(progress, each.observer));
      out.println(row(each.contender, each.outcomes));
      out.flush();
    }
  }

  private static String row(Contender contender, StartOutcomes outcomes) {
    Compared all = outcomes.all();
    Compared second = outcomes.secondHalf();
    Times widths = outcomes.widths();
    return format(
        "| %s, %s | %d | %.1f %% | %d | %.1f %% | %s | %.1f / %.1f s | %d |",
        contender.name(),
        contender.nodeChoice(),
        all.forecasts(),
        100 * all.part(),
        second.forecasts(),
        100 * second.part(),
        outcomes.quarters().stream()
            .map(ForecastCommand::quarter)
            .collect(Collectors.joining("; ")),
        widths.percentile(0.5) / 1_000.0,
        widths.percentile(0.9) / 1_000.0,
        outcomes.unknown());
  }

  private static String quarter(Compared quarter) {
    return format(
        "%.1f s / %.1f %% / %.1f s",
        quarter.mostPredicted() / 1_000.0, 100 * quarter.part(), quarter.width() / 1_000.0);
  }
}
