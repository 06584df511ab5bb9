// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.master;

import io.github.yarnfair.scheduler.resource.ResourceVectors;
import java.nio.LongBuffer;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.BiPredicate;
import java.util.function.Predicate;
import org.apache.hadoop.yarn.api.records.ApplicationAttemptId;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.SchedulerApplicationAttempt;
import org.jspecify.annotations.Nullable;

/**
 * The attempts of one leaf queue that wait for room for their masters: by priority, then in the
 * order of submission.
 *
 * <p>While the first has no room, holding and passing alternate: for 10 s the room that becomes
 * free is held for it, for the next 10 s the others may pass, then 20 s each, 40 s, and so on. The
 * others never wait longer at a time than they could pass before, plus 10 s. Once a holding period
 * is longer than the run time of the other masters that end at all, these have ended within it, and
 * the first gets their room.
 *
 * <p>An attempt whose user has no room is passed over: what other users' masters free would not
 * help it. Whether there is room depends on the user and the size of the master alone: of each such
 * kind only the first is looked at, so that the next attempt is found in O(kinds), and added or
 * removed in O(log n). Under the scheduler's write lock.
 */
final class WaitingMasters<A extends SchedulerApplicationAttempt> {
  /** Length of the first holding period, in milliseconds. */
  static final long FIRST_HOLD_MILLIS = 10_000;

  private final Map<ApplicationAttemptId, Waiting<A>> byId = new HashMap<>();
  private final TreeMap<Turn, Waiting<A>> byTurn = new TreeMap<>();
  private final Map<Kind, TreeMap<Turn, Waiting<A>>> byKind = new HashMap<>();

  /** The first attempt of each kind. */
  private final TreeMap<Turn, Waiting<A>> firsts = new TreeMap<>();

  /** Attempts that have room for their masters or have none at the same time. */
  private record Kind(String user, LongBuffer master) {}

  /** Which of two attempts is first: the order must not change while it is in the map. */
  private record Turn(int priority, ApplicationAttemptId id) implements Comparable<Turn> {
    private static final Comparator<Turn> ORDER =
        Comparator.comparingInt(Turn::priority).reversed().thenComparing(Turn::id);

    @Override
    public int compareTo(Turn other) {
      return ORDER.compare(this, other);
    }
  }

  /** An attempt that waits. */
  private static final class Waiting<A extends SchedulerApplicationAttempt> {
    private final A attempt;
    private final Turn turn;
    private final Kind kind;
    private final long[] master;

    /** When it first was at the head without room, in milliseconds; negative if never. */
    private long heldSince;

    Waiting(A attempt, long[] master, long heldSince) {
      this.attempt = attempt;
      this.master = master;
      this.heldSince = heldSince;
      turn = new Turn(attempt.getPriority().getPriority(), attempt.getApplicationAttemptId());
      kind = new Kind(attempt.getUser(), LongBuffer.wrap(master));
    }
  }

  /** Adds an attempt, or notes what its priority and its master's container are now. */
  void put(A attempt, long[] master) {
    Waiting<A> before = remove(attempt.getApplicationAttemptId());
    add(new Waiting<>(attempt, master, before == null ? -1 : before.heldSince));
  }

  /** Takes over an attempt of another queue, or of an earlier version of this one. */
  void takeOver(A attempt, WaitingMasters<A> others) {
    Waiting<A> before = others.remove(attempt.getApplicationAttemptId());
    if (before != null) {
      add(new Waiting<>(attempt, before.master, before.heldSince));
    }
  }

  private void add(Waiting<A> waiting) {
    byId.put(waiting.turn.id(), waiting);
    byTurn.put(waiting.turn, waiting);
    TreeMap<Turn, Waiting<A>> alike = byKind.computeIfAbsent(waiting.kind, any -> new TreeMap<>());
    Map.Entry<Turn, Waiting<A>> before = alike.firstEntry();
    alike.put(waiting.turn, waiting);
    setFirst(before, alike.firstEntry());
  }

  @Nullable Waiting<A> remove(ApplicationAttemptId id) {
    Waiting<A> waiting = byId.remove(id);
    TreeMap<Turn, Waiting<A>> alike = waiting == null ? null : byKind.get(waiting.kind);
    if (waiting != null && alike != null) {
      byTurn.remove(waiting.turn);
      Map.Entry<Turn, Waiting<A>> before = alike.firstEntry();
      alike.remove(waiting.turn);
      setFirst(before, alike.firstEntry());
      if (alike.isEmpty()) {
        byKind.remove(waiting.kind);
      }
    }
    return waiting;
  }

  private void setFirst(
      Map.@Nullable Entry<Turn, Waiting<A>> before, Map.@Nullable Entry<Turn, Waiting<A>> now) {
    if (before != null) {
      firsts.remove(before.getKey());
    }
    if (now != null) {
      firsts.put(now.getKey(), now.getValue());
    }
  }

  boolean contains(ApplicationAttemptId id) {
    return byId.containsKey(id);
  }

  Set<ApplicationAttemptId> ids() {
    return byId.keySet();
  }

  /**
   * Returns the attempt whose master is to be started, or null if none is.
   *
   * @param userHasRoom whether an attempt's user has room for a master of that size
   * @param hasRoom whether the queue has
   * @param now in milliseconds
   */
  @Nullable A next(BiPredicate<A, long[]> userHasRoom, Predicate<long[]> hasRoom, long now) {
    Waiting<A> first = first(userHasRoom, master -> true);
    if (first == null) {
      return null;
    }
    if (hasRoom.test(first.master)) {
      return first.attempt;
    }
    if (first.heldSince < 0) {
      first.heldSince = now;
    }
    if (isHeld(now - first.heldSince)) {
      return null;
    }
    Waiting<A> passing = first(userHasRoom, hasRoom);
    return passing == null ? null : passing.attempt;
  }

  /**
   * Adds the masters of an attempt and of those before it, but of a few hundred at most.
   *
   * @param sum to which they are added
   * @return the number of those before it
   */
  int addUpTo(ApplicationAttemptId id, long[] sum) {
    Waiting<A> last = byId.get(id);
    if (last == null) {
      return 0;
    }
    int before = 0;
    for (Waiting<A> each : byTurn.headMap(last.turn).values()) {
      if (before == MasterWait.MOST_COUNTED) {
        break;
      }
      ResourceVectors.add(each.master, 1, sum);
      before++;
    }
    ResourceVectors.add(last.master, 1, sum);
    return before;
  }

  long @Nullable [] master(ApplicationAttemptId id) {
    Waiting<A> waiting = byId.get(id);
    return waiting == null ? null : waiting.master;
  }

  private @Nullable Waiting<A> first(
      BiPredicate<A, long[]> userHasRoom, Predicate<long[]> hasRoom) {
    for (Waiting<A> waiting : firsts.values()) {
      if (hasRoom.test(waiting.master) && userHasRoom.test(waiting.attempt, waiting.master)) {
        return waiting;
      }
    }
    return null;
  }

  /**
   * Returns whether room is held for the first.
   *
   * @param millis for how long it has been the first and had none
   */
  static boolean isHeld(long millis) {
    long hold = FIRST_HOLD_MILLIS;
    long left = millis;
    while (left >= 2 * hold) {
      left -= 2 * hold;
      hold *= 2;
    }
    return left < hold;
  }
}
