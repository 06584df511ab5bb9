// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.core.policy;

import io.github.yarnfair.core.tree.Demand;
import io.github.yarnfair.core.tree.Growth;
import io.github.yarnfair.core.tree.HeldTasks;
import io.github.yarnfair.core.tree.Offer;
import io.github.yarnfair.core.tree.ShareTree;
import io.github.yarnfair.core.tree.TaskKinds;
import java.util.Arrays;

/**
 * The pools of a leaf queue: its applications by the {@linkplain TaskKinds kind} of their tasks,
 * computed plainly. An application with tasks of several kinds is in the pool of each. With, of
 * application a and tasks of the pool's kind,
 *
 * <pre>
 *   T_a   what it holds and has pending, w_a its weight
 *   S     what all applications hold; both as fractions of the kind's dominant entry
 *   A(f) = Σ min(T_a, w_a·f)
 * </pre>
 *
 * <p>the pool has the level L with A(L) = S, at which its tasks would stand if they were divided
 * fairly among its applications, and, where its queue is cut down to a level f, counts for the
 * fraction min(1, A(f)/S) of its usage. One object serves a whole tree, one leaf queue after the
 * other; it allocates nothing once it has seen the largest.
 */
public final class Pools {
  private final ShareTree tree;
  private final TaskKinds kinds;
  private final int shares;
  private final long[] task;

  /** By pool: the smallest task of it that can be served, +∞ if none can. */
  private double[] smallest = new double[4];

  /** By pool: the smallest task of it that waits, within its application's limit. */
  private double[] waiting = new double[4];

  /** By pool and entry of a share: what the pool holds, in the unit of the resource. */
  private long[] held = {};

  private int count;

  /** By member: its pool, T and w. */
  private int[] pool = new int[8];

  private double[] total = new double[8];
  private double[] weight = new double[8];
  private int members;

  /** Creates the pools of a tree's leaf queues, by kinds that last for a whole pass. */
  Pools(ShareTree tree, TaskKinds kinds) {
    this.tree = tree;
    this.kinds = kinds;
    shares = tree.space().shares();
    task = new long[tree.space().pairs()];
    held = new long[4 * shares];
  }

  /** Begins with a leaf queue. */
  void begin() {
    count = 0;
    members = 0;
    open(kinds.count() - 1);
  }

  /**
   * Adds an application.
   *
   * @param room what it may use of the offer, amounts from an offset on
   */
  void add(int leaf, Offer offer, long[] room, int offset) {
    int first = members;
    Demand pending = tree.demand(leaf);
    for (int i = 0; i < pending.size(); i++) {
      pending.copyTo(i, task);
      int of = kinds.of(task);
      if (of != TaskKinds.NONE) {
        open(of);
        double size = kinds.share(task, kinds.dominant(of));
        long tasks = pending.tasks(i);
        int at = member(first, of, leaf);
        total[at] += tasks == Demand.ENDLESS ? Double.POSITIVE_INFINITY : size * tasks;
        double together = size * pending.together();
        if (!offer.isSkipped(leaf) && offer.fits(pending, i, room, offset)) {
          smallest[of] = Math.min(smallest[of], together);
        }
        if (!offer.isSkipped(leaf) && tree.isWithinLimit(leaf, pending, i)) {
          waiting[of] = Math.min(waiting[of], together);
        }
      }
    }
    HeldTasks running = tree.heldTasks();
    for (int i = 0; i < running.size(leaf); i++) {
      running.copyTo(leaf, i, task);
      int of = kinds.of(task);
      if (of != TaskKinds.NONE) {
        open(of);
        long tasks = running.tasks(leaf, i);
        int at = member(first, of, leaf);
        total[at] += kinds.share(task, kinds.dominant(of)) * tasks;
        for (int s = 0; s < shares; s++) {
          held[of * shares + s] += tree.space().shareAmount(task, s) * tasks;
        }
      }
    }
  }

  /** Makes sure that there is a pool for each kind up to one, empty at first. */
  private void open(int kind) {
    if (kind >= smallest.length) {
      int length = Growth.length(kind + 1, smallest.length);
      smallest = Arrays.copyOf(smallest, length);
      waiting = Arrays.copyOf(waiting, length);
      held = Arrays.copyOf(held, length * shares);
    }
    for (; count <= kind; count++) {
      smallest[count] = Double.POSITIVE_INFINITY;
      waiting[count] = Double.POSITIVE_INFINITY;
      Arrays.fill(held, count * shares, (count + 1) * shares, 0L);
    }
  }

  /** Returns the place of the leaf at hand, whose places begin at the first, in a pool. */
  private int member(int first, int of, int leaf) {
    int at = first;
    while (at < members && pool[at] != of) {
      at++;
    }
    if (at == members) {
      if (members == pool.length) {
        pool = Arrays.copyOf(pool, 2 * members);
        total = Arrays.copyOf(total, 2 * members);
        weight = Arrays.copyOf(weight, 2 * members);
      }
      pool[at] = of;
      total[at] = 0.0;
      weight[at] = tree.weight(leaf, kinds.dominant(of));
      members++;
    }
    return at;
  }

  /** Returns a bound above the kinds of all pools; some of them are empty. */
  public int count() {
    return count;
  }

  /** Returns whether no task of a pool can be served. */
  public boolean isBlocked(int of) {
    return smallest[of] == Double.POSITIVE_INFINITY;
  }

  /** Returns an entry of a pool's usage, as a fraction of the cluster. */
  public double usedFraction(int of, int share) {
    long amount = held[of * shares + share];
    long capacity = tree.shareCapacity(share);
    return amount != 0 && capacity > 0 ? (double) amount / capacity : 0.0;
  }

  /** Returns S, what a pool holds of its kind's dominant entry, as a fraction of the cluster. */
  public double held(int of) {
    return usedFraction(of, kinds.dominant(of));
  }

  /** Returns the level L with A(L) = S: 0 for a pool that holds nothing. */
  public double level(int of) {
    double level = 0.0;
    double next = held(of) > 0 ? nextLevel(of, level) : 0.0;
    while (next > level) {
      level = next;
      next = nextLevel(of, level);
    }
    return level;
  }

  /** Makes a step of Newton's iteration, which approaches L from below as A is concave. */
  private double nextLevel(int of, double level) {
    double left = held(of);
    double weights = 0.0;
    for (int at = 0; at < members; at++) {
      if (pool[at] == of) {
        boolean isMet = total[at] <= weight[at] * level;
        left -= isMet ? total[at] : 0.0;
        weights += isMet ? 0.0 : weight[at];
      }
    }
    return weights > 0 ? left / weights : level;
  }

  /**
   * Returns the level of a pool for tasks of a demand's class, at least that of one of them; +∞ if
   * they count in no share.
   */
  double level(Demand demand, int index) {
    demand.copyTo(index, task);
    int of = kinds.of(task);
    return of == TaskKinds.NONE
        ? Double.POSITIVE_INFINITY
        : Math.max(
            level(of), kinds.share(task, kinds.dominant(of)) * demand.together() / meanWeight(of));
  }

  /**
   * Returns the level of one task: the smallest of a pool's that can be served, by the mean weight
   * of its applications; +∞ if none can be.
   */
  public double levelOfOneTask(int of) {
    return smallest[of] / meanWeight(of);
  }

  /** Returns the same of the tasks that wait, whether or not they fit; 0 if none does. */
  public double levelOfOneWaiting(int of) {
    return waiting[of] < Double.POSITIVE_INFINITY ? waiting[of] / meanWeight(of) : 0.0;
  }

  /** Returns whether no application holds or wants tasks of the kind. */
  public boolean isEmpty(int of) {
    return meanWeight(of) == 0.0;
  }

  private double meanWeight(int of) {
    double weights = 0.0;
    int applications = 0;
    for (int at = 0; at < members; at++) {
      weights += pool[at] == of ? weight[at] : 0.0;
      applications += pool[at] == of ? 1 : 0;
    }
    return applications > 0 ? weights / applications : 0.0;
  }

  /** Returns min(1, A(f)/S): the fraction of a pool's usage that counts. */
  public double part(int of, double level) {
    double sum = 0.0;
    for (int at = 0; at < members; at++) {
      sum += pool[at] == of ? Math.min(total[at], weight[at] * level) : 0.0;
    }
    double all = held(of);
    return sum < all ? sum / all : 1.0;
  }
}
