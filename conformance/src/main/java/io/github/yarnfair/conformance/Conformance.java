// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.conformance;

import io.github.yarnfair.conformance.adapter.Adapter;
import io.github.yarnfair.conformance.adapter.AdapterException;
import io.github.yarnfair.conformance.adapter.AdapterServer;
import io.github.yarnfair.conformance.adapter.Adapters;
import io.github.yarnfair.conformance.adapter.ProcessAdapter;
import io.github.yarnfair.conformance.cases.Case;
import io.github.yarnfair.conformance.cases.CaseReader;
import io.github.yarnfair.conformance.json.FormatException;
import io.github.yarnfair.conformance.run.CaseRun;
import io.github.yarnfair.conformance.run.ResultTable;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Runs the conformance suite; see {@code --help}. */
@Command(
    name = "conformance",
    description = "Runs cases of hierarchical fairness under adapters; prints tables in Markdown.",
    mixinStandardHelpOptions = true,
    exitCodeListHeading = "Exit status:%n",
    exitCodeList = {"0:each case passes", "1:a case fails", "2:a file or an adapter is in error"})
public final class Conformance implements Callable<Integer> {
  private static final int FAILED = 1;
  private static final int IN_ERROR = 2;

  @Spec private CommandSpec spec = CommandSpec.create();

  @Option(names = "--cases", paramLabel = "FOLDER", description = "the folder of case files")
  private Path cases = Path.of("conformance", "cases");

  @Option(
      names = "--adapter",
      paramLabel = "NAME",
      description = "serve this adapter over standard input and output instead of running cases")
  private @Nullable String served;

  @Parameters(
      paramLabel = "ADAPTER",
      description = "the name of a rule, or a command in quotes with a space or a slash in it")
  private List<String> adapters = new ArrayList<>(Adapters.SCHEDULERS);

  /** Runs the command and exits with its status. */
  public static void main(String[] arguments) {
    System.exit(commandLine().execute(arguments));
  }

  static CommandLine commandLine() {
    return new CommandLine(new Conformance());
  }

  @Override
  public Integer call() {
    try {
      return served == null ? run() : serve(served);
    } catch (IOException e) {
      return fail(e.toString());
    } catch (FormatException | AdapterException e) {
      return fail(String.valueOf(e.getMessage()));
    }
  }

  private int fail(String message) {
    spec.commandLine().getErr().println("conformance: " + message);
    spec.commandLine().getErr().flush();
    return IN_ERROR;
  }

  private int serve(String name) throws IOException, FormatException, AdapterException {
    BufferedReader events =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    AdapterServer.serve(Adapters.named(name), events, spec.commandLine().getOut());
    return 0;
  }

  private int run() throws IOException, FormatException, AdapterException {
    List<Case> suite = CaseReader.readAll(cases);
    List<CaseRun> runs = new ArrayList<>();
    for (String name : adapters) {
      try (Adapter adapter = adapter(name)) {
        for (Case each : suite) {
          runs.add(CaseRun.of(each, adapter));
        }
      }
    }
    ResultTable.print(runs, spec.commandLine().getOut());
    spec.commandLine().getOut().flush();
    return runs.stream().anyMatch(run -> run.failure().isPresent()) ? FAILED : 0;
  }

  private static Adapter adapter(String name) throws AdapterException {
    return name.contains(" ") || name.contains("/")
        ? new ProcessAdapter(name, List.of(name.trim().split("\\s+")))
        : Adapters.named(name);
  }
}
