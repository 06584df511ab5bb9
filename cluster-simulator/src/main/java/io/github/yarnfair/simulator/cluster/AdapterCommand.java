// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.simulator.cluster;

import io.github.yarnfair.conformance.adapter.AdapterServer;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** A real scheduler as an adapter of the conformance suite, over lines of JSON. */
@Command(
    name = "adapter",
    description =
        "Serves a real scheduler to the conformance suite over standard input and output.",
    mixinStandardHelpOptions = true)
public final class AdapterCommand implements Callable<Integer> {
  @Parameters(
      paramLabel = "SCHEDULER",
      description =
          "capacity-scheduler, fair-scheduler, hdrf-scheduler, or another of this project")
  private String scheduler = "";

  @Option(
      names = "--option",
      paramLabel = "KEY=VALUE",
      description = "an option of this project's schedulers, such as node-headroom=none")
  private Map<String, String> options = new LinkedHashMap<>();

  /** Runs the command and exits with its status. */
  public static void main(String[] arguments) {
    System.exit(new CommandLine(new AdapterCommand()).execute(arguments));
  }

  @Override
  public Integer call() throws Exception {
    try (YarnAdapter adapter = new YarnAdapter(RealScheduler.of(scheduler), options)) {
      AdapterServer.serve(
          adapter,
          new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8)),
          new PrintWriter(System.out, false, StandardCharsets.UTF_8));
    }
    return 0;
  }
}
