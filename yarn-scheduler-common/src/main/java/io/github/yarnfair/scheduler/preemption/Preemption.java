// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.preemption;

import io.github.yarnfair.scheduler.conf.PreemptionSettings;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.server.resourcemanager.rmcontainer.RMContainer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Ends chosen containers, the configured time after their masters were warned: meanwhile a master
 * may release another container, or save its state. Under the scheduler's write lock.
 */
public final class Preemption {
  private static final Logger LOG = LoggerFactory.getLogger(Preemption.class);

  /** Time of the warning of a container that was chosen in observe-only mode. */
  private static final long NEVER = Long.MAX_VALUE;

  private final Map<RMContainer, Long> warnedAt = new LinkedHashMap<>();

  private final Set<ApplicationId> chosenFor = new HashSet<>();
  private int turn;

  /** Incremented whenever preemption is switched off: a plan of an earlier round is discarded. */
  private final AtomicInteger round = new AtomicInteger();

  /** What is done about a container. */
  public interface Actions {
    /** Asks the master for the container, or as much of others, before the wait is over. */
    void warn(RMContainer container);

    /** Tells the master that the container ends: the wait is over. */
    void insist(RMContainer container);

    /** Withdraws the warning. */
    void spare(RMContainer container);

    public void end(RMContainer container);
  }

  /** Returns the containers that the last round chose and that have not ended. */
  public Set<RMContainer> chosen() {
    return warnedAt.keySet();
  }

  /** Returns the applications for which they are to end. */
  public Set<ApplicationId> chosenFor() {
    return Set.copyOf(chosenFor);
  }

  /** Returns the number of the round, which increases with each. */
  public int nextTurn() {
    return turn++;
  }

  /**
   * Warns the masters of newly chosen containers, and spares containers that are no longer chosen.
   *
   * @param now in milliseconds
   * @return the containers that were warned long enough ago, for {@link #end}
   */
  public List<RMContainer> carryOut(
      Map<RMContainer, PreemptionRound.Purpose> purposes,
      long now,
      PreemptionSettings settings,
      Actions actions) {
    Set<RMContainer> chosen = purposes.keySet();
    spareAllBut(chosen, actions);
    chosenFor.clear();
    purposes.values().forEach(purpose -> chosenFor.add(purpose.gaining()));
    List<RMContainer> due = new ArrayList<>();
    for (RMContainer container : chosen) {
      if (!warnedAt.containsKey(container)) {
        log(container, Objects.requireNonNull(purposes.get(container)));
      }
      if (settings.observesOnly()) {
        warnedAt.put(container, NEVER);
      } else if (now - warn(container, now, actions) >= settings.waitMillis()) {
        actions.insist(container);
        due.add(container);
      }
    }
    return due;
  }

  /**
   * Takes over that containers which {@link #carryOut} returned end: they are no longer spared or
   * chosen.
   */
  public void commit(Collection<RMContainer> ending) {
    // removeAll would search a list once for each warned container.
    ending.forEach(warnedAt.keySet()::remove);
  }

  /** Ends a container that {@link #carryOut} returned, unless preemption was switched off since. */
  public void end(RMContainer container, Actions actions) {
    if (warnedAt.remove(container) != null) {
      actions.end(container);
    }
  }

  private void spareAllBut(Set<RMContainer> chosen, Actions actions) {
    Set<RMContainer> spared = new LinkedHashSet<>(warnedAt.keySet());
    spared.removeAll(chosen);
    spared.forEach(actions::spare);
    warnedAt.keySet().removeAll(spared);
  }

  /** Spares all chosen containers; those that are chosen later are warned again. */
  public void stop(Actions actions) {
    spareAllBut(Set.of(), actions);
    round.incrementAndGet();
  }

  /** Returns the number of times that preemption was switched off. */
  public int round() {
    return round.get();
  }

  private static void log(RMContainer container, PreemptionRound.Purpose purpose) {
    LOG.info(
        "{} is to be preempted for {}{}",
        container.getContainerId(),
        purpose.gaining(),
        purpose.leavesIdle() ? "; resources that nothing else asks for stay idle" : "");
  }

  /** Warns a container's master unless it was warned before; returns the time of the warning. */
  private long warn(RMContainer container, long now, Actions actions) {
    long warned = warnedAt.getOrDefault(container, NEVER);
    if (warned != NEVER) {
      return warned;
    }
    warnedAt.put(container, now);
    actions.warn(container);
    return now;
  }
}
