// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.simulator.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.yarnfair.simulator.figures.RunFigures;
import io.github.yarnfair.simulator.figures.RunSession;
import io.github.yarnfair.simulator.run.RunJob;
import io.github.yarnfair.simulator.run.RunNode;
import io.github.yarnfair.simulator.run.RunQueue;
import io.github.yarnfair.simulator.run.RunUsers;
import io.github.yarnfair.simulator.run.TaskGroup;
import io.github.yarnfair.simulator.run.Workload;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Slots of unlike nodes, by hand: a slot of four is 4 GB and 2 vcores of the largest node. */
class SlotContenderTest {
  private static final RunQueue QUEUES =
      RunQueue.of("root", 1, RunQueue.of("root.a", 1), RunQueue.of("root.b", 1));

  private final List<RunNode> nodes =
      List.of(node(0, 16_384, 8, 0), node(1, 16_384, 2, 0), node(2, 4_096, 8, 1));

  @Test
  void aNodeHasTheSlotsOfItsScarcerResourceAndATaskTakesThoseOfItsLargerNeed() {
    Slots slots = new Slots(workload(job(0, "root.a", 1, new long[] {1, 1, 0}, "")), 4);
    assertThat(slots.of(nodes.get(0))).containsExactly(4, 0);
    assertThat(slots.of(nodes.get(1))).containsExactly(1, 0);
    assertThat(slots.of(nodes.get(2))).containsExactly(1, 1);
    assertThat(slots.of(new TaskGroup(1, new long[] {4_096, 2, 0}, 1, ""))).containsExactly(1, 0);
    assertThat(slots.of(new TaskGroup(1, new long[] {4_097, 1, 0}, 1, ""))).containsExactly(2, 0);
    assertThat(slots.of(new TaskGroup(1, new long[] {1, 5, 1}, 1, ""))).containsExactly(3, 1);
    assertThat(slots.of(new TaskGroup(1, new long[] {0, 0, 1}, 1, ""))).containsExactly(1, 1);
  }

  /**
   * Six slots, three for each queue, by number whatever tasks need: b's tasks of 4 GB run as a's of
   * 1 GB do. By memory, as under H-DRF, b would have fewer.
   */
  @Test
  void queuesShareSlotsAndNotResources() throws Exception {
    Workload workload =
        workload(
            job(0, "root.a", 6, new long[] {1_024, 1, 0}, ""),
            job(1, "root.b", 6, new long[] {4_096, 2, 0}, ""));
    RunFigures figures = run(workload, QUEUES);
    assertThat(figures.starts()).isEqualTo(12);
    // Two rounds of 10 s, in which each queue has three tasks; nodes report within a second.
    assertThat(figures.waits().get("root.a").percentile(0.5)).isLessThan(1_000);
    assertThat(figures.waits().get("root.b").percentile(0.5)).isLessThan(1_000);
    assertThat(figures.makespan()).isBetween(20_000L, 22_000L);
  }

  @Test
  void machineClassesAndLimitsAreRefused() {
    Workload bound = workload(job(0, "root.a", 1, new long[] {1, 1, 0}, "T4"));
    assertThatThrownBy(() -> run(bound, QUEUES))
        .hasMessage("slots-4: job job-0 is bound to machine class \"T4\": expected --any-class");
    RunQueue limited =
        QUEUES.with(
            List.of(
                new RunQueue(
                    "root.a", 1, new long[] {1, 1, 1}, false, RunUsers.NONE, false, List.of())));
    Workload plain = workload(job(0, "root.a", 1, new long[] {1, 1, 0}, ""));
    assertThatThrownBy(() -> run(plain, limited))
        .hasMessage("slots-4: root.a has a maximum: expected queues without one");
  }

  @Test
  void namesHaveANumberOfAtLeastOne() {
    assertThat(SlotContender.named("slots-14")).contains(new SlotContender(14));
    assertThat(SlotContender.named("h-drf")).isEmpty();
    for (String name : List.of("slots-", "slots-0", "slots-many")) {
      assertThatThrownBy(() -> SlotContender.named(name))
          .hasMessage("\"" + name + "\": expected slots-N, N at least 1");
    }
  }

  private static RunFigures run(Workload workload, RunQueue root) throws Exception {
    return new RunSession(workload, root, 1, Sampling.of(workload))
        .run(new SlotContender(4), List.of())
        .figures();
  }

  private static RunNode node(int index, long memory, long vcores, long gpus) {
    return new RunNode(index, "n" + index, "", new long[] {memory, vcores, gpus});
  }

  private Workload workload(RunJob... jobs) {
    return new Workload(List.of("memory-mb", "vcores", "yarn.io/gpu"), nodes, List.of(jobs));
  }

  private static RunJob job(int index, String queue, int tasks, long[] demand, String bound) {
    TaskGroup group = new TaskGroup(tasks, demand, 10_000, bound);
    return new RunJob(index, "job-" + index, queue, "", 0, List.of(group));
  }
}
