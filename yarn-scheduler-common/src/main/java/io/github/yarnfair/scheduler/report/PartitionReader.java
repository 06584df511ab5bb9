// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.report;

import io.github.yarnfair.core.ideal.IdealShare;
import io.github.yarnfair.core.tree.Demand;
import io.github.yarnfair.core.tree.ShareSpace;
import io.github.yarnfair.core.tree.ShareTree;
import io.github.yarnfair.scheduler.model.FairQueue;
import io.github.yarnfair.scheduler.model.ShareLedger;
import io.github.yarnfair.scheduler.report.QueueCopy.MasterCopy;
import io.github.yarnfair.scheduler.report.QueueCopy.UserCopy;
import io.github.yarnfair.scheduler.resource.MachineClasses;
import io.github.yarnfair.scheduler.resource.TreeLimits;
import java.util.List;
import java.util.function.IntFunction;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;
import org.apache.hadoop.thirdparty.com.google.common.math.LongMath;
import org.apache.hadoop.yarn.api.records.Resource;
import org.jspecify.annotations.Nullable;

/** Computes what queues and users have of each machine class, of a copy of the share tree. */
final class PartitionReader {
  private final ShareLedger ledger;
  private final TreeLimits limits;
  private final MachineClasses classes;
  private final ShareTree tree;
  private final IdealShare ideal;

  /**
   * @param ledger of the queues that were copied
   * @param tree the copy
   * @param ideal shares of the copy
   */
  PartitionReader(ShareLedger ledger, ShareTree tree, IdealShare ideal) {
    this.ledger = ledger;
    this.tree = tree;
    this.ideal = ideal;
    classes = ledger.classes();
    limits = new TreeLimits(tree, classes, ledger.vectors());
  }

  /**
   * Returns what a queue has of each class; nothing if there is one.
   *
   * @param node of the queue in the copy
   */
  List<PartitionShare> read(QueueCopy queue, int node) {
    return ofEach(c -> read(queue, node, c));
  }

  /**
   * Returns what a user of a leaf queue has of each class; nothing if there is one.
   *
   * @param node of the user in the copy
   * @param weight the user's among those with applications in the queue
   * @param part of the queue that follows from it, 0 to 1
   */
  List<PartitionShare> read(FairQueue queue, UserCopy user, int node, double weight, double part) {
    return ofEach(
        c ->
            read(
                node,
                c,
                weight,
                null,
                part,
                part * queue.entitlement().guaranteedFractionOfCluster(c),
                user.reserved(),
                master(user.masters(), c)));
  }

  private List<PartitionShare> ofEach(IntFunction<PartitionShare> ofClass) {
    return classes.isOne()
        ? List.of()
        : IntStream.range(0, classes.partitions()).mapToObj(ofClass).toList();
  }

  private PartitionShare read(QueueCopy copy, int node, int machineClass) {
    FairQueue queue = copy.queue();
    return read(
        node,
        machineClass,
        queue.entitlement().weight(machineClass),
        new CapacityText(
                queue.parent() == null ? null : queue.spec().in(label(machineClass)).weight())
            .configured(),
        queue.entitlement().guaranteedFraction(machineClass),
        queue.entitlement().guaranteedFractionOfCluster(machineClass),
        copy.reserved(),
        master(copy.masters(), machineClass));
  }

  private static @Nullable MasterCopy master(List<MasterCopy> masters, int machineClass) {
    return masters.isEmpty() ? null : masters.get(machineClass);
  }

  private String label(int machineClass) {
    return classes.kind() == MachineClasses.Kind.LABELS ? classes.name(machineClass) : "";
  }

  private PartitionShare read(
      int node,
      int machineClass,
      double weight,
      @Nullable String configured,
      double entitledFraction,
      double entitledFractionOfClass,
      long[] reserved,
      @Nullable MasterCopy master) {
    return new PartitionShare(
        classes.name(machineClass),
        weight,
        configured,
        entitledFraction,
        entitledFractionOfClass,
        limits.limit(node, machineClass),
        limits.fraction(node, machineClass),
        resource(machineClass, capacity()),
        resource(machineClass, usage(node)),
        resource(machineClass, reserved),
        resource(machineClass, pending(node, new long[tree.space().length()])),
        most(machineClass, pair -> part(pair, (double) tree.usage(node, pair))),
        ideal(node, machineClass),
        master == null ? null : master.limit(),
        master == null ? null : master.used());
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

  private long[] capacity() {
    return IntStream.range(0, tree.space().pairs()).mapToLong(tree::capacity).toArray();
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
