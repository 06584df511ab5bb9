// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.simulator.trace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.github.yarnfair.core.nodes.NodeChoice;
import io.github.yarnfair.core.scenario.TestSize;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

/** The trace {@link OpenbFiles}; GPUs that a choice of nodes leaves unallocated. */
class OpenbTraceTest {
  private static final long SEED = 20261123;

  @Test
  void fragmentationWithTheTracesMixLeavesFewestGpusUnallocated() throws Exception {
    ClusterTrace trace = ClusterTrace.read(OpenbFiles.NODES, OpenbFiles.pods("default"));
    assertThat(trace.nodes()).hasSize(1_523);
    assertThat(trace.pods()).hasSize(8_152);
    assertThat(trace.capacity()[ClusterTrace.GPU]).isEqualTo(6_212);
    long aware = unallocated(trace, NodeChoice.FRAGMENTATION, true);
    assertThat(aware)
        .isLessThan(unallocated(trace, NodeChoice.HEARTBEAT, false))
        .isLessThan(unallocated(trace, NodeChoice.SPREAD, false));
  }

  /** All figures, for the document; takes a minute or two. */
  @Test
  void report() throws Exception {
    assumeTrue(TestSize.EXHAUSTIVE, "skipped: the whole report runs with -Pexhaustive");
    PrintWriter out = new PrintWriter(System.out, true, StandardCharsets.UTF_8);
    ClusterTrace trace = ClusterTrace.read(OpenbFiles.NODES, OpenbFiles.pods("default"));
    TraceReport report = new TraceReport(trace, out);
    report.printFilling(SEED, 5);
    report.printTimed(5, 400, SEED);
  }

  private static long unallocated(ClusterTrace trace, NodeChoice choice, boolean knowsTrace) {
    return Filling.of(trace, new NodeRule.Setting(choice, knowsTrace), 1.0, SEED).unallocated();
  }
}
