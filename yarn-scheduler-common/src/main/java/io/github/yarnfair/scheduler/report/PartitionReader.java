// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.report;

import io.github.yarnfair.core.ideal.IdealShare;
import io.github.yarnfair.core.tree.Demand;
import io.github.yarnfair.core.tree.ShareSpace;
import io.github.yarnfair.core.tree.ShareTree;
import io.github.yarnfair.scheduler.model.FairQueue;
import io.github.yarnfair.scheduler.model.LeafQueue;
import io.github.yarnfair.scheduler.model.QueueUser;
import io.github.yarnfair.scheduler.model.ShareLedger;
import io.github.yarnfair.scheduler.resource.MachineClasses;
import java.util.List;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;
import org.apache.hadoop.thirdparty.com.google.common.math.LongMath;
import org.apache.hadoop.yarn.api.records.Resource;
import org.jspecify.annotations.Nullable;

/** Reads what queues have of each machine class. Under the scheduler's lock. */
final class PartitionReader {
  private final ShareLedger ledger;
  private final MachineClasses classes;
  private final ShareTree tree;
  private final IdealShare ideal;

  PartitionReader(ShareLedger ledger, IdealShare ideal) {
    this.ledger = ledger;
    this.ideal = ideal;
    classes = ledger.classes();
    tree = ledger.tree();
  }

  /** Returns what a queue has of each class; nothing if there is one. */
  List<PartitionShare> read(FairQueue queue) {
    return classes.isOne()
        ? List.of()
        : IntStream.range(0, classes.partitions()).mapToObj(c -> read(queue, c)).toList();
  }

  /**
   * Returns what a user of a leaf queue has of each class; nothing if there is one.
   *
   * @param weight the user's among those with applications in the queue
   * @param part of the queue that follows from it, 0 to 1
   */
  List<PartitionShare> read(LeafQueue queue, QueueUser user, double weight, double part) {
    return classes.isOne()
        ? List.of()
        : IntStream.range(0, classes.partitions())
            .mapToObj(c -> read(queue, user, weight, part, c))
            .toList();
  }

  private PartitionShare read(
      LeafQueue queue, QueueUser user, double weight, double part, int machineClass) {
    String name = classes.name(machineClass);
    return read(
        user.node(),
        machineClass,
        weight,
        null,
        part,
        part * queue.guaranteedFractionOfCluster(machineClass),
        user.reserved(),
        null,
        countsMasters() ? queue.masters().used(name, user.name()) : null);
  }

  private PartitionShare read(FairQueue queue, int machineClass) {
    boolean hasMasters = queue instanceof LeafQueue && countsMasters();
    String name = classes.name(machineClass);
    return read(
        queue.handle(),
        machineClass,
        queue.weight(machineClass),
        new CapacityText(
                queue.parent() == null ? null : queue.spec().in(label(machineClass)).weight())
            .configured(),
        queue.guaranteedFraction(machineClass),
        queue.guaranteedFractionOfCluster(machineClass),
        queue.reserved(),
        hasMasters ? ((LeafQueue) queue).masters().limit(name) : null,
        hasMasters ? ((LeafQueue) queue).masters().used(name) : null);
  }

  private String label(int machineClass) {
    return classes.kind() == MachineClasses.Kind.LABELS ? classes.name(machineClass) : "";
  }

  private boolean countsMasters() {
    return classes.kind() == MachineClasses.Kind.LABELS;
  }

  private PartitionShare read(
      int node,
      int machineClass,
      double weight,
      @Nullable String configured,
      double entitledFraction,
      double entitledFractionOfClass,
      long[] reserved,
      @Nullable Resource masterLimit,
      @Nullable Resource masterUsed) {
    return new PartitionShare(
        classes.name(machineClass),
        weight,
        configured,
        entitledFraction,
        entitledFractionOfClass,
        ledger.limit(node, machineClass),
        ledger.limitFraction(node, machineClass),
        ledger.capacity().measured(machineClass),
        resource(machineClass, usage(node)),
        resource(machineClass, reserved),
        resource(machineClass, pending(node, new long[tree.space().length()])),
        most(machineClass, pair -> part(pair, (double) tree.usage(node, pair))),
        ideal(node, machineClass),
        masterLimit,
        masterUsed);
  }

  private @Nullable Double ideal(int node, int machineClass) {
    if (tree.space().kind() == ShareSpace.Kind.CLUSTER) {
      return null;
    }
    double[] usage = ideal.usage(node);
    return most(machineClass, pair -> part(pair, usage[pair]));
  }

  private double part(int pair, double amount) {
    return tree.capacity(pair) > 0 ? amount / (double) tree.capacity(pair) : 0.0;
  }

  private double most(int machineClass, IntToDoubleFunction fraction) {
    int first = classes.offset(machineClass);
    return IntStream.range(first, first + tree.space().resources())
        .mapToDouble(fraction)
        .max()
        .orElse(0.0);
  }

  private long[] usage(int node) {
    return IntStream.range(0, tree.space().pairs())
        .mapToLong(pair -> tree.usage(node, pair))
        .toArray();
  }

  /** Adds without overflow: a user may ask for as much as fits a long, many times over. */
  private long[] pending(int node, long[] sum) {
    if (tree.isLeaf(node)) {
      Demand demand = tree.fixedDemand(node);
      for (int i = 0; i < demand.size(); i++) {
        for (int pair = 0; pair < tree.space().pairs(); pair++) {
          long wanted = LongMath.saturatedMultiply(demand.amount(i, pair), demand.tasks(i));
          sum[pair] = LongMath.saturatedAdd(sum[pair], wanted);
        }
      }
    }
    for (int c = tree.firstChild(node); c != ShareTree.NONE; c = tree.nextSibling(c)) {
      pending(c, sum);
    }
    return sum;
  }

  private Resource resource(int machineClass, long[] amounts) {
    long[] byType = new long[tree.space().resources()];
    classes.read(machineClass, amounts, byType);
    return ledger.vectors().toResource(byType);
  }
}
