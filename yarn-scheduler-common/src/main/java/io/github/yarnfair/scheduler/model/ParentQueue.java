// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.model;

import io.github.yarnfair.scheduler.conf.queue.QueueSpec;
import io.github.yarnfair.scheduler.resource.ReservedAmounts;
import io.github.yarnfair.scheduler.user.QueueAccess;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.BiFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.SchedulerApplicationAttempt;
import org.jspecify.annotations.Nullable;

/** A queue of queues. No application runs directly in it. */
public final class ParentQueue extends FairQueue {
  /** Read by all threads, rarely written. */
  private final List<FairQueue> children = new CopyOnWriteArrayList<>();

  private final BiFunction<QueueSpec, ParentQueue, FairQueue> factory;

  /**
   * @param factory makes a queue below another
   */
  ParentQueue(
      QueueSpec spec,
      @Nullable ParentQueue parent,
      ShareLedger ledger,
      QueueAccess access,
      Configuration conf,
      BiFunction<QueueSpec, ParentQueue, FairQueue> factory) {
    super(spec, parent, ledger, access, conf);
    this.factory = factory;
    spec.children().forEach(child -> children.add(factory.apply(child, this)));
  }

  /** Adds a queue behind the others, and measures its share by what the cluster has. */
  FairQueue add(QueueSpec child) {
    FairQueue queue = factory.apply(child, this);
    children.add(queue);
    queue.entitlement().resolve(ledger().capacity().measuredByClass(), limits());
    siblingsChanged();
    return queue;
  }

  /** Removes a queue that is empty, as are all below it. */
  void remove(FairQueue child) {
    children.remove(child);
    ledger().remove(child.handle());
    siblingsChanged();
  }

  /** Siblings of one kind keep their weights, however many there are. */
  private void siblingsChanged() {
    entitlement().sumChildrenWeights();
    if (hasSeveralKinds() || !ledger().classes().isOne()) {
      entitlement().resolveChildren(ledger().capacity().measuredByClass(), limits());
    }
    children.forEach(ParentQueue::capacitiesChanged);
    limitUsers();
    ledger().settleBalances();
  }

  /** What a queue is entitled to changes with what the queues above it are. */
  private static void capacitiesChanged(FairQueue queue) {
    queue.getMetrics().capacitiesChanged();
    queue.children().forEach(ParentQueue::capacitiesChanged);
  }

  private Resource[] limits() {
    Resource[] byClass = new Resource[ledger().classes().count()];
    Arrays.setAll(byClass, this::limit);
    return byClass;
  }

  /** Whether weights here or below depend on what this queue is entitled to. */
  private boolean hasSeveralKinds() {
    return IntStream.range(0, ledger().classes().count())
            .anyMatch(c -> entitlement().childCapacities(c).areOfSeveralKinds())
        || children.stream()
            .anyMatch(child -> child instanceof ParentQueue below && below.hasSeveralKinds());
  }

  @Override
  public ReservedAmounts reservedFor(String user) {
    return reserved();
  }

  @Override
  public boolean mayKeepReserved(String user, long[] amounts) {
    return reserved().fit();
  }

  @Override
  public List<FairQueue> children() {
    return children;
  }

  @Override
  public int applicationCount() {
    return children.stream().mapToInt(FairQueue::applicationCount).sum();
  }

  @Override
  public Stream<? extends SchedulerApplicationAttempt> attempts() {
    return children.stream().flatMap(FairQueue::attempts);
  }

  @Override
  public Stream<String> users() {
    return children.stream().flatMap(FairQueue::users);
  }
}
