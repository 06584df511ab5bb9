// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.service;

import io.github.yarnfair.scheduler.audit.SchedulerAudit;
import io.github.yarnfair.scheduler.balance.BalanceReport;
import io.github.yarnfair.scheduler.conf.RestType;
import io.github.yarnfair.scheduler.explain.Explainer;
import io.github.yarnfair.scheduler.forecast.ExpectedStarts;
import io.github.yarnfair.scheduler.history.ClusterHistory;
import io.github.yarnfair.scheduler.model.QueueTree;
import io.github.yarnfair.scheduler.plan.WhatIfAnswer;
import io.github.yarnfair.scheduler.plan.WhatIfRequest;
import io.github.yarnfair.scheduler.report.DetailsReader;
import io.github.yarnfair.scheduler.report.QueueDetails;
import io.github.yarnfair.scheduler.report.QueueSnapshot;
import io.github.yarnfair.scheduler.report.RecentReading;
import io.github.yarnfair.scheduler.report.SnapshotReader;
import io.github.yarnfair.scheduler.snapshot.ClusterReader;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import org.apache.hadoop.yarn.api.records.Resource;
import org.jspecify.annotations.Nullable;

/** What pages, clients and tests read of a scheduler. Any thread. */
public final class Readings {
  private final Services services;
  private final Supplier<QueueSnapshot> snapshot;
  private final Supplier<Map<String, QueueDetails>> details;

  /**
   * @param maximumAllocation returns the largest container that a node could hold now
   */
  public Readings(Services services, Supplier<Resource> maximumAllocation) {
    this.services = services;
    QueueService queues = services.queues();
    ClusterReader reader = services.cluster().newReader("pages and REST");
    snapshot =
        new RecentReading<>(
            queues::tree,
            () -> {
              SnapshotReader copies = new SnapshotReader(services.state().vectors());
              return copies.read(reader.read(copies), maximumAllocation.get());
            });
    details =
        new RecentReading<>(
            queues::tree,
            () ->
                new DetailsReader(reader.slices(), queues.tree(), queues.sources().preempts())
                    .read());
  }

  /**
   * Returns a snapshot of the queues that is at most a second old, and of those in force. The
   * scheduler's lock is taken at most once a second, however many threads call.
   */
  public QueueSnapshot snapshot() {
    return snapshot.get();
  }

  /** Returns further details of each queue by path, at most a second old. */
  public Map<String, QueueDetails> details() {
    return details.get();
  }

  /**
   * Returns the longest time for which each kind of reader has held the scheduler's lock since this
   * was asked last, in nanoseconds.
   */
  public Map<String, Long> longestHolds() {
    return services.cluster().longestHolds();
  }

  /** Returns the service that explains the usage of applications and queues. */
  public Explainer explainer() {
    return services.explain().explainer();
  }

  /** Returns another one, which has read nothing yet. */
  public Explainer newExplainer() {
    return new Explainer(services.explain());
  }

  /**
   * Returns the id of a registered node, null if there is none.
   *
   * @param name {@code host}, or {@code host:port}
   */
  public @Nullable String nodeNamed(String name) {
    return services.state().nodes().getAllNodes().stream()
        .map(node -> node.getNodeID())
        .filter(id -> name.equals(id.getHost()) || name.equals(id.toString()))
        .map(id -> id.toString())
        .findFirst()
        .orElse(null);
  }

  /** Returns the last hours; null if no samples are taken. */
  public @Nullable ClusterHistory history() {
    return services.history().history();
  }

  /** Returns what queues and users held more or less than their parts in the past. */
  public BalanceReport balances() {
    return services.balances().report();
  }

  /** Makes all balances 0. */
  public void resetBalances() {
    services.balances().reset();
  }

  /** Reads or writes now what is due in the store of balances, if there is one. */
  public void storeBalances() throws Exception {
    services.balanceKeeper().stepNow();
  }

  /** Adds a sample to the history now, beside those at its interval, if there is one. */
  public void sample() {
    services.history().sample();
  }

  /** Explains now why some applications wait, beside those of each second, in their diagnostics. */
  public void explainInDiagnostics() {
    services.diagnostics().round();
  }

  /** Returns whether the REST answer about the queues has CapacityScheduler's shape. */
  public boolean answersAsCapacityScheduler() {
    return services.queues().sources().restType() == RestType.CAPACITY_SCHEDULER;
  }

  /**
   * Computes what a change would bring; changes nothing.
   *
   * @throws IOException with one line for each thing that is wrong with the request
   * @throws TimeoutException if it took longer than configured, or others are being computed
   */
  public WhatIfAnswer whatIf(WhatIfRequest request) throws IOException, TimeoutException {
    return services.whatIf().answer(request);
  }

  /** Returns the forecasts of starts of waiting applications, or null if they are switched off. */
  public @Nullable ExpectedStarts expectedStarts() {
    return services.starts().starts();
  }

  /**
   * Checks the scheduler's accounting against the containers.
   *
   * @return one sentence for each difference; empty if all is well
   */
  public List<String> audit() {
    SharedState state = services.state();
    QueueTree queues = services.queues().tree();
    state.writeLock().lock();
    try {
      services.cluster().settle();
      List<String> violations =
          new SchedulerAudit(queues, state.vectors())
              .violations(
                  state.applications().all(),
                  state.nodes().getAllNodes(),
                  state.reservations(),
                  state.clusterResource());
      violations.addAll(
          services.queues().parallel().violations(state.applications().all().stream()));
      return violations;
    } finally {
      state.writeLock().unlock();
    }
  }
}
