// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.core.incremental.pool;

import io.github.yarnfair.core.incremental.demand.LeafTasks;
import io.github.yarnfair.core.tree.ShareTree;
import io.github.yarnfair.core.tree.TaskKinds;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The pools of a leaf queue, as {@link io.github.yarnfair.core.policy.Pools} defines them, kept up
 * to date leaf by leaf. A change of a leaf costs O(m + log n) for each kind of its tasks and for
 * each pool of the queue a level, however many leaves there are. That a task starts, or ends and is
 * asked for again, leaves the order of the members alone.
 */
public final class LeafPools {
  private final ShareTree tree;
  private final TaskKinds kinds;
  private final LeafTasks tasks;
  private final int shares;

  /** By kind. */
  private @Nullable LeafPool[] pools = new LeafPool[0];

  /**
   * Creates the pools of a queue without leaves.
   *
   * @param tasks scratch of the queues of a tree
   */
  public LeafPools(ShareTree tree, TaskKinds kinds, LeafTasks tasks) {
    this.tree = tree;
    this.kinds = kinds;
    this.tasks = tasks;
    shares = tree.space().shares();
  }

  /** Forgets all, as the kinds have other numbers. */
  public void clear() {
    Arrays.fill(pools, null);
  }

  /** Returns the pool of a kind. */
  public @Nullable LeafPool pool(int kind) {
    return kind < pools.length ? pools[kind] : null;
  }

  /** Returns a bound above the kinds of all pools. */
  public int bound() {
    return pools.length;
  }

  /** Enters or updates a leaf by its number. */
  public void put(int entry, int leaf) {
    tasks.read(leaf);
    if (tasks.bound() > pools.length) {
      pools = Arrays.copyOf(pools, tasks.bound());
    }
    for (int kind = 0; kind < pools.length; kind++) {
      LeafPool pool = pools[kind];
      double total = kind < tasks.bound() ? tasks.total(kind) : 0.0;
      if (total > 0) {
        if (pool == null) {
          pool = new LeafPool(tree, kinds.dominant(kind));
          pools[kind] = pool;
        }
        double weight = tree.weight(leaf, kinds.dominant(kind));
        pool.put(entry, total, weight, tasks.held(), kind * shares);
      } else if (pool != null) {
        pool.remove(entry);
      }
    }
  }

  /**
   * Updates a leaf that wants more or fewer tasks of the kinds that it wanted, and holds what it
   * held.
   *
   * @return whether the pools may count for something else than before
   */
  public boolean recount(int entry, int leaf) {
    tasks.read(leaf);
    boolean matters = false;
    for (int kind = 0; kind < tasks.bound(); kind++) {
      if (tasks.total(kind) > 0) {
        LeafPool pool = pool(kind);
        if (pool == null || !pool.contains(entry)) {
          return true;
        }
        matters |= pool.recount(entry, tasks.total(kind));
      }
    }
    return matters;
  }

  /** Removes a leaf. */
  public void remove(int entry) {
    for (LeafPool pool : pools) {
      if (pool != null) {
        pool.remove(entry);
      }
    }
  }

  /**
   * Adds to a usage what all pools count for if their queue is cut down to a level.
   *
   * @param usage m numbers from an offset on
   */
  public void attribute(double level, double[] usage, int offset) {
    for (LeafPool pool : pools) {
      if (pool != null) {
        pool.attribute(level, usage, offset);
      }
    }
  }
}
