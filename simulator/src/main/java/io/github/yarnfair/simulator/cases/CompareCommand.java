// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.simulator.cases;

import io.github.yarnfair.core.nodes.NodeChoice;
import io.github.yarnfair.simulator.command.ExitStatus;
import io.github.yarnfair.simulator.command.Progress;
import io.github.yarnfair.simulator.rule.Rule;
import io.github.yarnfair.simulator.scenario.Allocation;
import io.github.yarnfair.simulator.scenario.JobAllocation;
import io.github.yarnfair.simulator.scenario.JobAllocation.Running;
import io.github.yarnfair.simulator.scenario.JobRule;
import io.github.yarnfair.simulator.scenario.Scenario;
import io.github.yarnfair.simulator.scenario.ScenarioException;
import io.github.yarnfair.simulator.scenario.ScenarioFile;
import io.github.yarnfair.simulator.scenario.ServerAllocation;
import io.github.yarnfair.simulator.scenario.ServerAllocation.Held;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Shows what one case comes to under each rule, or under each node choice. */
@Command(
    name = "compare",
    description =
        "Shows who gets what in one case side by side: under every rule, in a case about servers"
            + " under every node choice, in a case about machine classes every way to allocate jobs.",
    exitCodeListHeading = "Exit status:%n",
    exitCodeList = {"0:shown", "2:the file cannot be read, or has no such case"})
public final class CompareCommand implements Callable<Integer> {
  @Spec private @Nullable CommandSpec spec;

  @Parameters(paramLabel = "FILE", description = "A JSON file of cases.")
  private Path file = Path.of("");

  @Option(
      names = "--case",
      paramLabel = "ID",
      description = "Which case, if not the file's first static, dynamic, drfh or udrf one.")
  private @Nullable String id;

  @Override
  public Integer call() {
    PrintWriter err = Objects.requireNonNull(spec).commandLine().getErr();
    try {
      List<Scenario> scenarios =
          ScenarioFile.read(file).stream()
              .filter(CompareCommand::isShown)
              .filter(scenario -> id == null || scenario.id().equals(id))
              .toList();
      if (scenarios.isEmpty()) {
        String named = id == null ? "" : " \"" + id + "\"";
        err.println(file + ": no static, dynamic, drfh or udrf case" + named);
        return ExitStatus.UNREADABLE;
      }
      if (scenarios.size() > 1) {
        err.printf("%s has %d such cases; --case shows another%n", file, scenarios.size());
      }
      show(scenarios.get(0), err);
      return 0;
    } catch (ScenarioException e) {
      err.println(e.getMessage());
      return ExitStatus.UNREADABLE;
    }
  }

  private static boolean isShown(Scenario scenario) {
    return scenario instanceof Allocation
        || scenario instanceof ServerAllocation
        || scenario instanceof JobAllocation;
  }

  private void show(Scenario scenario, PrintWriter err) {
    PrintWriter out = Objects.requireNonNull(spec).commandLine().getOut();
    if (scenario instanceof Allocation allocation) {
      new ComparisonTable(allocation, underEachRule(allocation, err)).print(out);
    } else if (scenario instanceof ServerAllocation servers) {
      new NodeChoiceTable(servers, underEachNodeChoice(servers, err)).print(out);
    } else if (scenario instanceof JobAllocation jobs) {
      new JobTable(jobs, underEachJobRule(jobs, err)).print(out);
    }
    out.flush();
  }

  private static Map<Rule, Map<String, Double>> underEachRule(
      Allocation allocation, PrintWriter err) {
    Progress progress = Progress.onTerminal(err, Rule.all().size());
    Map<Rule, Map<String, Double>> held = new TreeMap<>();
    for (Rule rule : Rule.all()) {
      progress.step(rule.toString());
      held.put(rule, allocation.under(rule));
    }
    progress.clear();
    return held;
  }

  private static Map<JobRule, List<Running>> underEachJobRule(JobAllocation jobs, PrintWriter err) {
    Progress progress = Progress.onTerminal(err, JobRule.values().length);
    Map<JobRule, List<Running>> running = new EnumMap<>(JobRule.class);
    for (JobRule rule : JobRule.values()) {
      progress.step(rule.toString());
      running.put(rule, jobs.under(rule));
    }
    progress.clear();
    return running;
  }

  /** Fills the servers by each score, and by what the scores are compared with. */
  private static Map<String, List<Held>> underEachNodeChoice(
      ServerAllocation servers, PrintWriter err) {
    Map<String, Supplier<List<Held>>> ways = new LinkedHashMap<>();
    for (NodeChoice choice : NodeChoice.values()) {
      if (choice.hasScore()) {
        ways.put(choice.configured(), () -> servers.under(choice));
      }
    }
    ways.put("drf-per-server", servers::underDrfPerServer);
    ways.put("exact-drfh", servers::underExactDrfh);
    Progress progress = Progress.onTerminal(err, ways.size());
    Map<String, List<Held>> held = new LinkedHashMap<>();
    ways.forEach(
        (heading, way) -> {
          progress.step(heading);
          held.put(heading, way.get());
        });
    progress.clear();
    return held;
  }
}
