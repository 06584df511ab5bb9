// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.simulator.command;

import io.github.yarnfair.simulator.trace.ClassReport;
import io.github.yarnfair.simulator.trace.ClusterTrace;
import io.github.yarnfair.simulator.trace.TraceReport;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Runs a trace of pods on its nodes under H-DRF and each choice of nodes, or by machine class. */
@Command(
    name = "trace",
    description =
        "Runs a trace of pods on its nodes under H-DRF, with each choice of nodes, or under each rule of"
            + " machine classes.",
    exitCodeListHeading = "Exit status:%n",
    exitCodeList = {"0:shown", "2:a file cannot be read, or a number is out of range"})
public final class TraceCommand implements Callable<Integer> {
  @Spec private @Nullable CommandSpec spec;

  @Option(
      names = "--nodes",
      paramLabel = "FILE",
      required = true,
      description = "The nodes: CSV with sn, cpu_milli, memory_mib, gpu.")
  private Path nodes = Path.of("");

  @Option(
      names = "--pods",
      paramLabel = "FILE",
      required = true,
      description =
          "The pods: CSV in the columns of Alibaba's cluster-trace-gpu-v2023. Without creation_time"
              + " and deletion_time the cluster is only filled.")
  private Path pods = Path.of("");

  @Option(
      names = "--seed",
      paramLabel = "N",
      defaultValue = "20261123",
      description = "The first seed (default: ${DEFAULT-VALUE}).")
  private long seed;

  @Option(
      names = "--draws",
      paramLabel = "N",
      defaultValue = "5",
      description = "How often the cluster is filled (default: ${DEFAULT-VALUE}).")
  private int draws;

  @Option(
      names = "--copies",
      paramLabel = "N",
      defaultValue = "5",
      description = "How many pods take the place of each (default: ${DEFAULT-VALUE}).")
  private int copies;

  @Option(
      names = "--compression",
      paramLabel = "N",
      defaultValue = "400",
      description = "How many times closer arrivals are (default: ${DEFAULT-VALUE}).")
  private int compression;

  @Option(
      names = "--multi-gpu",
      paramLabel = "PERCENT",
      description =
          "Adds copies of pods with several GPUs until they ask for that part of all GPUs asked"
              + " for; none by default.")
  private @Nullable Integer multiGpu;

  @Option(
      names = "--classes",
      description =
          "Compare rules of machine classes: a node's class is its GPU model, and a pod runs on the"
              + " models that its gpu_spec names.")
  private boolean classes;

  @Override
  public Integer call() {
    CommandSpec command = Objects.requireNonNull(spec);
    if (draws < 1 || copies < 1 || compression < 1) {
      throw new ParameterException(
          command.commandLine(), "--draws, --copies and --compression: expected at least 1");
    }
    if (multiGpu != null && (multiGpu < 1 || multiGpu > 99)) {
      throw new ParameterException(command.commandLine(), "--multi-gpu: expected 1 to 99");
    }
    try {
      PrintWriter out = command.commandLine().getOut();
      if (classes) {
        ClassReport.read(nodes, pods, out).print(copies, seed);
        return 0;
      }
      ClusterTrace trace = mixed(ClusterTrace.read(nodes, pods), command.commandLine());
      TraceReport report = new TraceReport(trace, out);
      report.printAsked();
      report.printFilling(seed, draws);
      if (trace.hasTimes()) {
        report.printTimed(copies, compression, seed);
      } else {
        out.println();
        out.println(pods + " has no creation_time and deletion_time: no run with durations");
      }
      return 0;
    } catch (IOException e) {
      command.commandLine().getErr().println(e.getMessage());
      return ExitStatus.UNREADABLE;
    }
  }

  private ClusterTrace mixed(ClusterTrace read, CommandLine line) {
    if (multiGpu == null) {
      return read;
    }
    try {
      return read.withLarge(multiGpu / 100.0, new Random(seed));
    } catch (IllegalArgumentException e) {
      throw new ParameterException(line, "--multi-gpu " + multiGpu + ": " + e.getMessage(), e);
    }
  }
}
