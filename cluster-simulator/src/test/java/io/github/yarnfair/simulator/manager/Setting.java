// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.simulator.manager;

import io.github.yarnfair.dff.DffScheduler;
import io.github.yarnfair.drfh.DrfhScheduler;
import io.github.yarnfair.hdrf.HdrfScheduler;
import io.github.yarnfair.mch.MchScheduler;
import io.github.yarnfair.scheduler.HierarchicalScheduler;
import io.github.yarnfair.udrf.UdrfScheduler;
import java.util.List;
import java.util.Random;

/**
 * What a seed's cluster is like. Seeds differ in it, so that some runs are calm where others are
 * rough.
 *
 * @param scheduler the class under test
 * @param nodes how many there are at the start
 * @param labels whether nodes get labels
 * @param preempts whether the preemption monitor runs
 * @param beatMillis between two calls of a node or a master
 * @param lostPercent of calls that are lost
 * @param answersLostPercent of answers that are lost, so that the call is repeated
 * @param latePercent of calls of nodes that arrive late
 * @param happenings how many
 * @param meanGapMillis between two of them
 */
record Setting(
    Class<? extends HierarchicalScheduler> scheduler,
    int nodes,
    boolean labels,
    boolean preempts,
    long beatMillis,
    int lostPercent,
    int answersLostPercent,
    int latePercent,
    int happenings,
    long meanGapMillis) {

  private static final List<Class<? extends HierarchicalScheduler>> SCHEDULERS =
      List.of(
          HdrfScheduler.class,
          DffScheduler.class,
          MchScheduler.class,
          DrfhScheduler.class,
          UdrfScheduler.class);

  static Setting of(long seed) {
    Random random = new Random(~seed);
    long beatMillis = oneOf(random, List.of(1_000L, 3_000L, 10_000L));
    return new Setting(
        oneOf(random, SCHEDULERS),
        3 + random.nextInt(5),
        random.nextInt(3) > 0,
        random.nextInt(3) > 0,
        beatMillis,
        oneOf(random, List.of(0, 0, 2, 10)),
        oneOf(random, List.of(0, 0, 2, 10)),
        oneOf(random, List.of(0, 0, 5, 20)),
        100 + random.nextInt(200),
        beatMillis * oneOf(random, List.of(5, 12, 30)));
  }

  static <T> T oneOf(Random random, List<T> list) {
    return list.get(random.nextInt(list.size()));
  }
}
