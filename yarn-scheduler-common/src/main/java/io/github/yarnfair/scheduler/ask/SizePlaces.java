// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.ask;

import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.apache.hadoop.thirdparty.com.google.common.collect.Iterables;
import org.apache.hadoop.thirdparty.com.google.common.collect.Lists;

/**
 * The demand classes that one user's applications in a leaf queue have in the share tree, at most
 * {@link #MOST}, and the applications that wait for a place. It bounds what a user costs the
 * others, however many applications his sizes are spread over. Under the scheduler's write lock.
 *
 * @param <A> attempts
 */
public final class SizePlaces<A> {
  /** Most demand classes of a user in a leaf queue that take part. */
  public static final int MOST = 64;

  /** Most classes that give way at once, so that the work of a turn is bounded. */
  private static final int MOST_GIVEN_UP = 16;

  /** Most attempts whose turn changes at once, likewise. */
  private static final int MOST_ATTEMPTS = 64;

  private final Consumer<A> changed;

  /** By demand class: how many attempts have it pending and take part with it. */
  private final Map<Object, Integer> holders = new HashMap<>();

  /** The attempts that take part, the longest first. */
  private final Set<SizeTurns<A>> holding = new LinkedHashSet<>();

  /** Those that would take part with more if there were places, the longest waiting first. */
  private final Set<SizeTurns<A>> refused = new LinkedHashSet<>();

  /** Those with more sizes than an attempt may take part with, the longest since a turn first. */
  private final Set<SizeTurns<A>> turning = new LinkedHashSet<>();

  /**
   * @param changed has an attempt choose again, before the next decision
   */
  public SizePlaces(Consumer<A> changed) {
    this.changed = changed;
  }

  /** Returns whether no attempt holds a place. */
  public boolean isUnused() {
    return holding.isEmpty() && refused.isEmpty() && turning.isEmpty();
  }

  /**
   * Takes a place for a demand class, unless all are taken or left for those that were refused
   * before; a class that others have takes none.
   */
  boolean take(SizeTurns<A> attempt, Object demandClass) {
    if (!holders.containsKey(demandClass) && !isPlaceLeft(attempt)) {
      return false;
    }
    holders.merge(demandClass, 1, Integer::sum);
    return true;
  }

  private boolean isPlaceLeft(SizeTurns<A> attempt) {
    int left = MOST - holders.size();
    return left > refused.size() || Iterables.contains(Iterables.limit(refused, left), attempt);
  }

  void giveUp(Collection<Object> demandClasses) {
    demandClasses.forEach(
        each ->
            holders.compute(each, (name, count) -> count == null || count == 1 ? null : count - 1));
  }

  /**
   * Takes in what an attempt has after it has chosen; places that are left are offered to the next
   * attempt that was refused one.
   */
  void chosen(SizeTurns<A> attempt, boolean holds, boolean isRefused, boolean hasMore) {
    put(holding, attempt, holds);
    put(refused, attempt, isRefused);
    put(turning, attempt, hasMore);
    if (!refused.isEmpty() && holders.size() < MOST) {
      wake(refused.iterator().next()); // It is refused again only if the places are full again.
    }
  }

  private void wake(SizeTurns<A> attempt) {
    attempt.reconsider();
    changed.accept(attempt.attempt());
  }

  private static <T> void put(Set<T> set, T attempt, boolean isIn) {
    if (isIn) {
      set.add(attempt);
    } else {
      set.remove(attempt);
    }
  }

  /**
   * Lets other sizes take part where some wait: those of an application beyond the first by
   * priority; and, where the places are all taken, those of the applications that have had theirs
   * for the longest time give way. Call once a second.
   */
  public void turn() {
    List<SizeTurns<A>> next = first(turning, MOST_ATTEMPTS);
    next.forEach(
        attempt -> {
          attempt.advance();
          turning.remove(attempt);
          turning.add(attempt);
        });
    if (!refused.isEmpty()) {
      List<SizeTurns<A>> giving = first(holding, MOST_ATTEMPTS);
      int most = holders.size() - MOST_GIVEN_UP;
      giving.removeIf(attempt -> holders.size() <= most || !attempt.giveUp());
      giving.forEach(holding::remove);
      first(refused, MOST_GIVEN_UP).forEach(this::wake);
      giving.forEach(this::wake);
    }
    next.forEach(this::wake);
  }

  private static <T> List<T> first(Set<T> attempts, int most) {
    return Lists.newArrayList(Iterables.limit(attempts, most));
  }
}
