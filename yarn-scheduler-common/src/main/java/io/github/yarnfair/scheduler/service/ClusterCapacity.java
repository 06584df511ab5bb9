// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.service;

import io.github.yarnfair.scheduler.explain.WaitDiagnostics;
import io.github.yarnfair.scheduler.model.AppAttempt;
import io.github.yarnfair.scheduler.model.Application;
import io.github.yarnfair.scheduler.model.ClusterNode;
import io.github.yarnfair.scheduler.model.LeafQueue;
import io.github.yarnfair.scheduler.snapshot.ClusterReader;
import io.github.yarnfair.scheduler.snapshot.LockSlices;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.hadoop.yarn.api.records.Resource;
import org.jspecify.annotations.Nullable;

/**
 * The sum of the registered nodes' resources. A change of it updates the queues, the reservations
 * and the applications with infeasible requests. Adding or removing a node is O(1) in queues and
 * applications, except for the first node and for the last one of its size. Under the scheduler's
 * write lock.
 */
public final class ClusterCapacity {
  private static final long ASK_EVERY_MILLIS = 1000;

  private final SharedState state;
  private final QueueService queues;
  private final WaitDiagnostics diagnostics;
  private final Map<String, LockSlices> slices = new ConcurrentHashMap<>();
  private long lastAsked;

  ClusterCapacity(SharedState state, QueueService queues) {
    this.state = state;
    this.queues = queues;
    diagnostics = new WaitDiagnostics(state.feasibility()::hasPublished);
  }

  /**
   * Adds a node that has registered.
   *
   * @param total what the registered nodes have now
   */
  void added(ClusterNode node, Resource total) {
    assert state.isLocked();
    boolean isFirst = state.shapes().isEmpty();
    boolean isNew =
        state.shapes().add(node.machineClass(), state.vectors().of(node.getTotalResource()));
    register(total);
    if (isFirst) {
      askAll();
    } else if (isNew) {
      askInfeasible();
    }
  }

  /** Removes a node. */
  void removed(ClusterNode node, Resource total) {
    assert state.isLocked();
    long[] former = state.vectors().of(node.getTotalResource());
    state.shapes().remove(node.machineClass(), former);
    register(total);
    if (!state.shapes().canHold(node.machineClass(), former)) {
      askAll();
    }
  }

  /**
   * Moves a node to its machine class.
   *
   * @param before the name of the class in which it was
   */
  void moved(String before, ClusterNode node, Resource total) {
    assert state.isLocked();
    long[] amounts = state.vectors().of(node.getTotalResource());
    state.shapes().remove(before, amounts);
    state.shapes().add(node.machineClass(), amounts);
    register(total);
    askAll();
  }

  /** Updates a node's total resources. */
  void resized(Resource before, ClusterNode node, Resource total) {
    assert state.isLocked();
    long[] former = state.vectors().of(before);
    String machineClass = node.machineClass();
    state.shapes().remove(machineClass, former);
    state.shapes().add(machineClass, state.vectors().of(node.getTotalResource()));
    register(total);
    state.reservations().recheck(node);
    if (state.shapes().canHold(machineClass, former)) {
      askInfeasible();
    } else {
      askAll();
    }
  }

  /** Forgets an application that is gone. */
  void forget(Application application) {
    assert state.isLocked();
    state.feasibility().forget(application.id());
    diagnostics.forget(application);
    AppAttempt attempt = application.getCurrentAppAttempt();
    if (attempt != null) {
      state.inbox().forget(attempt);
    }
  }

  /**
   * Writes the reason why an application waits into its diagnostics, unless they contain a more
   * specific one.
   *
   * @param sentence null if nothing keeps it
   */
  void explained(Application application, @Nullable String sentence) {
    assert state.isLocked();
    diagnostics.explained(application, sentence);
  }

  /** Recomputes shares, weights and limits by the registered nodes, if that is due. */
  void settleIfDue() {
    assert state.isLocked();
    if (queues.tree().measureIfDue()) {
      limitsChanged();
    }
  }

  /** Recomputes shares, weights and limits by the registered nodes. */
  public void settle() {
    assert state.isLocked();
    if (queues.tree().measure()) {
      limitsChanged();
    }
  }

  /**
   * Returns a reader of queues, applications and shares that holds the lock in short slices. Any
   * thread.
   *
   * @param purpose what is read for
   */
  ClusterReader newReader(String purpose) {
    return newReader(purpose, this::settle);
  }

  /**
   * Returns a reader that takes over first what masters have asked for since the last heartbeat.
   * Any thread.
   *
   * @param purpose what is read for
   */
  ClusterReader newReaderOfDemand(String purpose) {
    return newReader(
        purpose,
        () -> {
          settle();
          queues.assigner().takeInDemand();
        });
  }

  private ClusterReader newReader(String purpose, Runnable settle) {
    LockSlices own = new LockSlices(state.writeLock());
    slices.put(purpose, own);
    return new ClusterReader(own, queues::tree, settle);
  }

  /**
   * Returns the longest hold of the lock of the last reader for each purpose since this was asked
   * last, in nanoseconds. Any thread.
   */
  Map<String, Long> longestHolds() {
    Map<String, Long> nanos = new TreeMap<>();
    slices.forEach((purpose, own) -> nanos.put(purpose, own.takeLongestNanos()));
    return nanos;
  }

  private void register(Resource total) {
    queues.tree().register(total);
    settleIfDue();
  }

  private void limitsChanged() {
    state.reservations().recheck();
    askInfeasible();
    askThoseWaiting();
  }

  /** Checks again every attempt whose master waits: it may fit now. */
  void askThoseWaiting() {
    assert state.isLocked();
    state.inbox().askThoseWaiting(queues.tree().root());
  }

  /**
   * Checks waiting attempts once a second: room may also appear with time, or as other queues'
   * usage changes.
   *
   * @param now in milliseconds
   */
  void askThoseWaitingIfDue(long now) {
    assert state.isLocked();
    if (now - lastAsked >= ASK_EVERY_MILLIS || now < lastAsked) {
      lastAsked = now;
      askThoseWaiting();
      state.feasibility().republish();
      queues.parallel().republish();
      state.reservations().gangs().tick(state.inbox()::changed);
      state.inbox().turnSizes();
      state.feasibility().checkConstraints();
      diagnostics.step(state.applications().each());
    }
  }

  /** Rechecks all applications: a feasible request may have become infeasible. */
  private void askAll() {
    LeafQueue.attemptsOf(queues.tree().root()).forEach(state.inbox()::changed);
  }

  /** Rechecks applications with infeasible requests: one may have become feasible. */
  private void askInfeasible() {
    state.feasibility().forEachInfeasible(state.inbox()::changed);
  }
}
