// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.ask;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import org.apache.hadoop.thirdparty.com.google.common.collect.Lists;
import org.apache.hadoop.thirdparty.com.google.common.collect.Sets;
import org.apache.hadoop.yarn.server.scheduler.SchedulerRequestKey;
import org.jspecify.annotations.Nullable;

/**
 * Which of the sizes that an attempt asks for take part: all, as long as they are at most {@link
 * AskTable#MOST_CLASSES} and the user has places for them. Of more, the first {@link #FIXED} by
 * priority always do, and the others take turns. A size that no node could hold is passed over.
 * Under the scheduler's write lock.
 *
 * @param <A> attempts
 */
public final class SizeTurns<A> {
  /** The sizes that do not give way to later ones of the same attempt. */
  private static final int FIXED = AskTable.MOST_CLASSES / 2;

  /** Most sizes that are looked at to find those that take part, so that the work is bounded. */
  private static final int MOST_LOOKED_AT = 4 * AskTable.MOST_CLASSES;

  private final A attempt;
  private @Nullable SizePlaces<A> places;
  private Set<Object> held = new HashSet<>();

  /** After which key the sizes come that have their turn; null: from the first. */
  private @Nullable SchedulerRequestKey start;

  /** The last key that was looked at for this turn. */
  private @Nullable SchedulerRequestKey end;

  /** What was chosen from, and as of which version. */
  private @Nullable AskTable table;

  private long version;
  private boolean isStale = true;

  public SizeTurns(A attempt) {
    this.attempt = attempt;
  }

  A attempt() {
    return attempt;
  }

  /** Returns the demand classes with which the attempt takes part. */
  public Set<Object> held() {
    return held;
  }

  /** Lets the next sizes have their turn, at the next {@link #choose}. */
  void advance() {
    start = end;
    isStale = true;
  }

  /** Lets it choose again, as there may be places. */
  void reconsider() {
    isStale = true;
  }

  /** Gives up all places, until the next {@link #choose}; returns whether it had some. */
  boolean giveUp() {
    boolean had = !held.isEmpty();
    release();
    isStale = true;
    return had;
  }

  /** Gives up all places for good: the attempt ends, or none of its requests is to be served. */
  public void leave() {
    release();
    if (places != null) {
      places.chosen(this, false, false, false);
    }
    places = null;
    table = null;
    isStale = true;
  }

  private void release() {
    if (places != null) {
      places.giveUp(held);
    }
    held = new HashSet<>();
  }

  /**
   * Chooses which demand classes of a table take part, unless nothing has changed.
   *
   * @param of where the user's places are
   * @param canBeHeld whether some node could hold a container of a request
   */
  public void choose(AskTable asks, SizePlaces<A> of, Predicate<Ask> canBeHeld) {
    if (places != of) {
      leave();
      places = of;
    }
    if (!isStale && asks == table && asks.sizesVersion() == version) {
      return;
    }
    isStale = false;
    table = asks;
    version = asks.sizesVersion();
    boolean areAll = asks.allClasses().size() <= AskTable.MOST_CLASSES;
    List<AskGroups.Group> wanted =
        areAll ? Lists.newArrayList(asks.allClasses()) : candidates(asks, canBeHeld);
    List<AskGroups.Group> part = take(wanted, of);
    if (areAll && part.size() < wanted.size()) {
      wanted = candidates(asks, canBeHeld);
      part = take(wanted, of);
    }
    asks.choose(part);
    of.chosen(this, !part.isEmpty(), part.size() < wanted.size(), !areAll);
  }

  /** Holds places for as many of these classes as there are places for, and for no others. */
  private List<AskGroups.Group> take(List<AskGroups.Group> wanted, SizePlaces<A> of) {
    Set<Object> before = held;
    Set<Object> names = new HashSet<>();
    wanted.forEach(each -> names.add(each.first().demandClass()));
    of.giveUp(Sets.difference(before, names).immutableCopy());
    held = new HashSet<>();
    List<AskGroups.Group> part = new ArrayList<>();
    for (AskGroups.Group each : wanted) {
      Object name = each.first().demandClass();
      if (before.contains(name) || of.take(this, name)) {
        held.add(name);
        part.add(each);
      }
    }
    return part;
  }

  private List<AskGroups.Group> candidates(AskTable asks, Predicate<Ask> canBeHeld) {
    List<AskGroups.Group> found = new ArrayList<>();
    int looked = 0;
    for (AskGroups.Group each : asks.allClasses()) {
      if (found.size() == FIXED || looked++ == MOST_LOOKED_AT) {
        break;
      }
      if (canBeHeld.test(each.first())) {
        found.add(each);
      }
    }
    Set<AskGroups.Group> fixed = new HashSet<>(found);
    looked = 0;
    for (AskGroups.Group each : asks.allClasses().after(start)) {
      if (found.size() == AskTable.MOST_CLASSES || looked++ == MOST_LOOKED_AT) {
        break;
      }
      end = each.first().key();
      if (!fixed.contains(each) && canBeHeld.test(each.first())) {
        found.add(each);
      }
    }
    return found;
  }
}
