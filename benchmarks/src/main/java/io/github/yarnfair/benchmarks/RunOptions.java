// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.benchmarks;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The common options of the command lines: a seed, a file for the numbers, and the output. */
public final class RunOptions {
  @Spec(Spec.Target.MIXEE)
  private @Nullable CommandSpec command;

  @Option(
      names = "--seed",
      defaultValue = "1",
      description = "Of all random choices; ${DEFAULT-VALUE} by default.")
  private long seed = 1;

  @Option(names = "--json", paramLabel = "FILE", description = "Write the numbers there as well.")
  private @Nullable Path json;

  public long seed() {
    return seed;
  }

  /** Returns the file for the numbers, null if they are only printed. */
  public @Nullable Path json() {
    return json;
  }

  public PrintWriter out() {
    return commandLine().getOut();
  }

  public PrintWriter err() {
    return commandLine().getErr();
  }

  /** Returns what to throw where the options do not go together, for a reason. */
  public ParameterException wrong(IllegalArgumentException reason) {
    return new ParameterException(commandLine(), String.valueOf(reason.getMessage()), reason);
  }

  private CommandLine commandLine() {
    return Objects.requireNonNull(command).commandLine();
  }
}
