// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.history;

import io.github.yarnfair.core.balance.BalanceBook;
import io.github.yarnfair.core.balance.Balances;
import io.github.yarnfair.core.ideal.IdealShare;
import io.github.yarnfair.core.tree.Demand;
import io.github.yarnfair.core.tree.ShareSpace;
import io.github.yarnfair.core.tree.ShareTree;
import io.github.yarnfair.scheduler.history.ClusterSample.Balance;
import io.github.yarnfair.scheduler.history.ClusterSample.Part;
import io.github.yarnfair.scheduler.history.ClusterSample.Waiting;
import io.github.yarnfair.scheduler.metrics.BatchedQueueMetrics;
import io.github.yarnfair.scheduler.model.Application;
import io.github.yarnfair.scheduler.model.ClusterMeasure;
import io.github.yarnfair.scheduler.model.FairQueue;
import io.github.yarnfair.scheduler.model.LeafQueue;
import io.github.yarnfair.scheduler.model.QueueTree;
import io.github.yarnfair.scheduler.resource.BalanceText;
import io.github.yarnfair.scheduler.resource.MachineClasses;
import io.github.yarnfair.scheduler.resource.ResourceVectors;
import java.nio.LongBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.jspecify.annotations.Nullable;

/**
 * Reads a sample in two steps: the constructor copies the share tree and the list of queues and
 * applications, under the scheduler's lock; {@link #read} computes ideal shares on the copy,
 * without it.
 */
public final class SampleReader {
  /** Most distinct demand vectors that are kept: those of most tasks. */
  private static final int MOST_SHAPES = 64;

  private final ShareTree tree;
  private final ClusterMeasure measure;
  private final MachineClasses classes;
  private final @Nullable BalanceBook balances;
  private final long[] capacity;
  private final List<CopiedQueue> queues = new ArrayList<>();
  private final List<CopiedApplication> applications = new ArrayList<>();

  private record CopiedQueue(String path, int above, int node, BatchedQueueMetrics metrics) {}

  private record CopiedApplication(ApplicationId id, int leaf, int queue) {}

  /** Copies what a sample needs. Under the scheduler's write lock. */
  public SampleReader(QueueTree queueTree, ResourceVectors vectors) {
    tree = queueTree.ledger().tree().copy();
    measure = queueTree.ledger().capacity();
    classes = queueTree.ledger().classes();
    capacity = vectors.of(measure.measured());
    Balances kept = queueTree.ledger().balances();
    balances = kept == null ? null : kept.book().over(tree);
    copy(queueTree.root(), -1, kept);
  }

  private void copy(FairQueue queue, int above, @Nullable Balances kept) {
    int own = queues.size();
    if (balances != null && kept != null) {
      balances.take(queue.handle(), kept.book(), queue.handle());
    }
    queues.add(new CopiedQueue(queue.spec().path(), above, queue.handle(), queue.getMetrics()));
    if (queue instanceof LeafQueue leaf) {
      for (Application application : leaf.applications()) {
        applications.add(new CopiedApplication(application.id(), application.leaf(), own));
      }
    }
    queue.children().forEach(child -> copy(child, own, kept));
  }

  /** Returns the sample. Any thread. */
  ClusterSample read() {
    IdealShare ideal = IdealShare.of(tree);
    Map<LongBuffer, Double> tasksByShape = new HashMap<>();
    List<Waiting> waiting = new ArrayList<>();
    for (CopiedApplication application : applications) {
      Demand demand = tree.demand(application.leaf());
      if (!demand.isEmpty()) {
        waiting.add(new Waiting(application.id(), application.queue()));
        for (int i = 0; i < demand.size(); i++) {
          // An endless demand counts as very many tasks.
          tasksByShape.merge(
              LongBuffer.wrap(demand.vector(i)), (double) demand.tasks(i), Double::sum);
        }
      }
    }
    return new ClusterSample(
        queues.stream().map(queue -> read(queue, ideal)).toList(),
        waiting,
        tasksByShape.entrySet().stream()
            .sorted(Map.Entry.<LongBuffer, Double>comparingByValue().reversed())
            .limit(MOST_SHAPES)
            .map(entry -> entry.getKey().array())
            .toList(),
        capacity);
  }

  private ClusterSample.Queue read(CopiedQueue queue, IdealShare ideal) {
    long[] used = new long[tree.space().pairs()];
    Arrays.setAll(used, pair -> tree.usage(queue.node(), pair));
    return new ClusterSample.Queue(
        queue.path(),
        queue.above(),
        queue.metrics(),
        tree.dominantShare(queue.node()),
        ideal.dominantShare(queue.node()),
        measure.overFigures(used),
        idealAmounts(ideal.usage(queue.node()), used.length),
        balance(queue.node()),
        byPartition(used, ideal.usage(queue.node())));
  }

  private @Nullable Balance balance(int node) {
    BalanceBook book = balances;
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
