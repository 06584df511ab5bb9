// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.service;

import io.github.yarnfair.scheduler.assign.EndingContainer;
import io.github.yarnfair.scheduler.conf.PreemptionSettings;
import io.github.yarnfair.scheduler.master.PreemptionNotice;
import io.github.yarnfair.scheduler.model.AppAttempt;
import io.github.yarnfair.scheduler.model.Gang;
import io.github.yarnfair.scheduler.preemption.GangEnds;
import io.github.yarnfair.scheduler.preemption.Preemption;
import io.github.yarnfair.scheduler.preemption.PreemptionRound;
import io.github.yarnfair.scheduler.preemption.RoundTimes;
import io.github.yarnfair.scheduler.snapshot.ClusterReader;
import io.github.yarnfair.scheduler.snapshot.LockSlices;
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
  private final ClusterReader reader;
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
    reader = cluster.newReaderOfDemand("preemption");
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
    LockSlices slices = reader.slices();
    slices.takeLongestNanos();
    PreemptionRound round = copy();
    long copied = System.nanoTime();
    long longestCopy = slices.takeLongestNanos();
    Map<RMContainer, PreemptionRound.Purpose> chosen =
        round.plan(queues::policyForPlans, starts::lives);
    long planned = System.nanoTime();
    List<RMContainer> due = carryOut(chosen, number);
    long warned = System.nanoTime();
    GangEnds forGang = round.forGang();
    List<RMContainer> together = forGang == null ? List.of() : claim(forGang, due);
    long longest = Math.max(longestCopy, Math.max(warned - planned, System.nanoTime() - warned));
    if (forGang != null) {
      longest = Math.max(longest, inSlices(together, slice -> endFor(forGang.gang(), slice)));
      due = without(forGang.containers(), due);
    }
    longest = Math.max(longest, inSlices(due, this::end));
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
    PreemptionRound.Before before =
        reader
            .slices()
            .read(
                () ->
                    new PreemptionRound.Before(
                        preemption.chosen(), preemption.chosenFor(), preemption.nextTurn()));
    return PreemptionRound.read(
        reader,
        state.nodes().getAllNodes(),
        state.vectors(),
        before,
        queues.sources().balance().preempts(),
        state.clock().getAsLong());
  }

  private List<RMContainer> carryOut(Map<RMContainer, PreemptionRound.Purpose> chosen, int number) {
    state.writeLock().lock();
    try {
      if (number != preemption.round()) {
        return List.of();
      }
      chosen.keySet().removeIf(container -> !state.applications().isHeld(container));
      return preemption.carryOut(chosen, state.clock().getAsLong(), settings(), new Actions());
    } finally {
      state.writeLock().unlock();
    }
  }

  /** Returns the longest time that an action on some of the containers took, in nanoseconds. */
  private static long inSlices(
      List<RMContainer> containers, Consumer<List<RMContainer>> underTheLock) {
    long longest = 0;
    for (List<RMContainer> slice : Lists.partition(containers, MOST_ENDED_AT_ONCE)) {
      long before = System.nanoTime();
      underTheLock.accept(slice);
      longest = Math.max(longest, System.nanoTime() - before);
    }
    return longest;
  }

  private static List<RMContainer> without(List<RMContainer> removed, List<RMContainer> all) {
    Set<RMContainer> rest = new LinkedHashSet<>(all);
    rest.removeAll(Set.copyOf(removed));
    return List.copyOf(rest);
  }

  /**
   * Keeps room for a gang in that of its victims, if all of them are due and the members fit. From
   * then on they end, also if preemption is switched off, so that none has ended in vain.
   *
   * @return the victims, for {@link #endFor}; empty if none ends
   */
  private List<RMContainer> claim(GangEnds forGang, List<RMContainer> due) {
    state.writeLock().lock();
    try {
      List<RMContainer> held =
          forGang.containers().stream().filter(state.applications()::isHeld).toList();
      if (!new HashSet<>(due).containsAll(held) || !preemption.chosen().containsAll(held)) {
        return List.of();
      }
      queues.assigner().takeInDemand();
      boolean isKept =
          queues.assigner().claim(forGang.gang(), held.stream().map(this::ending).toList());
      if (!isKept) {
        return List.of();
      }
      preemption.commit(held);
      return held;
    } finally {
      state.writeLock().unlock();
    }
  }

  /** Ends some of the victims of a gang; spares them if it has given up the room meanwhile. */
  private void endFor(Gang gang, List<RMContainer> slice) {
    state.writeLock().lock();
    try {
      Actions actions = new Actions();
      Consumer<RMContainer> action =
          gang.state() == Gang.State.STARTING ? actions::end : actions::spare;
      slice.stream().filter(state.applications()::isHeld).toList().forEach(action);
    } finally {
      state.writeLock().unlock();
    }
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
