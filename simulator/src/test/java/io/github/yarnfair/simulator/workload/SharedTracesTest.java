// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.simulator.workload;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.yarnfair.core.nodes.NodeChoice;
import io.github.yarnfair.simulator.engine.RuleContender;
import io.github.yarnfair.simulator.engine.Sampling;
import io.github.yarnfair.simulator.figures.RunFigures;
import io.github.yarnfair.simulator.figures.RunSession;
import io.github.yarnfair.simulator.rule.Rule;
import io.github.yarnfair.simulator.run.RunQueue;
import io.github.yarnfair.simulator.run.TaskGroup;
import io.github.yarnfair.simulator.trace.OpenbFiles;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The real traces, where they are there; the test says "skipped" where they are not. */
class SharedTracesTest {
  private static final long SEED = 20_261_123;
  private static final ReadOptions PLAIN = new ReadOptions(null, false, Map.of(), false, false);

  private static RunFigures run(RunInput input) throws IOException {
    return new RunSession(input.workload(), input.root(), SEED, Sampling.of(input.workload()))
        .run(new RuleContender(Rule.H_DRF, NodeChoice.HEARTBEAT), List.of())
        .figures();
  }

  /** A third of these pods are bound to GPU models; one needs more GPUs than its nodes have. */
  @Test
  void allPodsOfOpenbRun() throws Exception {
    Path pods = OpenbFiles.pods("gpuspec33");
    RunInput input =
        RunInput.read(
            ClusterNodes.read(OpenbFiles.NODES.toString()),
            pods,
            null,
            PLAIN,
            new Shape(Integer.MAX_VALUE, 81, 1, 1, 400),
            SEED);
    assertThat(input.workload().jobs()).hasSize(8_152);
    assertThat(input.workload().jobs().stream().flatMap(job -> job.groups().stream()))
        .filteredOn(group -> !group.machineClass().isEmpty())
        .hasSizeGreaterThan(2_000);
    assertThat(input.root().leaves())
        .extracting(RunQueue::name)
        .containsExactlyInAnyOrder("LS", "BE", "Burstable", "Guaranteed");
    assertThat(input.notes()).containsExactly("1 tasks fit no node and never start");
    assertThat(run(input).neverStarted()).isEqualTo(1);
  }

  @Test
  void jobsOfSwimRun() throws Exception {
    RunQueue root = RunQueue.of("root", 1, RunQueue.of("root.a", 1), RunQueue.of("root.b", 2));
    RunInput input =
        RunInput.read(
            ClusterNodes.read("100*memory-mb=65536,vcores=16"),
            OpenbFiles.swim(),
            root,
            new ReadOptions(null, false, Map.of("map-mb", 1_024L), false, false),
            new Shape(500, 0, 1, 1, 1),
            SEED);
    assertThat(input.workload().jobs()).hasSize(500);
    long tasks =
        input.workload().jobs().stream()
            .flatMap(job -> job.groups().stream())
            .mapToLong(TaskGroup::count)
            .sum();
    RunFigures figures = run(input);
    assertThat(figures.starts()).isEqualTo(tasks);
    assertThat(figures.waits().get("root.a").size()).isPositive();
  }
}
