// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.simulator.runs;

import io.github.yarnfair.simulator.command.ExitStatus;
import io.github.yarnfair.simulator.engine.ClusterExtension;
import io.github.yarnfair.simulator.engine.Contender;
import io.github.yarnfair.simulator.engine.Sampling;
import io.github.yarnfair.simulator.figures.SupposedRun;
import io.github.yarnfair.simulator.recording.RecordedJobs;
import io.github.yarnfair.simulator.recording.RecordingWorkload;
import io.github.yarnfair.simulator.run.RunQueue;
import io.github.yarnfair.simulator.workload.ClusterNodes;
import io.github.yarnfair.simulator.workload.InputException;
import io.github.yarnfair.simulator.workload.JobSource;
import io.github.yarnfair.simulator.workload.ReadJob;
import io.github.yarnfair.simulator.workload.RunInput;
import io.github.yarnfair.simulator.workload.SubmittedJob;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Runs the same jobs twice, as they were and with something changed, and compares. */
@Command(
    name = "what-if",
    description =
        "Runs the same jobs twice, as they were and with other queues, other nodes, another policy"
            + " or further jobs, and compares shares, waiting times and ends.",
    exitCodeListHeading = "Exit status:%n",
    exitCodeList = {"0:shown", "2:a file cannot be used, or an option"})
public final class WhatIfCommand implements Callable<Integer> {
  @Spec private @Nullable CommandSpec spec;

  @Mixin private RunFiles files = new RunFiles();

  @Mixin private RunConditions conditions = new RunConditions();

  @Mixin private RecordingFiles recorded = new RecordingFiles();

  @Mixin private SupposedFiles supposed = new SupposedFiles();

  @Mixin private BalanceOption balance = new BalanceOption();

  @Option(
      names = "--policy",
      paramLabel = "POLICY[/NODE-CHOICE]",
      description = "A rule, or a real scheduler (default: h-drf).")
  private @Nullable String policy;

  @Option(
      names = "--most-jobs",
      paramLabel = "N",
      defaultValue = "20",
      description = "Jobs that are listed, those that change most (default: ${DEFAULT-VALUE}).")
  private int mostJobs;

  @Option(names = "--json", description = "One JSON document, with all jobs, instead of tables.")
  private boolean json;

  /** What is compared with. */
  private record Base(ClusterNodes cluster, JobSource source, QueuesOn queues, Contender by) {}

  /** Reads queues for a cluster: limits in amounts follow from the nodes. */
  private interface QueuesOn {
    @Nullable RunQueue of(ClusterNodes cluster) throws IOException;
  }

  @Override
  public Integer call() {
    CommandSpec command = Objects.requireNonNull(spec);
    PrintWriter err = command.commandLine().getErr();
    Optional<ClusterExtension> extension = ServiceLoader.load(ClusterExtension.class).findFirst();
    Contenders before = new Contenders(conditions.nodeChoice(), extension, new BalanceOption());
    Contenders after = new Contenders(conditions.nodeChoice(), extension, balance);
    Contender byDefault;
    Contender other;
    try {
      checkOptions();
      byDefault = before.of(policy == null ? "h-drf" : policy);
      other = other(after);
    } catch (IllegalArgumentException e) {
      throw new ParameterException(command.commandLine(), String.valueOf(e.getMessage()), e);
    }
    try {
      Base base = base(byDefault, extension, err);
      SupposedRun run = run(base, other == null ? base.by : other, extension, err);
      if (json) {
        WhatIfJson.print(command.commandLine().getOut(), run);
      } else {
        new WhatIfTable(run, mostJobs).print(command.commandLine().getOut());
      }
      return 0;
    } catch (IOException e) {
      err.println(e.getMessage());
      return ExitStatus.UNREADABLE;
    }
  }

  /** Returns what the jobs run under with the change; null for the same as before. */
  private @Nullable Contender other(Contenders after) {
    if (supposed.policy() != null) {
      return after.withMemory(supposed.policy());
    }
    return balance.isSet() ? after.withMemory(policy == null ? "h-drf" : policy) : null;
  }

  private void checkOptions() {
    if (recorded.recording() == null) {
      files.checkOptions();
    } else if (files.jobs() != null) {
      throw new IllegalArgumentException("--recording and --jobs: expected one of them");
    } else {
      supposed.orElse(files.queues(), files.nodes(), policy);
    }
    supposed.check();
    if (mostJobs < 0) {
      throw new IllegalArgumentException("--most-jobs " + mostJobs + ": expected at least 0");
    }
  }

  private Base base(Contender byDefault, Optional<ClusterExtension> extension, PrintWriter err)
      throws IOException {
    Path recording = recorded.recording();
    if (recording == null) {
      return new Base(
          files.cluster(),
          files.source(conditions.seed()),
          cluster -> files.queues(cluster, extension),
          byDefault);
    }
    RecordingWorkload read = recorded.read(recording, err);
    return new Base(
        ClusterNodes.of(read.workload().resources(), read.workload().nodes()),
        new RecordedJobs(read, recording.toString()),
        cluster -> RecordingFiles.queues(read, cluster, extension, err),
        RecordingFiles.contender(read, err));
  }

  private SupposedRun run(
      Base base, Contender byAfter, Optional<ClusterExtension> extension, PrintWriter err)
      throws IOException {
    RunInput before =
        RunInput.of(
            base.cluster, base.source, List.of(), base.queues.of(base.cluster), files.options());
    ClusterNodes cluster =
        supposed.nodes() == null ? base.cluster : ClusterNodes.read(supposed.nodes());
    Path queues = supposed.queues();
    List<ReadJob> submitted = submitted(cluster);
    RunInput after =
        RunInput.of(
            cluster,
            base.source,
            submitted,
            queues == null
                ? base.queues.of(cluster)
                : RunFiles.queues("--new-queues", queues, cluster, extension),
            files.options());
    before.notes().forEach(note -> err.println("before: " + note));
    after.notes().forEach(note -> err.println("after: " + note));
    Set<String> ids = submitted.stream().map(ReadJob::id).collect(Collectors.toSet());
    return SupposedRun.of(
        before,
        base.by,
        after,
        byAfter,
        ids,
        conditions.seed(),
        Sampling.of(before.workload()),
        new RunProgress(err, Ansi.AUTO.enabled(), System::nanoTime));
  }

  private List<ReadJob> submitted(ClusterNodes cluster) throws InputException {
    List<ReadJob> jobs = new ArrayList<>();
    for (String text : supposed.submitted()) {
      jobs.add(SubmittedJob.read(text, "submitted " + (jobs.size() + 1), cluster));
    }
    return jobs;
  }
}
