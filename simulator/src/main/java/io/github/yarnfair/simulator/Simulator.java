// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.simulator;

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
  /** Exit status if a case failed. */
  static final int FAILED = 1;

  /** Exit status if a file cannot be read or the command line is wrong. */
  static final int UNREADABLE = 2;

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
