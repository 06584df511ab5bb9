// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.simulator;

import io.github.yarnfair.simulator.cases.CasesCommand;
import io.github.yarnfair.simulator.cases.CompareCommand;
import io.github.yarnfair.simulator.command.ConvertCommand;
import io.github.yarnfair.simulator.command.PaperCommand;
import io.github.yarnfair.simulator.command.ReplayCommand;
import io.github.yarnfair.simulator.command.StreamsCommand;
import io.github.yarnfair.simulator.command.TraceCommand;
import io.github.yarnfair.simulator.runs.ForecastCommand;
import io.github.yarnfair.simulator.runs.RunCommand;
import io.github.yarnfair.simulator.runs.WhatIfCommand;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.ScopeType;

/** The command line of the simulator; see {@code --help}. */
@Command(
    name = "simulator",
    description =
        "Runs scenario cases and traces under fairness policies, converts queue files, and replays"
            + " recordings, without YARN.",
    subcommands = {
      CasesCommand.class,
      CompareCommand.class,
      TraceCommand.class,
      RunCommand.class,
      WhatIfCommand.class,
      ForecastCommand.class,
      StreamsCommand.class,
      PaperCommand.class,
      ConvertCommand.class,
      ReplayCommand.class
    },
    mixinStandardHelpOptions = true,
    versionProvider = Simulator.Version.class,
    scope = ScopeType.INHERIT,
    synopsisSubcommandLabel =
        "(cases | compare | trace | run | what-if | forecast | streams | convert | replay)")
public final class Simulator {
  /** Runs a command and exits with its status. */
  public static void main(String[] arguments) {
    System.exit(commandLine().execute(arguments));
  }

  static CommandLine commandLine() {
    return new CommandLine(new Simulator());
  }

  /** The version in the jar's manifest. */
  static final class Version implements IVersionProvider {
    @Override
    public String[] getVersion() {
      String version = Simulator.class.getPackage().getImplementationVersion();
      return new String[] {version == null ? "not packaged" : version};
    }
  }
}
