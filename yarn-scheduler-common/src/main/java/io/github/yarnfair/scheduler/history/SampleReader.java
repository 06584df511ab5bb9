// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.history;

import io.github.yarnfair.core.balance.BalanceBook;
import io.github.yarnfair.core.ideal.IdealShare;
import io.github.yarnfair.core.tree.Demand;
import io.github.yarnfair.core.tree.ShareSpace;
import io.github.yarnfair.core.tree.ShareTree;
import io.github.yarnfair.scheduler.history.ClusterSample.Balance;
import io.github.yarnfair.scheduler.history.ClusterSample.Part;
import io.github.yarnfair.scheduler.history.ClusterSample.Waiting;
import io.github.yarnfair.scheduler.model.FairQueue;
import io.github.yarnfair.scheduler.resource.BalanceText;
import io.github.yarnfair.scheduler.resource.ClusterMeasure;
import io.github.yarnfair.scheduler.resource.MachineClasses;
import io.github.yarnfair.scheduler.snapshot.ClusterSnapshot;
import java.nio.LongBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Makes a sample of a snapshot, with ideal shares. Without a lock. */
final class SampleReader {
  /** Most distinct demand vectors that are kept: those of most tasks. */
  private static final int MOST_SHAPES = 64;

  private final ClusterSnapshot snapshot;
  private final ShareTree tree;
  private final ClusterMeasure measure;
  private final MachineClasses classes;
  private final IdealShare ideal;
  private final Map<FairQueue, Integer> positions = new HashMap<>();

  SampleReader(ClusterSnapshot snapshot) {
    this.snapshot = snapshot;
    tree = snapshot.tree();
    measure = snapshot.origin().ledger().capacity();
    classes = snapshot.origin().ledger().classes();
    ideal = IdealShare.of(tree);
    for (FairQueue queue : snapshot.queues()) {
      positions.put(queue, positions.size());
    }
  }

  /** Returns the sample. */
  ClusterSample read() {
    Map<LongBuffer, Double> tasksByShape = new HashMap<>();
    List<Waiting> waiting = new ArrayList<>();
    snapshot
        .leaves()
        .forEach(
            (id, leaf) -> {
              Demand demand = tree.demand(leaf);
              if (!demand.isEmpty() || snapshot.isWithheld(id)) {
                waiting.add(new Waiting(id, position(snapshot.queueOf(leaf))));
              }
              for (int i = 0; i < demand.size(); i++) {
                // An endless demand counts as very many tasks.
                tasksByShape.merge(
                    LongBuffer.wrap(demand.vector(i)), (double) demand.tasks(i), Double::sum);
              }
            });
    return new ClusterSample(
        snapshot.queues().stream().map(this::read).toList(),
        waiting,
        tasksByShape.entrySet().stream()
            .sorted(Map.Entry.<LongBuffer, Double>comparingByValue().reversed())
            .limit(MOST_SHAPES)
            .map(entry -> entry.getKey().array())
            .toList(),
        capacity());
  }

  private int position(FairQueue queue) {
    return Objects.requireNonNull(positions.get(queue));
  }

  /** Returns what the nodes of all partitions have; guests have none of their own. */
  private long[] capacity() {
    long[] sum = new long[tree.space().resources()];
    for (int pair = 0; pair < classes.offset(classes.partitions()); pair++) {
      sum[pair % sum.length] += tree.capacity(pair);
    }
    return sum;
  }

  private ClusterSample.Queue read(FairQueue queue) {
    int node = Objects.requireNonNull(snapshot.node(queue));
    FairQueue parent = queue.parent();
    long[] used = new long[tree.space().pairs()];
    Arrays.setAll(used, pair -> tree.usage(node, pair));
    return new ClusterSample.Queue(
        queue.getQueueName(),
        parent == null ? -1 : position(parent),
        queue.getMetrics(),
        tree.dominantShare(node),
        ideal.dominantShare(node),
        measure.overAll(used),
        idealAmounts(ideal.usage(node), used.length),
        balance(node),
        byPartition(used, ideal.usage(node)));
  }

  private @Nullable Balance balance(int node) {
    BalanceBook book = snapshot.balances();
    if (book == null) {
      return null;
    }
    double[] seconds = new double[tree.space().resources()];
    double factor = 1.0;
    double[] relatives = book.relatives(node);
    for (int s = 0; s < relatives.length; s++) {
      seconds[tree.space().resourceOfShare(s)] += book.get(node, s);
      double ofClass = tree.balanceAt(node, tree.space().weightOf(s));
      factor = Math.abs(ofClass - 1) > Math.abs(factor - 1) ? ofClass : factor;
    }
    return new Balance(seconds, factor, relatives[BalanceText.furthest(relatives)]);
  }

  private Map<String, Part> byPartition(long[] used, double[] idealUsage) {
    Map<String, Part> parts = new HashMap<>();
    if (classes.isOne() || classes.kind() == MachineClasses.Kind.LABELS) {
      for (int c = 0; c < classes.partitions(); c++) {
        int first = classes.offset(c);
        boolean isByClass = tree.space().kind() == ShareSpace.Kind.CLASS;
        parts.put(
            classes.name(c),
            new Part(
                most(first, pair -> (double) used[pair]),
                isByClass ? most(first, pair -> idealUsage[pair]) : null,
                isByClass ? rounded(idealUsage, first) : null));
      }
    }
    return parts;
  }

  private double most(int first, IntToDoubleFunction amount) {
    return IntStream.range(first, first + tree.space().resources())
        .filter(pair -> tree.capacity(pair) > 0)
        .mapToDouble(pair -> amount.applyAsDouble(pair) / (double) tree.capacity(pair))
        .max()
        .orElse(0);
  }

  private long[] rounded(double[] usage, int first) {
    return IntStream.range(first, first + tree.space().resources())
        .mapToLong(pair -> Math.round(usage[pair]))
        .toArray();
  }

  /** Ideal usage is by entry of a share: by pair of class and type, or by type over all classes. */
  private long[] idealAmounts(double[] usage, int pairs) {
    long[] rounded = Arrays.stream(usage).mapToLong(Math::round).toArray();
    return rounded.length == pairs ? measure.overFigures(rounded) : rounded;
  }
}
