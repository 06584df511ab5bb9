// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.simulator.command;

import io.github.yarnfair.simulator.rule.Rule;
import io.github.yarnfair.simulator.stream.JobStream;
import io.github.yarnfair.simulator.stream.QueueShares;
import io.github.yarnfair.simulator.stream.StreamRun;
import io.github.yarnfair.simulator.stream.Streams;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Runs generated streams of jobs under rules: how near queues are to their ideal shares. */
@Command(
    name = "streams",
    description =
        "Runs an hour of jobs of each of several kinds, on 100 vcores, under rules, and prints how"
            + " far queues are from their ideal shares and what they hold.",
    exitCodeListHeading = "Exit status:%n",
    exitCodeList = {"0:shown", "2:an option cannot be used"})
public final class StreamsCommand implements Callable<Integer> {
  @Spec private @Nullable CommandSpec spec;

  @Option(
      names = "--policy",
      paramLabel = "RULE",
      split = ",",
      converter = RuleConverter.class,
      defaultValue = "h-drf,dff,mch-exact,mch-uniform,mch,drfh,udrf,naive,h-drf-least-application",
      description = "Rules to run them under (default: ${DEFAULT-VALUE}).")
  private List<Rule> rules = new ArrayList<>();

  @Option(
      names = "--stream",
      paramLabel = "NAME",
      split = ",",
      description = "Only these streams (default: all).")
  private List<String> names = new ArrayList<>();

  @Option(
      names = "--seed",
      paramLabel = "N",
      defaultValue = "20261123",
      description = "Of all that is random (default: ${DEFAULT-VALUE}).")
  private long seed;

  @Override
  public Integer call() {
    CommandSpec command = Objects.requireNonNull(spec);
    List<JobStream> streams = streams(command);
    PrintWriter err = command.commandLine().getErr();
    Progress progress = Progress.onTerminal(err, streams.size() * rules.size());
    ExecutorService workers =
        Executors.newFixedThreadPool(Runtime.getRuntime().availableProcessors());
    try {
      List<List<QueueShares>> shares = new ArrayList<>();
      for (List<Future<QueueShares>> row : submit(streams, workers)) {
        List<QueueShares> done = new ArrayList<>();
        for (Future<QueueShares> run : row) {
          progress.step(streams.get(shares.size()).name() + ", " + rules.get(done.size()));
          done.add(run.get());
        }
        shares.add(done);
      }
      progress.clear();
      new StreamTable(streams, rules, shares).print(command.commandLine().getOut(), seed);
      return 0;
    } catch (ExecutionException e) {
      throw new IllegalStateException(e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    } finally {
      workers.shutdownNow();
    }
  }

  private List<List<Future<QueueShares>>> submit(List<JobStream> streams, ExecutorService workers) {
    List<List<Future<QueueShares>>> runs = new ArrayList<>();
    for (JobStream stream : streams) {
      runs.add(
          rules.stream()
              .map(rule -> workers.submit(() -> new StreamRun(stream, rule, seed).shares()))
              .toList());
    }
    return runs;
  }

  private List<JobStream> streams(CommandSpec command) {
    List<JobStream> all = Streams.all(seed);
    List<String> known = all.stream().map(JobStream::name).toList();
    for (String name : names) {
      if (!known.contains(name)) {
        throw new ParameterException(
            command.commandLine(), "--stream \"%s\": expected one of %s".formatted(name, known));
      }
    }
    return names.isEmpty() ? all : all.stream().filter(s -> names.contains(s.name())).toList();
  }
}
