// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.service;

import io.github.yarnfair.scheduler.assign.EndingContainer;
import io.github.yarnfair.scheduler.conf.PreemptionSettings;
import io.github.yarnfair.scheduler.model.AppAttempt;
import io.github.yarnfair.scheduler.model.PreemptionNotice;
import io.github.yarnfair.scheduler.preemption.GangEnds;
import io.github.yarnfair.scheduler.preemption.Preemption;
import io.github.yarnfair.scheduler.preemption.PreemptionRound;
import io.github.yarnfair.scheduler.preemption.RoundTimes;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Consumer;
import org.apache.hadoop.thirdparty.com.google.common.collect.Lists;
import org.apache.hadoop.yarn.api.records.ContainerId;
import org.apache.hadoop.yarn.server.resourcemanager.rmcontainer.RMContainer;

/**
 * Preempts containers for applications below their ideal share. Any thread; the lock is held for
 * the copy, the warnings and the ends, not for the plan.
 */
public final class PreemptionService {
  /** Most containers that are preempted in one hold of the lock. */
  private static final int MOST_ENDED_AT_ONCE = 100;

  private final SharedState state;
  private final QueueService queues;
  private final ClusterCapacity cluster;
  private final ContainerService containers;
  private final StartService starts;
  private final Preemption preemption = new Preemption();

  PreemptionService(
      SharedState state,
      QueueService queues,
      ClusterCapacity cluster,
      ContainerService containers,
      StartService starts) {
    this.state = state;
    this.queues = queues;
    this.cluster = cluster;
    this.containers = containers;
    this.starts = starts;
  }

  /** Returns the settings in force. */
  public PreemptionSettings settings() {
    return queues.tree().file().preemption();
  }

  /**
   * Plans which containers have to end, warns their masters, and ends those that were warned long
   * enough ago.
   */
  public RoundTimes runRound() {
    int number = preemption.round();
    long started = System.nanoTime();
    PreemptionRound round = copy();
    long copied = System.nanoTime();
    Map<RMContainer, PreemptionRound.Purpose> chosen =
        round.plan(queues::policyForPlans, starts::lives);
    long planned = System.nanoTime();
    List<RMContainer> due = follow(chosen, number);
    long followed = System.nanoTime();
    GangEnds forGang = round.forGang();
    if (forGang != null) {
      due = endTogether(forGang, due);
    }
    long longest =
        Math.max(copied - started, Math.max(followed - planned, System.nanoTime() - followed));
    for (List<RMContainer> slice : Lists.partition(due, MOST_ENDED_AT_ONCE)) {
      long before = System.nanoTime();
      end(slice);
      longest = Math.max(longest, System.nanoTime() - before);
    }
    long locked = copied - started + System.nanoTime() - planned;
    return new RoundTimes(locked, longest, planned - copied, chosen.size());
  }

  /** Withdraws all warnings: the monitor has stopped. */
  public void stop() {
    state.writeLock().lock();
    try {
      preemption.stop(new Actions());
    } finally {
      state.writeLock().unlock();
    }
  }

  private PreemptionRound copy() {
    state.writeLock().lock();
    try {
      cluster.settle();
      queues.assigner().takeInDemand();
      return new PreemptionRound(
          queues.tree(),
          state.vectors(),
          preemption.chosen(),
          preemption.chosenFor(),
          preemption.nextTurn(),
          queues.sources().balance().preempts(),
          state.clock().getAsLong(),
          state.nodes().getAllNodes());
    } finally {
      state.writeLock().unlock();
    }
  }

  private List<RMContainer> follow(Map<RMContainer, PreemptionRound.Purpose> chosen, int number) {
    state.writeLock().lock();
    try {
      if (number != preemption.round()) {
        return List.of();
      }
      chosen.keySet().removeIf(container -> !state.applications().isHeld(container));
      return preemption.follow(chosen, state.clock().getAsLong(), settings(), new Actions());
    } finally {
      state.writeLock().unlock();
    }
  }

  /**
   * Ends the victims of a gang if all of them are due and the gang's members fit afterwards.
   *
   * @return the other containers that are due
   */
  private List<RMContainer> endTogether(GangEnds forGang, List<RMContainer> due) {
    Set<RMContainer> rest = new LinkedHashSet<>(due);
    rest.removeAll(Set.copyOf(forGang.containers()));
    state.writeLock().lock();
    try {
      List<RMContainer> held =
          forGang.containers().stream().filter(state.applications()::isHeld).toList();
      if (new HashSet<>(due).containsAll(held)) {
        queues.assigner().takeInDemand();
        queues
            .assigner()
            .claim(
                forGang.gang(),
                held.stream().map(this::ending).toList(),
                () -> held.forEach(container -> preemption.end(container, new Actions())));
      }
    } finally {
      state.writeLock().unlock();
    }
    return List.copyOf(rest);
  }

  private EndingContainer ending(RMContainer container) {
    ContainerId id = container.getContainerId();
    AppAttempt attempt = Objects.requireNonNull(state.applications().currentAttempt(id));
    return new EndingContainer(
        state.nodes().getNode(container.getAllocatedNode()),
        attempt.queue(),
        attempt.getUser(),
        queues.tree().ledger().classes().number(attempt.machineClass(id)),
        state.vectors().of(container.getContainer().getResource()));
  }

  private void end(List<RMContainer> due) {
    state.writeLock().lock();
    try {
      due.forEach(container -> preemption.end(container, new Actions()));
    } finally {
      state.writeLock().unlock();
    }
  }

  private final class Actions implements Preemption.Actions {
    @Override
    public void warn(RMContainer container) {
      onAttempt(container, notice -> notice.ask(container));
    }

    @Override
    public void spare(RMContainer container) {
      onAttempt(container, notice -> notice.withdraw(container.getContainerId()));
    }

    @Override
    public void insist(RMContainer container) {
      onAttempt(container, notice -> notice.insist(container));
    }

    @Override
    public void end(RMContainer container) {
      containers.preempt(container);
    }

    private void onAttempt(RMContainer container, Consumer<PreemptionNotice> action) {
      AppAttempt attempt = state.applications().currentAttempt(container.getContainerId());
      if (attempt != null) {
        action.accept(attempt.preemption());
      }
    }
  }
}
