// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.simulator.cases;

import io.github.yarnfair.simulator.command.ExitStatus;
import io.github.yarnfair.simulator.command.Progress;
import io.github.yarnfair.simulator.command.RuleConverter;
import io.github.yarnfair.simulator.rule.Rule;
import io.github.yarnfair.simulator.scenario.Scenario;
import io.github.yarnfair.simulator.scenario.ScenarioException;
import io.github.yarnfair.simulator.scenario.ScenarioFile;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Runs all cases of some files. */
@Command(
    name = "cases",
    description = "Runs the cases of scenario files and says which fail.",
    exitCodeListHeading = "Exit status:%n",
    exitCodeList = {"0:all passed", "1:some failed", "2:a file cannot be read"})
public final class CasesCommand implements Callable<Integer> {
  @Spec private @Nullable CommandSpec spec;

  @Parameters(paramLabel = "FILE", arity = "1..*", description = "JSON files of cases.")
  private List<Path> files = new ArrayList<>();

  @Option(
      names = "--policy",
      paramLabel = "NAME",
      converter = RuleConverter.class,
      description = "Run every case under this rule, to see what fails: ${COMPLETION-CANDIDATES}.")
  private @Nullable Rule policy;

  @Option(names = "--json", description = "Print one JSON document instead of text.")
  private boolean json;

  @Override
  public Integer call() {
    PrintWriter out = out();
    List<CaseFile> read = new ArrayList<>();
    boolean unreadable = false;
    for (Path file : files) {
      try {
        read.add(new CaseFile(file, ScenarioFile.read(file)));
      } catch (ScenarioException e) {
        err().println(e.getMessage());
        unreadable = true;
      }
    }
    CasesReport report = json ? new JsonReport(out) : new TextReport(out);
    Tally total = run(read, report);
    report.end(total);
    out.flush();
    if (unreadable) {
      return ExitStatus.UNREADABLE;
    }
    return total.failed() > 0 ? ExitStatus.FAILED : 0;
  }

  private Tally run(List<CaseFile> read, CasesReport report) {
    int all = read.stream().mapToInt(file -> file.scenarios().size()).sum();
    Progress progress = Progress.onTerminal(err(), all);
    Tally total = new Tally();
    for (CaseFile file : read) {
      Tally ofFile = new Tally();
      report.beginFile(file.path());
      for (Scenario scenario : file.scenarios()) {
        progress.step(scenario.id());
        CaseResult result = new CaseResult(scenario, scenario.run(policy));
        progress.clear();
        report.result(result);
        ofFile.count(result.outcome());
      }
      report.endFile(file.path(), ofFile);
      total.add(ofFile);
    }
    return total;
  }

  private PrintWriter out() {
    return Objects.requireNonNull(spec).commandLine().getOut();
  }

  private PrintWriter err() {
    return Objects.requireNonNull(spec).commandLine().getErr();
  }

  /** A file that could be read. */
  private record CaseFile(Path path, List<Scenario> scenarios) {}
}
