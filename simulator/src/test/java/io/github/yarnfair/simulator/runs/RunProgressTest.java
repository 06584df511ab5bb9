// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.simulator.runs;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.yarnfair.simulator.run.RunJob;
import io.github.yarnfair.simulator.run.RunNode;
import io.github.yarnfair.simulator.run.TaskGroup;
import io.github.yarnfair.simulator.run.Workload;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import org.junit.jupiter.api.Test;

class RunProgressTest {
  private static final RunNode NODE = new RunNode(0, "n", "", new long[] {1, 1});
  private static final RunJob JOB =
      new RunJob(0, "j", "root.a", "", 0, List.of(new TaskGroup(10, new long[] {1, 1}, 1_000, "")));
  private static final Workload WORKLOAD =
      new Workload(List.of("memory-mb", "vcores"), List.of(NODE), List.of(JOB));

  private final StringWriter err = new StringWriter();
  private long nanos;

  private RunProgress progress(boolean isTerminal) {
    RunProgress progress = new RunProgress(new PrintWriter(err, true), isTerminal, () -> nanos);
    progress.begins(WORKLOAD, "h-drf", "heartbeat");
    return progress;
  }

  @Test
  void saysHowFarItIsAndHowLongItWillTake() {
    RunProgress progress = progress(false);
    progress.taskStarted(0, JOB, 0, NODE);
    assertThat(err.toString()).isEmpty();
    nanos = 40_000_000_000L;
    for (int task = 1; task < 4; task++) {
      progress.taskStarted(0, JOB, task, NODE);
    }
    progress.taskEnded(7_000, JOB, 0, NODE, false);
    assertThat(err.toString().lines())
        .containsExactly(
            "h-drf, heartbeat: 10.0 % of 10 tasks, at 0 s of the trace; 40 s so far, about 360 s"
                + " left");
    nanos = 80_000_000_000L;
    for (int task = 1; task < 6; task++) {
      progress.taskEnded(9_000, JOB, task, NODE, false);
    }
    assertThat(err.toString().lines().skip(1))
        .containsExactly(
            "h-drf, heartbeat: 30.0 % of 10 tasks, at 9 s of the trace; 80 s so far, about 187 s"
                + " left");
  }

  @Test
  void aTerminalHasOneLineWhichIsErasedInTheEnd() {
    RunProgress progress = progress(true);
    nanos = 2_000_000_000L;
    progress.taskStarted(0, JOB, 0, NODE);
    assertThat(err.toString()).startsWith("\r\u001b[Kh-drf, heartbeat: 5.0 %").doesNotContain("\n");
    progress.ends(0);
    assertThat(err.toString()).endsWith("\r\u001b[K");
  }
}
