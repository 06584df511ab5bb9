// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.report;

import io.github.yarnfair.core.ideal.IdealShare;
import io.github.yarnfair.core.tree.Demand;
import io.github.yarnfair.core.tree.ShareTree;
import io.github.yarnfair.scheduler.conf.key.QueueKeys;
import io.github.yarnfair.scheduler.conf.queue.QueueOrigin;
import io.github.yarnfair.scheduler.conf.queue.QueueSpec;
import io.github.yarnfair.scheduler.model.FairQueue;
import io.github.yarnfair.scheduler.model.ShareLedger;
import io.github.yarnfair.scheduler.report.QueueCopy.ApplicationCopy;
import io.github.yarnfair.scheduler.report.QueueSnapshot.ApplicationShare;
import io.github.yarnfair.scheduler.report.QueueSnapshot.Share;
import io.github.yarnfair.scheduler.resource.BalanceText;
import io.github.yarnfair.scheduler.resource.DominantPart;
import io.github.yarnfair.scheduler.resource.MachineClasses;
import io.github.yarnfair.scheduler.resource.ResourceVectors;
import io.github.yarnfair.scheduler.resource.TreeLimits;
import io.github.yarnfair.scheduler.snapshot.ClusterSnapshot;
import java.util.Arrays;
import java.util.Map;
import java.util.Objects;
import java.util.function.UnaryOperator;
import org.apache.hadoop.thirdparty.com.google.common.math.LongMath;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.util.resource.ResourceUtils;
import org.apache.hadoop.yarn.util.resource.Resources;

/** Computes the shares of copied queues and applications. Without the scheduler's lock. */
final class SnapshotBuilder {
  private final ClusterSnapshot snapshot;
  private final Map<FairQueue, QueueCopy> copies;
  private final ShareLedger ledger;
  private final TreeLimits limits;
  private final MachineClasses classes;
  private final ShareTree tree;
  private final ResourceVectors vectors;
  private final IdealShare ideal;
  private final PartitionReader partitions;
  private final UserReader users;
  private final Resource maximumAllocation;

  /**
   * @param maximumAllocation the most that any container may have
   */
  SnapshotBuilder(
      ClusterSnapshot snapshot,
      ResourceVectors vectors,
      Resource maximumAllocation,
      Map<FairQueue, QueueCopy> copies) {
    this.snapshot = snapshot;
    this.vectors = vectors;
    this.maximumAllocation = maximumAllocation;
    this.copies = copies;
    ledger = snapshot.origin().ledger();
    classes = ledger.classes();
    tree = snapshot.tree();
    limits = new TreeLimits(tree, classes, vectors);
    ideal = IdealShare.of(tree);
    partitions = new PartitionReader(ledger, tree, ideal);
    users = new UserReader(snapshot, partitions, this::share);
  }

  /** Returns all queues. */
  QueueSnapshot read() {
    return read(snapshot.origin().root());
  }

  private QueueSnapshot read(FairQueue queue) {
    QueueCopy copy = Objects.requireNonNull(copies.get(queue));
    int node = Objects.requireNonNull(snapshot.node(queue));
    QueueSpec spec = queue.spec();
    return new QueueSnapshot(
        spec.path(),
        spec.name(),
        copy.state(),
        spec.isLeaf(),
        spec.origin() != QueueOrigin.LISTED,
        spec.isLeaf() ? spec.order().configName() : null,
        tree.configuredWeightAt(node, 0),
        queue.entitlement().guaranteedFraction(0),
        queue.entitlement().guaranteedFractionOfCluster(0),
        limits.fraction(node),
        spec.values().get(QueueKeys.MAX_PARALLEL_APPS),
        spec.limits().allocation().within(maximumAllocation),
        limits.limit(node),
        limitInAll(node),
        overFigures(copy.kept()),
        share(node, overFigures(copy.reserved())),
        partitions.read(copy, node),
        BalanceText.of(snapshot.balances(), tree, node),
        copy.applicationCount(),
        copy.applications().stream().map(this::read).toList(),
        users.read(copy, node),
        queue.children().stream().filter(copies::containsKey).map(this::read).toList());
  }

  private ApplicationShare read(ApplicationCopy application) {
    int leaf = Objects.requireNonNull(snapshot.leaves().get(application.id()));
    return new ApplicationShare(
        application.id(),
        application.user(),
        application.priority(),
        share(leaf, application.reserved()),
        application.gang(),
        snapshot.isHeldBack(application.id()));
  }

  private Resource overFigures(long[] amounts) {
    return vectors.toResource(ledger.capacity().overFigures(amounts));
  }

  private Share share(int node, Resource reserved) {
    long[] used = new long[tree.space().pairs()];
    Arrays.setAll(used, pair -> tree.usage(node, pair));
    long[] pending = new long[vectors.length()];
    long[] pendingInAll = new long[vectors.length()];
    addPending(node, pending, ledger.capacity()::overFigures);
    addPending(node, pendingInAll, ledger.capacity()::overAll);
    int dominant = DominantPart.entry(tree, node);
    return new Share(
        tree.dominantShare(node),
        dominant < 0
            ? null
            : ResourceUtils.getResourceTypesArray()[tree.space().resourceOfShare(dominant)]
                .getName(),
        DominantPart.partition(tree, classes, node),
        ideal.dominantShare(node),
        vectors.toResource(ledger.capacity().overFigures(used)),
        vectors.toResource(ledger.capacity().overAll(used)),
        reserved,
        vectors.toResource(pending),
        vectors.toResource(pendingInAll));
  }

  /** What a queue may hold as a guest is on nodes that count in their partitions already. */
  private Resource limitInAll(int node) {
    Resource sum = Resources.createResource(0, 0);
    for (int c = 0; c < classes.partitions(); c++) {
      Resources.addTo(sum, limits.limit(node, c));
    }
    return sum;
  }

  /** A task that may run in several classes is pending once in each: it counts in the first. */
  private boolean counts(Demand demand, int index) {
    return !tree.space().isFloating(demand, index)
        || ledger.classes().isWithin(0, demand.vector(index));
  }

  /** Adds without overflow: a user may ask for as much as fits a long, many times over. */
  private void addPending(int node, long[] sum, UnaryOperator<long[]> byType) {
    if (tree.isLeaf(node)) {
      Demand demand = tree.demand(node);
      for (int i = 0; i < demand.size(); i++) {
        if (counts(demand, i)) {
          long[] task = byType.apply(demand.vector(i));
          for (int j = 0; j < sum.length; j++) {
            long wanted = LongMath.saturatedMultiply(task[j], demand.tasks(i));
            sum[j] = LongMath.saturatedAdd(sum[j], wanted);
          }
        }
      }
      return;
    }
    for (int c = tree.firstChild(node); c != ShareTree.NONE; c = tree.nextSibling(c)) {
      addPending(c, sum, byType);
    }
  }
}
