// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.gang;

import io.github.yarnfair.scheduler.ask.AskTable;
import io.github.yarnfair.scheduler.conf.GangRequest;
import io.github.yarnfair.scheduler.conf.GangSettings;
import io.github.yarnfair.scheduler.model.AppAttempt;
import io.github.yarnfair.scheduler.model.Gang;
import io.github.yarnfair.scheduler.model.Gang.State;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.stream.Stream;
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
 *                                     └── room for all at once ──► STARTING ──► starts
 * </pre>
 *
 * <p>Invariants:
 *
 * <ol>
 *   <li>In each partition at most one gang collects; one whose members ask for several partitions
 *       collects in all of them or in none. So none waits for room that another keeps, and there is
 *       no circle of such waits.
 *   <li>Room is kept for gangs that collect, and for those whose members all have room and which
 *       start once nodes report the containers that have ended there.
 *   <li>A gang collects no longer than its time; then its room is free again.
 *   <li>What is kept for gangs that collect is at most the configured part of each resource of a
 *       partition.
 * </ol>
 */
public final class Gangs {
  private static final Logger LOG = LoggerFactory.getLogger(Gangs.class);

  /** How many gangs that take no turns are looked at in a second. */
  static final int MOST_LOOKED_AT = 10;

  private final LongSupplier clock;
  private final Set<Gang> known = new LinkedHashSet<>();
  private final List<Gang> collecting = new ArrayList<>();

  /** Those whose members all have room, which some nodes have still to report as free. */
  private final Set<Gang> starting = new LinkedHashSet<>();

  private final GangLines lines = new GangLines();
  private final GangRooms rooms = new GangRooms();

  private final GangRound looks = new GangRound();
  private final GangRound notServed = new GangRound();

  /** Those that wait and need several partitions at once. */
  private final WideGangs wide = new WideGangs();

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

  /** Returns those for which room is kept member by member. */
  public List<Gang> collecting() {
    return Collections.unmodifiableList(collecting);
  }

  /** Returns those whose members all have room, which some nodes have still to report as free. */
  public Collection<Gang> starting() {
    return Collections.unmodifiableCollection(starting);
  }

  /**
   * Returns at most a number of gangs for which no turns are taken, others with each call; they may
   * start all at once in what the others leave.
   */
  public List<Gang> nextAside(int most) {
    return notServed.next(most).stream()
        .filter(gang -> gang.state() == State.WAITING || gang.state() == State.BACKED_OFF)
        .filter(gang -> !mayCollect(gang))
        .toList();
  }

  /**
   * Lets the first containers of an attempt start together.
   *
   * @param mayHaveStarted whether the application may have had a gang before
   */
  public void join(AppAttempt attempt, GangRequest request, boolean mayHaveStarted) {
    Gang gang = new Gang(attempt, request, mayHaveStarted);
    gang.enter(State.INCOMPLETE, clock.getAsLong());
    attempt.setGang(gang);
    known.add(gang);
    looks.add(gang);
    notServed.add(gang);
  }

  /** Lets an attempt be served as any other: its gang has started, or it is gone. */
  public void leave(AppAttempt attempt) {
    Gang gang = attempt.gang();
    if (gang != null) {
      end(gang);
      known.remove(gang);
      leaveLine(gang);
      lines.refill(clock.getAsLong());
      attempt.setGang(null);
    }
  }

  /**
   * Returns whether a gang that asks for too few containers is likely to have started already:
   * before a restart of the ResourceManager, which does not know, since all members may have ended,
   * or in an earlier attempt, where this one asks for the rest of the work. So such a one waits for
   * the rest of its members no longer than its time.
   */
  public boolean hasProbablyStarted(Gang gang) {
    return gang.mayHaveStarted()
        && gang.asked() > 0
        && gang.state() == State.INCOMPLETE
        && clock.getAsLong() - gang.askedSince() >= timeout(gang);
  }

  // --------------------------------------------------------------------------------- demand

  /**
   * Takes over what a gang's attempt asks for.
   *
   * @return the members' requests
   */
  public AskTable read(Gang gang, AskTable all) {
    return gang.read(all, clock.getAsLong());
  }

  /**
   * Updates the state of a gang, and returns the part of its requests that enters the share tree:
   * increases of containers, and, if room may be kept for them now, the members without room.
   *
   * @param all what the attempt asks for, as the gang has {@linkplain #read read} it
   * @param problem why the gang must not start, null if it may
   * @param state the state for that reason
   * @param tooMuch why room may be kept for all at once only, null if for one by one too
   */
  public AskTable update(
      Gang gang, AskTable all, @Nullable String problem, State state, @Nullable String tooMuch) {
    long now = clock.getAsLong();
    gang.letCollect(tooMuch == null);
    if (problem != null) {
      hold(gang, state, problem, now);
      return gang.forShareTree(all, false);
    }
    if (tooMuch != null && gang.state() == State.COLLECTING) {
      drop(gang.attempt());
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
    gang.unwanted().forEach(rooms::giveUp);
    if (gang.state() == State.STARTING && !gang.isWhole()) {
      collectAgain(gang, now);
    }
    if (gang.state() == State.WAITING && tooMuch == null) {
      lines.add(gang, now);
      wide.add(gang);
    } else {
      leaveLine(gang);
    }
    boolean mayCollect = mayCollect(gang, now);
    if (gang.state() != State.BACKED_OFF) {
      gang.say(tooMuch != null && gang.state() == State.WAITING ? tooMuch : progress(gang));
    }
    return gang.forShareTree(all, mayCollect);
  }

  private void hold(Gang gang, State state, String problem, long now) {
    end(gang);
    gang.enter(state, now);
    gang.say(problem);
    leaveLine(gang);
  }

  private void leaveLine(Gang gang) {
    wide.remove(gang);
    lines.remove(gang);
  }

  /** Some of the room has gone with its node. What is left is kept on if no other collects. */
  private void collectAgain(Gang gang, long now) {
    starting.remove(gang);
    if (gang.isCollectable() && isAlone(gang)) {
      gang.enter(State.COLLECTING, now);
      collecting.add(gang);
    } else {
      end(gang);
      gang.enter(State.WAITING, now);
    }
  }

  private String progress(Gang gang) {
    if (gang.state() == State.COLLECTING) {
      return GangText.collecting(gang, timeout(gang));
    }
    if (gang.wasImpossible(clock.getAsLong())) {
      return GangText.noArrangement(gang);
    }
    if (gang.state() == State.STARTING || mayCollect(gang)) {
      return "";
    }
    return GangText.waiting(gang, collecting);
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
          lines.isCandidate(gang) && isAlone(gang) && wide.mayCollect(gang, now, this::timeout);
      case INCOMPLETE, INFEASIBLE, STARTING, BACKED_OFF -> false;
    };
  }

  /**
   * Begins to keep room for a gang, which {@link #mayCollect may} have it.
   *
   * @return the gangs that took turns and have to wait for it from now on
   */
  public List<Gang> begin(Gang gang) {
    if (gang.state() == State.COLLECTING) {
      return List.of();
    }
    gang.enter(State.COLLECTING, clock.getAsLong());
    leaveLine(gang);
    collecting.add(gang);
    LOG.info("Room is kept for the {}", gang);
    return candidates().stream().filter(gang::conflictsWith).toList();
  }

  /** Returns those of the gangs that wait for which turns are taken unless another collects. */
  public List<Gang> candidates() {
    return lines.candidates();
  }

  /**
   * Has a gang, whose members all have room, wait until nodes report containers that have ended in
   * that room. Its time begins again: no room that was made for it is given up before.
   */
  public void await(Gang gang) {
    collecting.remove(gang);
    leaveLine(gang);
    gang.enter(State.STARTING, clock.getAsLong());
    starting.add(gang);
  }

  /** Lets a gang wait whose members cannot have room side by side now, were the nodes empty. */
  public void forgo(Gang gang) {
    drop(gang.attempt());
    gang.noteImpossible(clock.getAsLong());
    gang.say(GangText.noArrangement(gang));
  }

  /** Returns whether it is some time ago that a gang had to forgo room. */
  public boolean mayTry(Gang gang) {
    return !gang.wasImpossible(clock.getAsLong());
  }

  /** Lets a gang that backs off wait for its turn again: nothing else wants what is free. */
  public void endBackOff(Gang gang) {
    if (gang.state() == State.BACKED_OFF) {
      gang.enter(State.WAITING, clock.getAsLong());
      gang.say("");
    }
  }

  /** Returns the books of the room that is kept. */
  public GangRooms rooms() {
    return rooms;
  }

  /** Returns whether room is kept for any gang. */
  public boolean keepRoom() {
    return !collecting.isEmpty() || !starting.isEmpty();
  }

  // ------------------------------------------------------------------------------- the end

  /** Gives up all room of a gang, which collects no longer. */
  private void end(Gang gang) {
    List.copyOf(gang.rooms()).forEach(rooms::giveUp);
    collecting.remove(gang);
    starting.remove(gang);
  }

  /** Gives up all room of an attempt's gang; it waits for its next turn. */
  void drop(AppAttempt attempt) {
    Gang gang = attempt.gang();
    if (gang != null && (collecting.contains(gang) || starting.contains(gang))) {
      end(gang);
      gang.enter(State.WAITING, clock.getAsLong());
    }
  }

  /** Gives up all room; each gang waits for its next turn. */
  void dropAll() {
    Stream.concat(collecting.stream(), starting.stream())
        .toList()
        .forEach(gang -> drop(gang.attempt()));
  }

  /** Gives up the newest room until the rest is within the limits of queues and users. */
  void recheckLimits() {
    collecting.forEach(rooms::recheckLimits);
    starting.forEach(rooms::recheckLimits);
  }

  /**
   * Ends the collection of gangs whose time is over, and names those that may take turns, and some
   * of the others: what they may do, and what is said of them, changes with time. Call once a
   * second.
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
    lines.rotate(now, this::isAlone).forEach(gang -> changed.accept(gang.attempt()));
    Stream.of(collecting, starting, candidates(), looks.next(MOST_LOOKED_AT))
        .flatMap(Collection::stream)
        .forEach(gang -> changed.accept(gang.attempt()));
  }

  /** Returns whether no other gang collects where this one would. */
  private boolean isAlone(Gang gang) {
    return collecting.stream().noneMatch(gang::conflictsWith);
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
