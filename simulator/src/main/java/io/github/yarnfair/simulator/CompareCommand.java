/*
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *     http://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */
package io.github.yarnfair.simulator;

import io.github.yarnfair.simulator.scenario.Allocation;
import io.github.yarnfair.simulator.scenario.Rule;
import io.github.yarnfair.simulator.scenario.Scenario;
import io.github.yarnfair.simulator.scenario.ScenarioException;
import io.github.yarnfair.simulator.scenario.ScenarioFile;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Shows what one case comes to under each rule. */
@Command(
    name = "compare",
    description = "Shows who gets what in one case, under every rule side by side.",
    exitCodeListHeading = "Exit status:%n",
    exitCodeList = {"0:shown", "2:the file cannot be read, or has no such case"})
final class CompareCommand implements Callable<Integer> {
  @Spec private @Nullable CommandSpec spec;

  @Parameters(paramLabel = "FILE", description = "A JSON file of cases.")
  private Path file = Path.of("");

  @Option(
      names = "--case",
      paramLabel = "ID",
      description = "Which case, if not the file's first static or dynamic one.")
  private @Nullable String id;

  @Override
  public Integer call() {
    PrintWriter err = Objects.requireNonNull(spec).commandLine().getErr();
    try {
      List<Scenario> scenarios = ScenarioFile.read(file);
      List<Allocation> allocations =
          scenarios.stream()
              .filter(Allocation.class::isInstance)
              .map(Allocation.class::cast)
              .filter(allocation -> id == null || allocation.id().equals(id))
              .toList();
      if (allocations.isEmpty()) {
        err.println(file + ": no static or dynamic case" + (id == null ? "" : " \"" + id + "\""));
        return Simulator.UNREADABLE;
      }
      if (allocations.size() > 1) {
        err.printf("%s has %d such cases; --case shows another%n", file, allocations.size());
      }
      show(allocations.get(0), err);
      return 0;
    } catch (ScenarioException e) {
      err.println(e.getMessage());
      return Simulator.UNREADABLE;
    }
  }

  private void show(Allocation allocation, PrintWriter err) {
    Progress progress = Progress.onTerminal(err, Rule.values().length);
    Map<Rule, Map<String, Double>> held = new EnumMap<>(Rule.class);
    for (Rule rule : Rule.values()) {
      progress.step(rule.toString());
      held.put(rule, allocation.under(rule));
    }
    progress.clear();
    PrintWriter out = Objects.requireNonNull(spec).commandLine().getOut();
    new ComparisonTable(allocation, held).print(out);
    out.flush();
  }
}
