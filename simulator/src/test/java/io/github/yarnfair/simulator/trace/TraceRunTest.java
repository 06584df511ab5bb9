// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.simulator.trace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.yarnfair.core.nodes.NodeChoice;
import io.github.yarnfair.core.tree.Demand;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every choice of nodes on a small synthetic trace. */
class TraceRunTest {
  private static final long SEED = 20261123;
  private static final NodeRule FIRST_FIT = new NodeRule.Setting(NodeChoice.FIRST_FIT, false);
  private static final NodeRule SPREAD = new NodeRule.Setting(NodeChoice.SPREAD, false);

  private final ClusterTrace trace = SyntheticTrace.of(SEED, 600);

  static List<NodeRule> all() {
    return NodeRule.all();
  }

  @ParameterizedTest
  @MethodSource("all")
  void withRoomForAllPodsStartAtOnceAndAllNodesAreFreeInTheEnd(NodeRule rule) {
    TraceRun run = new TraceRun(trace, rule);
    run.run(SEED, Long.MAX_VALUE / 2);
    long longest = rule.equals(new NodeRule.Setting(NodeChoice.HEARTBEAT, false)) ? 1_000 : 0;
    for (int pod = 0; pod < trace.pods().size(); pod++) {
      assertThat(run.hasEnded(pod, Long.MAX_VALUE)).isTrue();
      assertThat(run.waited(pod)).isBetween(0L, longest);
    }
    assertThat(run.usedGpus()).isZero();
    for (int node = 0; node < trace.nodes().size(); node++) {
      assertThat(run.nodes().free(node)).containsExactly(trace.nodes().get(node));
    }
  }

  @ParameterizedTest
  @MethodSource("all")
  void onAFullClusterNoPendingPodHasRoom(NodeRule rule) {
    ClusterTrace inflated = trace.inflated(1.3, new Random(SEED));
    TraceRun run = new TraceRun(inflated, rule);
    run.run(SEED, inflated.lastArrival() + 1_000);
    TraceNodes nodes = run.nodes();
    Demand pending = run.pending();
    assertThat(pending.isEmpty()).isFalse();
    for (int node = 0; node < nodes.count(); node++) {
      assertThat(LongStream.of(nodes.free(node)).allMatch(amount -> amount >= 0)).isTrue();
      assertThat(pending.fits(nodes.free(node), 0)).isFalse();
    }
    Filling filling = Filling.of(trace, rule, 1.3, SEED);
    assertThat(filling.allocated()).isEqualTo(run.usedGpus());
    assertThat(filling.usableByNone()).isEqualTo(filling.unallocated());
  }

  /** In the mean of several draws; the margin is far above what draws differ by. */
  @Test
  void fragmentationLeavesFewerGpusUnallocatedThanSpreadAndMoreLargePodsRun() {
    double aware = 0;
    double spread = 0;
    double awareLarge = 0;
    double spreadLarge = 0;
    for (long seed = SEED; seed < SEED + 10; seed++) {
      aware += Filling.of(trace, fragmentation(), 1.0, seed).unallocated();
      spread += Filling.of(trace, SPREAD, 1.0, seed).unallocated();
      awareLarge += Filling.of(trace, fragmentation(), 1.0, seed).largePlaced();
      spreadLarge += Filling.of(trace, SPREAD, 1.0, seed).largePlaced();
    }
    System.out.printf("unallocated: fragmentation %.1f, spread %.1f%n", aware / 10, spread / 10);
    assertThat(aware).isLessThan(spread);
    assertThat(awareLarge).isGreaterThan(spreadLarge);
  }

  /** Why fragmentation is the default where there are devices: decision 102. */
  @Test
  void whereLargePodsAskForHalfOfTheGpusTheDefaultStrandsTheLeast() {
    ClusterTrace mixed = trace.withLarge(0.6, new Random(SEED));
    Map<NodeChoice, Double> stranded = new EnumMap<>(NodeChoice.class);
    for (NodeChoice choice : NodeChoice.values()) {
      double sum = 0;
      for (long seed = SEED; seed < SEED + 10; seed++) {
        Filling filling = Filling.of(mixed, new NodeRule.Setting(choice, false), 1.0, seed);
        sum += (double) filling.unallocated() / filling.total();
      }
      stranded.put(choice, sum / 10);
    }
    System.out.println("part of the GPUs unallocated: " + stranded);
    double byDefault = stranded.remove(NodeChoice.FRAGMENTATION);
    assertThat(stranded.remove(NodeChoice.FIRST_FIT)).isGreaterThanOrEqualTo(byDefault);
    assertThat(stranded.values()).allMatch(part -> part > 2 * byDefault);
  }

  /** Hand-computed on two nodes; each rival disagrees with another one somewhere. */
  @Test
  void rivalsOfTheFgdPaperScoreAsTheirDefinitionsSay() {
    List<long[]> nodes = List.of(new long[] {100, 8_000, 8}, new long[] {100, 4_000, 2});
    TracePod one = new TracePod("q", new long[] {1, 1_000, 1}, 0, 1);
    TracePod two = new TracePod("q", new long[] {1, 2_000, 2}, 0, 1);
    TraceNodes cluster = new TraceNodes(new ClusterTrace(nodes, List.of(one, two, two)));
    // (8 − 1) / 8 of CPUs and as much of GPUs; (4 − 1) / 8 and (2 − 1) / 8.
    assertThat(scores(FgdRival.LEAST_REMAINDER, cluster, one)).containsExactly(1.75, 0.5);
    // 1 · 1/8 twice; 4/8 · 1/8 + 2/8 · 1/8.
    assertThat(scores(FgdRival.SMALLEST_PRODUCT, cluster, one)).containsExactly(0.25, 0.09375);
    assertThat(scores(FgdRival.GPU_PACKING, cluster, one)).containsExactly(9, 3);
    assertThat(scores(FgdRival.GPU_CLUSTERING, cluster, one)).containsExactly(26, 20);
    cluster.start(0, 0);
    assertThat(scores(FgdRival.GPU_PACKING, cluster, two)).containsExactly(0, 3);
    assertThat(scores(FgdRival.GPU_CLUSTERING, cluster, one)).containsExactly(7, 20);
    assertThat(scores(FgdRival.GPU_CLUSTERING, cluster, two)).containsExactly(34, 20);
    cluster.start(1, 0);
    assertThat(scores(FgdRival.GPU_CLUSTERING, cluster, two)).containsExactly(14, 20);
    cluster.end(0, 0);
    assertThat(scores(FgdRival.GPU_CLUSTERING, cluster, two)).containsExactly(6, 20);
    assertThat(scores(FgdRival.GPU_CLUSTERING, cluster, one)).containsExactly(33, 20);
  }

  private static double[] scores(FgdRival rival, TraceNodes cluster, TracePod pod) {
    return new double[] {
      rival.score(cluster, 0, pod.demand()), rival.score(cluster, 1, pod.demand())
    };
  }

  @Test
  void furtherLargePodsAskForThePartThatIsAskedFor() {
    ClusterTrace mixed = trace.withLarge(0.7, new Random(SEED));
    assertThat((double) mixed.askedByLarge() / mixed.askedGpus()).isBetween(0.7, 0.71);
    assertThat(mixed.askedGpus() - mixed.askedByLarge())
        .isEqualTo(trace.askedGpus() - trace.askedByLarge());
    assertThatThrownBy(() -> mixed.withLarge(0.5, new Random(SEED)))
        .hasMessageContaining("ask for 70.");
  }

  @Test
  void fragmentsCountPodsByTheirPartOfTheMix() {
    List<long[]> nodes = List.of(new long[] {100, 4_000, 4}, new long[] {100, 500, 2});
    TracePod one = new TracePod("q", new long[] {1, 1_000, 1}, 0, 1);
    TracePod four = new TracePod("q", new long[] {1, 1_000, 4}, 0, 1);
    TracePod none = new TracePod("q", new long[] {1, 500, 0}, 0, 1);
    ClusterTrace few = new ClusterTrace(nodes, List.of(one, one, one, four));
    TraceNodes cluster = new TraceNodes(few);
    // Of the second node no pod can use a GPU, of the first all can use all.
    assertThat(Fragments.gpus(cluster, few.mix())).isEqualTo(2.0);
    assertThat(Fragments.usableByNone(cluster, few.mix())).isEqualTo(2);
    cluster.start(0, 0);
    // Three GPUs are left, which a quarter of the pods cannot use.
    assertThat(Fragments.gpus(cluster, few.mix())).isEqualTo(2.75);
    assertThat(Fragments.usableByNone(cluster, few.mix())).isEqualTo(2);
    assertThat(Fragments.usableByNone(cluster, Demand.of(none.demand(), 1))).isEqualTo(5);
  }

  @Test
  void timedRunMeasuresUtilisationWaitsAndIncentive() {
    // Two nodes of one GPU, three pods of 10 s at once and one at 20 s: the third waits 10 s.
    List<long[]> nodes = List.of(new long[] {10, 10, 1}, new long[] {10, 10, 1});
    long[] demand = {1, 1, 1};
    TracePod now = new TracePod("q", demand, 0, 10_000);
    ClusterTrace small =
        new ClusterTrace(nodes, List.of(now, now, now, new TracePod("r", demand, 20_000, 10_000)));
    TimedRun run = new TimedRun(small, FIRST_FIT, SEED);
    assertThat(run.meanUtilisation()).isEqualTo(0.75);
    assertThat(run.waits(gpus -> gpus == 1)).containsExactly(0, 0, 0, 10);
    assertThat(run.waits(gpus -> gpus == 0)).isEmpty();
    assertThat(run.endedInTime()).isEqualTo(3);
    assertThat(run.neverStarted()).isZero();
    assertThat(run.utilisation()[0]).isEqualTo(1.0);
    // On its one node q would have ended two pods.
    assertThat(SharingIncentive.of(small, run, FIRST_FIT, SEED))
        .isEqualTo(new SharingIncentive(2, 0));
  }

  private static NodeRule fragmentation() {
    return new NodeRule.Setting(NodeChoice.FRAGMENTATION, true);
  }
}
