// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.testing;

import io.github.yarnfair.core.tree.ShareTree;
import io.github.yarnfair.core.tree.TreeListener;
import io.github.yarnfair.scheduler.HierarchicalScheduler;
import java.lang.reflect.Field;
import java.util.Arrays;
import java.util.concurrent.locks.ReentrantReadWriteLock.WriteLock;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.AbstractYarnScheduler;

/**
 * Reports each change of the share tree in force by a thread that does not hold the scheduler's
 * write lock, which guards it: usage, demand, weights, limits, orders, nodes that come and go.
 */
final class LockWatch implements TreeListener {
  private static final Field LOCK = PrivateField.of(AbstractYarnScheduler.class, "writeLock");

  private final WriteLock lock;
  private final SchedulerErrors errors;

  LockWatch(HierarchicalScheduler scheduler, SchedulerErrors errors) {
    this.errors = errors;
    try {
      lock = (WriteLock) LOCK.get(scheduler);
    } catch (IllegalAccessException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Watches a tree from here on, also if a recording has removed its listeners. */
  void watch(ShareTree tree) {
    lock.lock();
    try {
      tree.removeListener(this);
      tree.addListener(this);
    } finally {
      lock.unlock();
    }
  }

  private void check(String what, int node) {
    if (!lock.isHeldByCurrentThread()) {
      errors.add(
          "%s of node %d changed without the scheduler's write lock: %s"
              .formatted(what, node, Arrays.toString(Thread.currentThread().getStackTrace())));
    }
  }

  @Override
  public void usageChanged(int leaf) {
    check("usage", leaf);
  }

  @Override
  public void demandChanged(int leaf) {
    check("demand", leaf);
  }

  @Override
  public void weightChanged(int node) {
    check("weight", node);
  }

  @Override
  public void limitChanged(int node) {
    check("limit", node);
  }

  @Override
  public void orderChanged(int queue) {
    check("order", queue);
  }

  @Override
  public void rankChanged(int leaf) {
    check("rank", leaf);
  }

  @Override
  public void added(int node) {
    check("parent", node);
  }

  @Override
  public void removed(int node, int formerParent) {
    check("parent", node);
  }

  @Override
  public void capacityChanged() {
    check("capacity", ShareTree.ROOT);
  }

  @Override
  public void nodeShapesChanged() {
    check("node shapes", ShareTree.ROOT);
  }
}
