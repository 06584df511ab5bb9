// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.core.tree;

import java.util.Arrays;
import java.util.Comparator;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * What a leaf has pending: its distinct demand vectors and how many tasks of each, in the order in
 * which they were {@linkplain Builder#add added}. Immutable, so that a reader can keep it.
 */
public final class Demand {
  /** No pending task. */
  public static final Demand NOTHING = new Demand(new long[0][], new long[0], 1, null);

  /** A number of tasks that never runs out. */
  public static final long ENDLESS = Long.MAX_VALUE;

  private final long[][] vectors;
  private final long[] tasks;
  private final long together;

  /** See {@link #withUnserved}; null for nothing. */
  private final @Nullable Demand unserved;

  /** See {@link #all}; null for this demand itself. */
  private final @Nullable Demand all;

  /** The indexes of the vectors in ascending order; null if they are in this order. */
  private final int @Nullable [] ascending;

  private Demand(long[][] vectors, long[] tasks, long together, @Nullable Demand unserved) {
    this.vectors = vectors;
    this.tasks = tasks;
    this.together = together;
    this.unserved = unserved;
    ascending = ascending(vectors);
    all = unserved == null ? null : new Builder().addAll(this).addAll(unserved).build();
  }

  private static int @Nullable [] ascending(long[][] vectors) {
    for (int i = 1; i < vectors.length; i++) {
      if (Arrays.compare(vectors[i - 1], vectors[i]) > 0) {
        Comparator<Integer> order = (a, b) -> Arrays.compare(vectors[a], vectors[b]);
        return IntStream.range(0, vectors.length)
            .boxed()
            .sorted(order)
            .mapToInt(Integer::intValue)
            .toArray();
      }
    }
    return null;
  }

  /** Returns the demand of a number of equal tasks. */
  public static Demand of(long[] vector, long tasks) {
    return new Builder().add(vector, tasks).build();
  }

  /**
   * Returns this demand of a leaf whose tasks start together, all or none: a gang. Such a number of
   * tasks counts as one where a level is at least that of one task.
   *
   * @param count of tasks, at least 1
   * @throws IllegalArgumentException if it is less
   */
  public Demand startingTogether(long count) {
    if (count < 1) {
      throw new IllegalArgumentException(count + " tasks that start together: expected 1 or more");
    }
    return count == together || isEmpty() ? this : new Demand(vectors, tasks, count, unserved);
  }

  /**
   * Returns this demand with other tasks that are not to be served now, in place of those that it
   * has: those of a gang that wait for its turn, or have room that is kept until the others have
   * some, and those that follow once it has started. They are among the leaf's tasks where the
   * cluster is {@linkplain TaskTotals divided}, and nowhere else.
   */
  public Demand withUnserved(Demand others) {
    Demand now = others.isEmpty() ? null : others;
    return now == unserved ? this : new Demand(vectors, tasks, together, now);
  }

  /** Returns the tasks that are not to be served now; its own tasks are without them. */
  public Demand unserved() {
    return unserved == null ? NOTHING : unserved;
  }

  /** Returns the tasks of this demand's classes together with those not to be served now. */
  public Demand all() {
    return all == null ? this : all;
  }

  /** Returns how many tasks start together, 1 if each starts by itself. */
  public long together() {
    return together;
  }

  /** Returns the number of distinct demand vectors. */
  public int size() {
    return vectors.length;
  }

  /** Returns whether no task is pending. */
  public boolean isEmpty() {
    return vectors.length == 0;
  }

  /** Returns the amount of a resource that a task of the given class needs. */
  public long amount(int index, int resource) {
    return vectors[index][resource];
  }

  /** Returns the index of the class whose vector is the i-th in ascending order. */
  int ascending(int i) {
    return ascending == null ? i : ascending[i];
  }

  /** Returns a copy of the demand vector of a class. */
  public long[] vector(int index) {
    return vectors[index].clone();
  }

  /** Returns whether tasks of a demand vector are pending. */
  public boolean contains(long[] vector) {
    return tasks(vector) > 0;
  }

  /** Copies the first amounts of the demand vector of a class, as many as there is room for. */
  public void copyTo(int index, long[] into) {
    System.arraycopy(vectors[index], 0, into, 0, into.length);
  }

  /** Returns how many tasks of a class are pending, {@link #ENDLESS} if they never run out. */
  public long tasks(int index) {
    return tasks[index];
  }

  /** Returns how many tasks of a demand vector are pending, likewise; 0 if none is. */
  public long tasks(long[] vector) {
    for (int i = 0; i < vectors.length; i++) {
      if (Arrays.equals(vectors[i], vector)) {
        return tasks[i];
      }
    }
    return 0;
  }

  /**
   * Returns whether a task of some class fits what is free: needs no more of any resource.
   *
   * @param free amounts, as many as a vector has, from the offset on
   */
  public boolean fits(long[] free, int offset) {
    for (long[] vector : vectors) {
      if (Amounts.fits(vector, free, offset)) {
        return true;
      }
    }
    return false;
  }

  /** Returns whether a task fits a room, and one of several nodes or what is free. */
  boolean fits(long[] room, int offset, OfferedNodes nodes, long[] free) {
    for (long[] vector : vectors) {
      if (fits(vector, room, offset) && (Amounts.fits(vector, free) || nodes.fits(vector))) {
        return true;
      }
    }
    return false;
  }

  /** Returns whether a task of one class fits a room, and one of several nodes or what is free. */
  boolean fits(int index, long[] room, int offset, @Nullable OfferedNodes nodes, long[] free) {
    long[] vector = vectors[index];
    return fits(vector, room, offset)
        && (nodes == null || Amounts.fits(vector, free) || nodes.fits(vector));
  }

  /** Returns whether a vector is nowhere above what is free from the offset on. */
  public static boolean fits(long[] vector, long[] free, int offset) {
    return Amounts.fits(vector, free, offset);
  }

  /** Returns this demand with some more tasks of a demand vector. */
  public Demand plus(long[] vector, long count) {
    return new Builder().addAll(this).add(vector, count).build().like(this);
  }

  /**
   * Returns this demand with one task less of a demand vector.
   *
   * @throws IllegalArgumentException if no task of that vector is pending
   */
  public Demand minus(long[] vector) {
    return less(vector, other -> Arrays.equals(other, vector));
  }

  /**
   * Returns this demand when one task of a demand vector has started: with one task less of that
   * vector, and of all others that stand for the same tasks in other machine classes.
   *
   * @throws IllegalArgumentException if no task of that vector is pending
   */
  public Demand started(ShareSpace space, long[] vector) {
    return less(vector, other -> Arrays.equals(other, vector) || space.areSameTasks(other, vector));
  }

  /** Returns the tasks of this demand's classes that another demand does not have. */
  public Demand without(Demand other) {
    Builder left = new Builder();
    for (int i = 0; i < vectors.length; i++) {
      long others = other.tasks(vectors[i]);
      left.add(vectors[i], tasks[i] == ENDLESS ? ENDLESS : Math.max(0, tasks[i] - others));
    }
    return left.build();
  }

  private Demand less(long[] vector, Predicate<long[]> isConcerned) {
    Builder left = new Builder();
    boolean found = false;
    for (int i = 0; i < vectors.length; i++) {
      found |= Arrays.equals(vectors[i], vector);
      boolean isLess = tasks[i] != ENDLESS && isConcerned.test(vectors[i]);
      left.add(vectors[i], isLess ? tasks[i] - 1 : tasks[i]);
    }
    if (!found) {
      throw new IllegalArgumentException("no pending task of " + Arrays.toString(vector));
    }
    return left.build().like(this);
  }

  /**
   * Returns this demand with as many tasks that start together, and the same ones that are not to
   * be served now, as another has: it replaces the other, whose tasks have changed.
   */
  public Demand like(Demand other) {
    return startingTogether(other.together).withUnserved(other.unserved());
  }

  /** Returns each vector and the number of its tasks, for messages. */
  @Override
  public String toString() {
    StringBuilder text = new StringBuilder("[");
    for (int i = 0; i < vectors.length; i++) {
      text.append(i == 0 ? "" : ", ").append(Arrays.toString(vectors[i])).append(" x ");
      text.append(tasks[i] == ENDLESS ? "endless" : tasks[i]);
    }
    text.append(together > 1 ? "] by " + together : "]");
    return text.append(unserved == null ? "" : " beside " + unserved).toString();
  }

  /**
   * Returns whether another demand has the same classes in the same order, and as many tasks, as
   * many of which start together, and the same ones that are not served.
   */
  public boolean isSameAs(Demand other) {
    return together == other.together
        && Arrays.deepEquals(vectors, other.vectors)
        && Arrays.equals(tasks, other.tasks)
        && (unserved == null ? other.unserved == null : unserved.isSameAs(other.unserved()));
  }

  void checkLength(int length) {
    for (long[] vector : vectors) {
      if (vector.length != length) {
        throw new IllegalArgumentException(
            "a demand of " + vector.length + " amounts: expected " + length);
      }
    }
    if (unserved != null) {
      unserved.checkLength(length);
    }
  }

  /** Collects demand vectors; equal ones become one class. */
  public static final class Builder {
    private long[][] vectors = new long[4][];
    private long[] tasks = new long[4];
    private int size;

    /**
     * Adds a number of tasks with a demand vector (copied); none is allowed and adds nothing.
     *
     * @throws IllegalArgumentException if an amount or the number of tasks is negative
     */
    public Builder add(long[] vector, long count) {
      if (count < 0 || Amounts.hasNegative(vector)) {
        throw new IllegalArgumentException(
            count + " tasks of " + Arrays.toString(vector) + ": nothing may be negative");
      }
      if (count == 0) {
        return this;
      }
      int index = indexOf(vector);
      if (index < size) {
        long sum = tasks[index] + count;
        tasks[index] = sum < 0 ? ENDLESS : sum;
        return this;
      }
      if (size == tasks.length) {
        vectors = Arrays.copyOf(vectors, size * 2);
        tasks = Arrays.copyOf(tasks, size * 2);
      }
      vectors[size] = vector.clone();
      tasks[size++] = count;
      return this;
    }

    private Builder addAll(Demand demand) {
      for (int i = 0; i < demand.size(); i++) {
        add(demand.vectors[i], demand.tasks[i]);
      }
      return this;
    }

    /** Returns the demand added so far. */
    public Demand build() {
      return size == 0
          ? NOTHING
          : new Demand(Arrays.copyOf(vectors, size), Arrays.copyOf(tasks, size), 1, null);
    }

    private int indexOf(long[] vector) {
      int index = 0;
      while (index < size && !Arrays.equals(vectors[index], vector)) {
        index++;
      }
      return index;
    }
  }
}
