// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.simulator.trace;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Every rule of machine classes on a small synthetic trace with more pods than room. */
class ClassRunTest {
  private static final long SEED = 20261123;

  private final ClassTrace trace =
      SyntheticClasses.of(SEED, 1_000).loaded(1, 60_000, 3, new Random(SEED));

  @ParameterizedTest
  @EnumSource
  void allPodsEndAndAllNodesAreFreeInTheEnd(ClassRule rule) {
    ClassRun run = new ClassRun(trace, rule);
    double[] times = run.completionTimes(pod -> true);
    assertThat(times).hasSize(1_000);
    assertThat(times[0]).isGreaterThanOrEqualTo(10.0);
    assertThat(times[999]).isLessThanOrEqualTo(run.makespan());
    for (int node = 0; node < trace.nodes().size(); node++) {
      assertThat(run.cluster().free(node)).containsExactly(trace.nodes().get(node).amounts());
    }
    assertThat(run.inUse(ClusterTrace.GPU)).isBetween(0.3, 1.0);
  }

  @ParameterizedTest
  @EnumSource
  void onlyTiedJobsLeaveWhatPendingPodsCouldUse(ClassRule rule) {
    ClassRun run = new ClassRun(trace, rule);
    if (rule == ClassRule.DRF_OVER_PAIRS) {
      assertThat(run.wasted(ClusterTrace.GPU)).isGreaterThan(0.02);
    } else {
      assertThat(run.wasted(ClusterTrace.GPU)).isZero();
      assertThat(run.wasted(ClusterTrace.CPU)).isZero();
    }
  }

  @Test
  void podsRunOnTheClassesThatTheyName() {
    List<ClassPod> endless = trace.pods().stream().map(pod -> pod.at(0, TracePod.ENDLESS)).toList();
    ClassRun run =
        new ClassRun(new ClassTrace(trace.classes(), trace.nodes(), endless), ClassRule.UDRF);
    int started = 0;
    for (int pod = 0; pod < trace.pods().size(); pod++) {
      int node = run.nodeOf(pod);
      if (node >= 0) {
        started++;
        assertThat(endless.get(pod).classes()).contains(trace.nodes().get(node).machineClass());
      }
    }
    assertThat(started).isPositive();
    assertThat(run.cluster().wasted()).containsOnly(0);
  }

  @Test
  void tiedJobsTakeLonger() {
    double udrf = mean(new ClassRun(trace, ClassRule.UDRF));
    assertThat(mean(new ClassRun(trace, ClassRule.DRF_OVER_PAIRS))).isGreaterThan(1.1 * udrf);
  }

  private static double mean(ClassRun run) {
    return Arrays.stream(run.completionTimes(pod -> true)).average().orElseThrow();
  }
}
