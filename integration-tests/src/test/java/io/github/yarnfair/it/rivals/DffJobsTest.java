// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.it.rivals;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.yarnfair.core.scenario.TreeSpec;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * DFF paper, table 1: five jobs on CPUs, memory and MICs (GPUs stand for them). The paper does not
 * publish how long tasks run: here all do about as long.
 */
@Tag("experiment")
class DffJobsTest {
  private static final long SEED = 20_261_121;
  private static final int SHORTEST = 50;
  private static final int LONGEST = 70;

  private static final TreeSpec TREE =
      TreeSpec.queue(
          "root",
          TreeSpec.queue("n1", TreeSpec.leaf("n1,1", 4, 4, 0).tasks(300)),
          TreeSpec.queue("n2", TreeSpec.leaf("n2,1", 4, 3, 0).tasks(370)),
          TreeSpec.queue(
              "n3",
              TreeSpec.leaf("n3,1", 2, 4, 0).tasks(260),
              TreeSpec.leaf("n3,2", 1, 4, 2).tasks(180)),
          TreeSpec.queue("n4", TreeSpec.leaf("n4,1", 1, 3, 2).tasks(280)));

  @Test
  void pooledResourcesServeTenMicTasksAtOnceInsteadOfEight() throws Exception {
    List<long[]> pool = List.of(new long[] {336, 952, 21});
    TimedRun hdrf = run("one pool", Rival.HDRF, pool);
    TimedRun dff = run("one pool", Rival.DFF, pool);
    assertThat(micTasks(dff)).isEqualTo(10);
    assertThat(micTasks(hdrf)).isEqualTo(8);
    for (int job = 3; job < 5; job++) {
      assertThat(dff.ends().get(job)).isLessThan(hdrf.ends().get(job));
    }
  }

  /** A task needs two of a node's three MICs: seven run at once whoever schedules. */
  @Test
  void onSevenNodesNoMoreThanOneMicTaskEachRuns() throws Exception {
    List<long[]> nodes = Collections.nCopies(7, new long[] {48, 136, 3});
    assertThat(micTasks(run("seven nodes", Rival.HDRF, nodes))).isEqualTo(7);
    assertThat(micTasks(run("seven nodes", Rival.DFF, nodes))).isEqualTo(7);
  }

  private static TimedRun run(String cluster, Rival rival, List<long[]> nodes) throws Exception {
    Workload workload =
        new Workload(TREE, List.of(ResourceKind.CPU, ResourceKind.MEM, ResourceKind.GPU), nodes, 1);
    List<TimedJob> trace = workload.leaves().stream().map(TimedJob::of).toList();
    TimedRun run = TimedRun.of(rival, workload, trace, SHORTEST, LONGEST, SEED);
    int end = run.ends().stream().mapToInt(Integer::intValue).max().orElseThrow();
    System.out.printf(
        "DFF paper, table 1; %s; %-4s; seed %d: jobs end at %s s, sum %d s; MIC tasks while all"
            + " wait %d; MICs in use %.1f %%, in the first 600 s %.1f %%%n",
        cluster,
        rival,
        SEED,
        run.ends(),
        run.ends().stream().mapToInt(Integer::intValue).sum(),
        micTasks(run),
        100 * micsInUse(run, end),
        100 * micsInUse(run, 600));
    return run;
  }

  private static double micsInUse(TimedRun run, int to) {
    return 2 * (run.mean("n3,2", 0, to) + run.mean("n4,1", 0, to)) / 21;
  }

  /** The median number while all jobs have tasks that wait. */
  private static int micTasks(TimedRun run) {
    int[] sorted =
        run.moments().stream()
            .filter(moment -> moment.waiting().size() == 5)
            .mapToInt(moment -> moment.running().get("n3,2") + moment.running().get("n4,1"))
            .sorted()
            .toArray();
    return sorted[sorted.length / 2];
  }
}
