// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.plan;

import io.github.yarnfair.core.forecast.PreemptionRun;
import io.github.yarnfair.core.forecast.Refill;
import io.github.yarnfair.core.policy.FairnessPolicy;
import io.github.yarnfair.core.tree.ShareSpace;
import io.github.yarnfair.core.tree.ShareTree;
import io.github.yarnfair.scheduler.conf.KeyNotice;
import io.github.yarnfair.scheduler.model.FairQueue;
import io.github.yarnfair.scheduler.model.LeafQueue;
import io.github.yarnfair.scheduler.plan.LiveCopy.CopiedQueue;
import io.github.yarnfair.scheduler.plan.WhatIfAnswer.ApplicationChange;
import io.github.yarnfair.scheduler.plan.WhatIfAnswer.Counts;
import io.github.yarnfair.scheduler.plan.WhatIfAnswer.Ending;
import io.github.yarnfair.scheduler.plan.WhatIfAnswer.Entitled;
import io.github.yarnfair.scheduler.plan.WhatIfAnswer.QueueChange;
import io.github.yarnfair.scheduler.plan.WhatIfAnswer.Share;
import io.github.yarnfair.scheduler.resource.MachineClasses;
import io.github.yarnfair.scheduler.resource.NodeShapes;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeoutException;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import org.apache.hadoop.yarn.api.records.Resource;
import org.jspecify.annotations.Nullable;

/** Compares a supposed state with the live one. */
public final class Comparison {
  /** By how much a share has to change to be called a gain or a loss. */
  private static final double LEAST_CHANGE = 1e-9;

  private final WhatIf whatIf;
  private final BooleanSupplier isOver;
  private final ShareFigures before;
  private final ShareFigures after;
  private final boolean preempts;
  private final double ignoredExcess;
  private @Nullable ShareTree turnsBefore;
  private @Nullable ShareTree turnsAfter;
  private PreemptionRun.@Nullable Result reached;
  private List<Ending> preempted = List.of();
  private final List<String> notices = new ArrayList<>();

  /**
   * Computes the ideal shares of both.
   *
   * @param preempts whether preemption is switched on
   * @param isOver ends the work when it returns true
   * @throws TimeoutException if it was ended
   */
  public Comparison(WhatIf whatIf, boolean preempts, BooleanSupplier isOver)
      throws TimeoutException {
    this.whatIf = whatIf;
    this.preempts = preempts;
    this.isOver = isOver;
    WhatIf.endIf(isOver);
    before = new ShareFigures(whatIf.live().tree(), whatIf.vectors());
    WhatIf.endIf(isOver);
    after = new ShareFigures(whatIf.supposed().tree(), whatIf.vectors());
    ignoredExcess = whatIf.supposed().queues().file().preemption().ignoredExcess();
  }

  /**
   * Places all tasks again, in the turns of two policies.
   *
   * @throws TimeoutException if it was ended
   */
  public void placeInTurns(FairnessPolicy policyBefore, FairnessPolicy policyAfter)
      throws TimeoutException {
    MachineClasses classesBefore = whatIf.live().queues().ledger().classes();
    MachineClasses classesAfter = whatIf.supposed().queues().ledger().classes();
    turnsBefore =
        Refill.of(
            before.tree(), policyBefore, offers(whatIf.live().shapes(), classesBefore), isOver);
    turnsAfter = Refill.of(after.tree(), policyAfter, offers(whatIf.nodes(), classesAfter), isOver);
    WhatIf.endIf(isOver);
  }

  /**
   * Adds what preemption reaches.
   *
   * @param result null if it was not computed
   * @param running the containers that it names
   */
  public void reach(PreemptionRun.@Nullable Result result, RunningCopy running) {
    reached = result;
    if (result != null) {
      name(result.named(), running);
    }
    if (result == null) {
      notices.add("What preemption reaches was not computed: there are too many nodes.");
    } else if (!result.isComplete()) {
      notices.add(
          "What preemption reaches is as far as it was computed: the time for the answer was over.");
    } else if (!result.ended().isEmpty()) {
      notices.add(
          "Which containers end depends on the order in which nodes report: up to 5 in 100 of the"
              + " applications that lose containers are not named.");
    }
  }

  private void name(List<Integer> ids, RunningCopy running) {
    preempted = ids.stream().limit(WhatIfAnswer.MOST_CONTAINERS).map(running::ending).toList();
    if (preempted.size() < ids.size()) {
      notices.add(
          "Of %d containers that preemption ends, the first %d are named."
              .formatted(ids.size(), preempted.size()));
    }
  }

  /** Says something of the answer as a whole. */
  public void note(String notice) {
    notices.add(notice);
  }

  private List<long[]> offers(NodeShapes nodes, MachineClasses classes) throws TimeoutException {
    List<long[]> offers = new ArrayList<>();
    for (int c = 0; c < classes.partitions(); c++) {
      for (long[] total : nodes.nodes(classes.name(c))) {
        WhatIf.endIf(isOver);
        offers.add(classes.amounts(c, total, ShareSpace.ANY_CLASS).clone());
      }
    }
    return offers;
  }

  /**
   * Returns the answer.
   *
   * @throws TimeoutException if it was ended
   */
  public WhatIfAnswer answer(Resource clusterAfter, Map<String, Integer> endedWithNodes)
      throws TimeoutException {
    return new WhatIfAnswer(
        findings(),
        whatIf.live().cluster(),
        clusterAfter,
        queues(),
        counts(),
        applications(),
        submissions(),
        endedWithNodes,
        preempted);
  }

  private List<String> findings() {
    return Stream.of(
            notices.stream(),
            whatIf.supposed().queues().file().warnings().stream().map(KeyNotice::message),
            whatIf.supposed().queues().file().ignoredKeys().stream()
                .map(notice -> "Not acted on: " + notice.message()))
        .flatMap(each -> each)
        .toList();
  }

  // ---------------------------------------------------------------------------------- queues

  private List<QueueChange> queues() {
    Map<String, QueueChange> byPath = new TreeMap<>();
    for (CopiedQueue queue : whatIf.live().copiedQueues()) {
      byPath.put(
          queue.path(),
          new QueueChange(
              queue.path(),
              queue.isLeaf(),
              before.tree().dominantShare(queue.handle()),
              share(before, queue.handle(), queue.guaranteed(), null, turnsBefore),
              null,
              whatIf.vectors().toResource(new long[whatIf.vectors().length()])));
    }
    add(whatIf.supposed().queues().root(), byPath);
    return List.copyOf(byPath.values());
  }

  private void add(FairQueue queue, Map<String, QueueChange> byPath) {
    QueueChange known = byPath.get(queue.getQueueName());
    byPath.put(
        queue.getQueueName(),
        new QueueChange(
            queue.getQueueName(),
            queue instanceof LeafQueue,
            known == null ? 0.0 : known.held(),
            known == null ? null : known.before(),
            share(
                after,
                queue.handle(),
                queue.entitlement().entitledFractionOfCluster(),
                reached == null ? null : reached.tree().dominantShare(queue.handle()),
                turnsAfter),
            whatIf.vectors().toResource(mayLose(queue, queue.handle()))));
    queue.children().forEach(child -> add(child, byPath));
  }

  private static Share share(
      ShareFigures figures,
      int node,
      double guaranteed,
      @Nullable Double reached,
      @Nullable ShareTree inTurns) {
    return new Share(
        Double.isFinite(guaranteed) ? guaranteed : 0.0,
        figures.ideal(node),
        reached,
        figures.idealAmounts(node),
        inTurns == null ? null : inTurns.dominantShare(node));
  }

  private long[] mayLose(FairQueue queue, int node) {
    return preempts && queue.spec().isPreemptable()
        ? after.excess(node, ignoredExcess)
        : new long[whatIf.vectors().length()];
  }

  // ---------------------------------------------------------------------------- applications

  private Counts counts() throws TimeoutException {
    int gain = 0;
    int lose = 0;
    int wait = 0;
    int waited = 0;
    int withheld = 0;
    int preempted = 0;
    for (CopiedApplication application : whatIf.live().applications()) {
      WhatIf.endIf(isOver);
      ApplicationChange change = change(application);
      gain += change.idealAfter() > change.idealBefore() + LEAST_CHANGE ? 1 : 0;
      lose += change.idealAfter() < change.idealBefore() - LEAST_CHANGE ? 1 : 0;
      wait += change.waits() ? 1 : 0;
      waited += application.isWithheld() || before.waits(application.leaf()) ? 1 : 0;
      withheld += application.isWithheld() ? 1 : 0;
      preempted += change.mayLoseContainers() ? 1 : 0;
    }
    return new Counts(gain, lose, wait, waited, withheld, preempted);
  }

  private List<ApplicationChange> applications() {
    return whatIf.live().applications().stream()
        .map(this::change)
        .filter(change -> change.mayLoseContainers() || size(change) > LEAST_CHANGE)
        .sorted(Comparator.comparingDouble(Comparison::size).reversed())
        .limit(WhatIfAnswer.MOST_APPLICATIONS)
        .toList();
  }

  private static double size(ApplicationChange change) {
    return Math.abs(change.idealAfter() - change.idealBefore());
  }

  private ApplicationChange change(CopiedApplication application) {
    int leaf = whatIf.leaf(application);
    FairQueue queue = whatIf.supposed().leafQueue(application.queue());
    int preempted = reached == null ? 0 : reached.ended().getOrDefault(leaf, 0);
    boolean isAbove =
        queue != null && Arrays.stream(mayLose(queue, leaf)).anyMatch(amount -> amount > 0);
    return new ApplicationChange(
        application.id().toString(),
        application.queue(),
        application.user(),
        before.tree().dominantShare(application.leaf()),
        before.ideal(application.leaf()),
        after.ideal(leaf),
        application.isWithheld() || after.waits(leaf),
        isAbove || preempted > 0,
        preempted);
  }

  private List<Entitled> submissions() {
    return whatIf.submitted().stream()
        .map(
            each ->
                new Entitled(
                    each.queue().getQueueName(),
                    after.ideal(each.leaf()),
                    each.reason() == null ? after.idealTasks(each.leaf()) : 0,
                    each.submission().count(),
                    each.reason()))
        .toList();
  }
}
