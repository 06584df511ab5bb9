// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.simulator.trace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.github.yarnfair.core.scenario.TestSize;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

/**
 * The trace {@link OpenbFiles} with the pods of which a third name GPU models; the nodes' models
 * are machine classes.
 */
class OpenbClassesTest {
  private static final long SEED = 20261123;

  /** As many pods a second as in the document, for a fifth of the time. */
  @Test
  void drfOverPairsWastesGpusAndUdrfDoesNot() throws Exception {
    ClassTrace trace = ClassTrace.read(OpenbFiles.NODES, OpenbFiles.pods("gpuspec33"));
    assertThat(trace.classes()).hasSize(8);
    assertThat(trace.pods().stream().filter(pod -> pod.classes().length < 7)).hasSize(2_388);
    ClassTrace loaded = trace.loaded(1, 60_000, 6, new Random(SEED));
    ClassRun udrf = new ClassRun(loaded, ClassRule.UDRF);
    ClassRun tied = new ClassRun(loaded, ClassRule.DRF_OVER_PAIRS);
    assertThat(udrf.wasted(ClusterTrace.GPU)).isZero();
    assertThat(tied.wasted(ClusterTrace.GPU)).isGreaterThan(0.01);
    assertThat(mean(tied)).isGreaterThan(mean(udrf));
  }

  /** All figures, for the document. */
  @Test
  void report() throws Exception {
    assumeTrue(TestSize.EXHAUSTIVE, "skipped: the whole report runs with -Pexhaustive");
    PrintWriter out = new PrintWriter(System.out, true, StandardCharsets.UTF_8);
    for (long seed = SEED; seed < SEED + 3; seed++) {
      ClassReport.read(OpenbFiles.NODES, OpenbFiles.pods("gpuspec33"), out).print(5, seed);
    }
  }

  private static double mean(ClassRun run) {
    return Arrays.stream(run.completionTimes(pod -> true)).average().orElseThrow();
  }
}
