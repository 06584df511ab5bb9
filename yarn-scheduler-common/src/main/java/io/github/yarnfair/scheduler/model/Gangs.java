/*
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *     http://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */
package io.github.yarnfair.scheduler.model;

import io.github.yarnfair.scheduler.conf.GangRequest;
import io.github.yarnfair.scheduler.conf.GangSettings;
import io.github.yarnfair.scheduler.model.Gang.State;
import io.github.yarnfair.scheduler.resource.MachineClasses;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.NodeType;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.QueueMetrics;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * All gangs that have not started, and the room that is kept for them. Under the scheduler's write
 * lock.
 *
 * <pre>
 *   INCOMPLETE ── all asked for ──► WAITING ── its turn ──► COLLECTING ── all have room ──► starts
 *   INFEASIBLE ── may fit ────────────▲  ▲                       │
 *                                     │  └── back-off over ── BACKED_OFF ◄── time is over
 * </pre>
 *
 * <p>Invariants:
 *
 * <ol>
 *   <li>In each partition at most one gang collects; one whose members ask for several partitions
 *       collects in all of them or in none. So none waits for room that another keeps, and there is
 *       no circle of such waits.
 *   <li>Room is kept for a gang that collects, and for no other.
 *   <li>A gang collects no longer than its time; then its room is free again.
 *   <li>What is kept is at most the configured part of each resource of a partition.
 * </ol>
 */
public final class Gangs {
  private static final Logger LOG = LoggerFactory.getLogger(Gangs.class);

  private final LongSupplier clock;
  private final Set<Gang> known = new LinkedHashSet<>();
  private final List<Gang> collecting = new ArrayList<>();

  /** Those that wait and need several partitions at once. */
  private final Set<Gang> wide = new LinkedHashSet<>();

  private GangSettings settings = GangSettings.DEFAULT;

  /**
   * @param clock returns the time in milliseconds
   */
  public Gangs(LongSupplier clock) {
    this.clock = clock;
  }

  /** Sets the bounds from now on. */
  public void configure(GangSettings replacement) {
    settings = replacement;
  }

  /** Returns the bounds in force. */
  public GangSettings settings() {
    return settings;
  }

  /** Returns whether there is none, as in most clusters. */
  public boolean isEmpty() {
    return known.isEmpty();
  }

  /** Returns those that have not started, in the order of their attempts. */
  public Collection<Gang> all() {
    return Collections.unmodifiableCollection(known);
  }

  /** Returns those for which room is kept. */
  public List<Gang> collecting() {
    return Collections.unmodifiableList(collecting);
  }

  /**
   * Lets the first containers of an attempt start together.
   *
   * @param isRecovered whether the attempt is older than this ResourceManager
   */
  public void join(AppAttempt attempt, GangRequest request, boolean isRecovered) {
    Gang gang = new Gang(attempt, request, isRecovered);
    gang.enter(State.INCOMPLETE, clock.getAsLong());
    attempt.setGang(gang);
    known.add(gang);
  }

  /** Lets an attempt be served as any other: its gang has started, or it is gone. */
  public void leave(AppAttempt attempt) {
    Gang gang = attempt.gang();
    if (gang != null) {
      end(gang);
      known.remove(gang);
      wide.remove(gang);
      attempt.setGang(null);
    }
  }

  /**
   * Returns whether a gang that asks for too few containers is likely to have started before a
   * restart of the ResourceManager, which does not know: all members may have ended since. So such
   * a one waits for the rest of its members no longer than its time.
   */
  public boolean hasProbablyStarted(Gang gang) {
    return gang.isRecovered()
        && gang.asked() > 0
        && gang.state() == State.INCOMPLETE
        && clock.getAsLong() - gang.since() >= timeout(gang);
  }

  // --------------------------------------------------------------------------------- demand

  /**
   * Returns what the share tree is told of an attempt's requests: increases of containers, and the
   * members that have no room if room may be kept for them now.
   *
   * @param all what the attempt asks for, as the gang has {@linkplain Gang#read read} it
   * @param problem why the gang must not collect, null if it may
   * @param state the state for that reason
   */
  public AskTable tell(Gang gang, AskTable all, @Nullable String problem, State state) {
    long now = clock.getAsLong();
    if (problem != null) {
      end(gang);
      gang.enter(state, now);
      gang.say(problem);
      wide.remove(gang);
      return gang.told(all, false);
    }
    if (gang.isElsewhere()) {
      drop(gang.attempt());
    }
    if (gang.state() == State.INCOMPLETE
        || gang.state() == State.INFEASIBLE
        || (gang.state() == State.BACKED_OFF && !gang.isBackedOff(now))) {
      gang.enter(State.WAITING, now);
      gang.say("");
    }
    gang.unwanted().forEach(this::giveUp);
    if (gang.state() == State.WAITING && needsSeveralPartitions(gang)) {
      wide.add(gang);
    }
    boolean mayCollect = mayCollect(gang, now);
    if (gang.state() != State.BACKED_OFF) {
      gang.say(mayCollect && gang.state() == State.WAITING ? "" : progress(gang));
    }
    return gang.told(all, mayCollect);
  }

  private static boolean needsSeveralPartitions(Gang gang) {
    return gang.partition() == null
        && gang.attempt().queue().ledger().classes().kind() == MachineClasses.Kind.LABELS;
  }

  private String progress(Gang gang) {
    if (gang.state() == State.COLLECTING) {
      return GangText.collecting(gang, timeout(gang));
    }
    return collecting.stream()
        .filter(other -> conflict(gang, other))
        .findFirst()
        .map(other -> GangText.waiting(gang, other))
        .orElse("");
  }

  private long timeout(Gang gang) {
    return gang.timeoutMillis(settings.timeoutMillis());
  }

  // ---------------------------------------------------------------------------------- turns

  /** Returns whether room may be kept for a gang now. */
  public boolean mayCollect(Gang gang) {
    return mayCollect(gang, clock.getAsLong());
  }

  private boolean mayCollect(Gang gang, long now) {
    return switch (gang.state()) {
      case COLLECTING -> true;
      case WAITING ->
          collecting.stream().noneMatch(other -> conflict(gang, other))
              && (wide.isEmpty() || mayPrecedeWide(gang, now));
      case INCOMPLETE, INFEASIBLE, BACKED_OFF -> false;
    };
  }

  /**
   * One that needs several partitions could wait for ever while others take turns in each. So in
   * every second period of the length of its time-out no other begins in its place.
   */
  private boolean mayPrecedeWide(Gang gang, long now) {
    return wide.contains(gang)
        || wide.stream()
            .noneMatch(
                each -> conflict(gang, each) && (now - each.since()) / timeout(each) % 2 == 1);
  }

  /** Returns whether two gangs must not collect at the same time. */
  public static boolean conflict(Gang one, Gang other) {
    String partition = one.partition();
    return partition == null || other.partition() == null || partition.equals(other.partition());
  }

  /**
   * Begins to keep room for a gang, which {@link #mayCollect may} have it.
   *
   * @return the gangs that have to wait for it from now on
   */
  public List<Gang> begin(Gang gang) {
    if (gang.state() == State.COLLECTING) {
      return List.of();
    }
    gang.enter(State.COLLECTING, clock.getAsLong());
    wide.remove(gang);
    collecting.add(gang);
    LOG.info("Room is kept for the {}", gang);
    return known.stream().filter(other -> other != gang && conflict(gang, other)).toList();
  }

  /** Returns whether one more member of a request may have room on a node within the bounds. */
  public boolean isWithinBounds(Gang gang, ClusterNode node, Ask ask) {
    ShareLedger ledger = gang.attempt().queue().ledger();
    MachineClasses classes = ledger.classes();
    int first = classes.offset(classes.number(node.machineClass()));
    long[] kept = gang.attempt().queue().keptInAll();
    for (int j = 0; j < ask.amounts().length; j++) {
      double most = settings.maximumShare() * ledger.tree().capacity(first + j);
      if (ask.amounts()[j] > 0 && kept[first + j] + ask.amounts()[j] > most) {
        return false;
      }
    }
    return gang.missing(ask.key()) > 0;
  }

  /** Keeps room on a node for one more member of a gang that collects. */
  public void keep(Gang gang, ClusterNode node, Ask ask, NodeType type) {
    GangRoom room = new GangRoom(gang, node, ask, type);
    gang.add(room);
    node.keep(room);
    gang.attempt().constraints().keep(room);
    room.queue().countKept(gang.attempt().getUser(), room.inTree(), 1);
    metrics(room).reserveResource(ask.partition(), gang.attempt().getUser(), ask.capability());
    LOG.debug("{}", room);
  }

  /**
   * Gives up the room in which containers could not start now. Under the attempt's lock as well.
   *
   * @return whether all members have room still
   */
  public boolean recheck(Gang gang) {
    gang.unplaceable().forEach(this::giveUp);
    return gang.isWhole();
  }

  /** Returns whether room is kept for any gang. */
  public boolean keepRoom() {
    return !collecting.isEmpty();
  }

  private static QueueMetrics metrics(GangRoom room) {
    return room.queue().getMetrics();
  }

  // ------------------------------------------------------------------------------- the end

  /** Gives up room on a node. */
  public void giveUp(GangRoom room) {
    Gang gang = room.gang();
    if (gang.remove(room)) {
      room.node().giveUp(room);
      gang.attempt().constraints().giveUp(room);
      room.queue().countKept(gang.attempt().getUser(), room.inTree(), -1);
      metrics(room)
          .unreserveResource(room.ask().partition(), gang.attempt().getUser(), room.resource());
    }
  }

  /** Gives up all room of a gang, which collects no longer. */
  private void end(Gang gang) {
    List.copyOf(gang.rooms()).forEach(this::giveUp);
    collecting.remove(gang);
  }

  /** Gives up all room of an attempt's gang; it waits for its next turn. */
  void drop(AppAttempt attempt) {
    Gang gang = attempt.gang();
    if (gang != null && gang.state() == State.COLLECTING) {
      end(gang);
      gang.enter(State.WAITING, clock.getAsLong());
    }
  }

  /** Gives up all room; each gang waits for its next turn. */
  void dropAll() {
    List.copyOf(collecting).forEach(gang -> drop(gang.attempt()));
  }

  /** Gives up the room on a node; the gangs go on collecting. */
  void drop(ClusterNode node) {
    node.kept().forEach(this::giveUp);
  }

  /** Gives up the newest room on a node until what is left fits beside its containers. */
  void recheck(ClusterNode node) {
    List<GangRoom> newestFirst = new ArrayList<>(node.kept());
    Collections.reverse(newestFirst);
    for (GangRoom room : newestFirst) {
      if (!node.acceptsContainers() || node.isOverKept(room.queue().ledger().vectors())) {
        giveUp(room);
      }
    }
  }

  /** Gives up the newest room until the rest is within the limits of queues and users. */
  void recheckLimits() {
    for (Gang gang : collecting) {
      List<GangRoom> newestFirst = new ArrayList<>(gang.rooms());
      Collections.reverse(newestFirst);
      for (GangRoom room : newestFirst) {
        if (!room.queue().mayKeepReserved(gang.attempt().getUser(), room.inTree())) {
          giveUp(room);
        }
      }
    }
  }

  /**
   * Ends the collection of gangs whose time is over, and names all that have not started: what they
   * may do, and what is said of them, changes with time. Call once a second.
   */
  public void tick(Consumer<AppAttempt> changed) {
    if (known.isEmpty()) {
      return;
    }
    long now = clock.getAsLong();
    for (Gang gang : List.copyOf(collecting)) {
      if (now - gang.since() >= timeout(gang)) {
        backOff(gang, now);
      }
    }
    known.forEach(gang -> changed.accept(gang.attempt()));
  }

  private void backOff(Gang gang, long now) {
    long waited = now - gang.since();
    long pause = gang.backOff(now, timeout(gang));
    String message = GangText.gaveUp(gang, waited, pause);
    end(gang);
    gang.enter(State.BACKED_OFF, now);
    gang.say(message);
    LOG.info("{}: {}", gang.attempt().getApplicationId(), gang.message());
  }
}
