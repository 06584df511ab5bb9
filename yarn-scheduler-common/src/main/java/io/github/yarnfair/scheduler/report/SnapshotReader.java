// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.report;

import io.github.yarnfair.core.ideal.IdealShare;
import io.github.yarnfair.core.tree.Demand;
import io.github.yarnfair.core.tree.ShareSpace;
import io.github.yarnfair.core.tree.ShareTree;
import io.github.yarnfair.scheduler.conf.key.QueueKeys;
import io.github.yarnfair.scheduler.conf.queue.QueueOrigin;
import io.github.yarnfair.scheduler.model.AppAttempt;
import io.github.yarnfair.scheduler.model.Application;
import io.github.yarnfair.scheduler.model.FairQueue;
import io.github.yarnfair.scheduler.model.Gang;
import io.github.yarnfair.scheduler.model.LeafQueue;
import io.github.yarnfair.scheduler.model.QueueTree;
import io.github.yarnfair.scheduler.model.ShareLedger;
import io.github.yarnfair.scheduler.report.QueueSnapshot.ApplicationShare;
import io.github.yarnfair.scheduler.report.QueueSnapshot.Share;
import io.github.yarnfair.scheduler.resource.BalanceText;
import io.github.yarnfair.scheduler.resource.MachineClasses;
import io.github.yarnfair.scheduler.resource.ResourceVectors;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.function.UnaryOperator;
import org.apache.hadoop.thirdparty.com.google.common.math.LongMath;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.util.resource.ResourceUtils;
import org.apache.hadoop.yarn.util.resource.Resources;
import org.jspecify.annotations.Nullable;

/** Reads the queues and the share tree into a snapshot. Under the scheduler's lock. */
public final class SnapshotReader {
  private final FairQueue root;
  private final ShareLedger ledger;
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
  public SnapshotReader(QueueTree queues, ResourceVectors vectors, Resource maximumAllocation) {
    this.maximumAllocation = maximumAllocation;
    root = queues.root();
    ledger = queues.ledger();
    classes = ledger.classes();
    tree = ledger.tree();
    this.vectors = vectors;
    ideal = IdealShare.of(tree);
    partitions = new PartitionReader(ledger, ideal);
    users = new UserReader(ledger, partitions, this::share);
  }

  /** Returns the queues as they are now. */
  public QueueSnapshot read() {
    return read(root);
  }

  private QueueSnapshot read(FairQueue queue) {
    List<Application> applications =
        queue instanceof LeafQueue leaf
            ? leaf.applications().stream().sorted(Comparator.comparing(Application::id)).toList()
            : List.of();
    return new QueueSnapshot(
        queue.spec().path(),
        queue.spec().name(),
        queue.state(),
        queue.spec().isLeaf(),
        queue.spec().origin() != QueueOrigin.LISTED,
        queue.spec().isLeaf() ? queue.spec().order().configName() : null,
        tree.configuredWeightAt(queue.handle(), 0),
        queue.guaranteedFraction(0),
        queue.guaranteedFractionOfCluster(0),
        ledger.limitFraction(queue.handle()),
        queue.spec().values().get(QueueKeys.MAX_PARALLEL_APPS),
        queue.spec().limits().allocation().within(maximumAllocation),
        queue.limit(),
        limitInAll(queue),
        vectors.toResource(ledger.capacity().overFigures(queue.kept())),
        share(queue.handle(), reserved(queue)),
        partitions.read(queue),
        BalanceText.of(ledger.balances(), tree, queue.handle()),
        queue.applicationCount(),
        applications.stream().map(this::read).toList(),
        queue instanceof LeafQueue leaf ? users.read(leaf) : List.of(),
        queue.children().stream().map(this::read).toList());
  }

  private ApplicationShare read(Application application) {
    return new ApplicationShare(
        application.id(),
        application.getUser(),
        application.getPriority().getPriority(),
        share(application.leaf(), reserved(application)),
        gang(application));
  }

  private static @Nullable GangShare gang(Application application) {
    AppAttempt attempt = application.getCurrentAppAttempt();
    Gang gang = attempt == null ? null : attempt.gang();
    return gang == null ? null : GangShare.of(gang);
  }

  private Resource reserved(FairQueue queue) {
    return vectors.toResource(ledger.capacity().overFigures(queue.reserved()));
  }

  private static Resource reserved(Application application) {
    AppAttempt attempt = application.getCurrentAppAttempt();
    return attempt == null ? Resources.none() : attempt.getCurrentReservation();
  }

  private Share share(int node, Resource reserved) {
    long[] used = new long[tree.space().pairs()];
    Arrays.setAll(used, pair -> tree.usage(node, pair));
    long[] pending = new long[vectors.length()];
    long[] pendingInAll = new long[vectors.length()];
    addPending(node, pending, ledger.capacity()::overFigures);
    addPending(node, pendingInAll, ledger.capacity()::overAll);
    int dominant = dominantEntry(node);
    return new Share(
        tree.dominantShare(node),
        dominant < 0
            ? null
            : ResourceUtils.getResourceTypesArray()[tree.space().resourceOfShare(dominant)]
                .getName(),
        dominant < 0 ? null : partition(dominant),
        ideal.dominantShare(node),
        vectors.toResource(ledger.capacity().overFigures(used)),
        vectors.toResource(ledger.capacity().overAll(used)),
        reserved,
        vectors.toResource(pending),
        vectors.toResource(pendingInAll));
  }

  /** Returns the entry of a node's share that is its dominant one; -1 if it holds nothing. */
  private int dominantEntry(int node) {
    double share = tree.dominantShare(node);
    for (int s = 0; share > 0 && s < tree.space().shares(); s++) {
      if (tree.usedFraction(node, s) == share) {
        return s;
      }
    }
    return -1;
  }

  private @Nullable String partition(int entry) {
    boolean isOne = classes.isOne() || tree.space().kind() == ShareSpace.Kind.CLUSTER;
    return isOne ? null : classes.name(tree.space().classOf(entry));
  }

  /** What a queue may hold as a guest is on nodes that count in their partitions already. */
  private Resource limitInAll(FairQueue queue) {
    Resource sum = Resources.createResource(0, 0);
    for (int c = 0; c < classes.partitions(); c++) {
      Resources.addTo(sum, ledger.limit(queue.handle(), c));
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
