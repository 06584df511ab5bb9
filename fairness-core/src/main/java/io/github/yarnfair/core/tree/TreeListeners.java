// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.core.tree;

import java.util.Arrays;

/** Passes each change of a tree to all listeners. */
final class TreeListeners implements TreeListener {
  private TreeListener[] listeners = {};

  void add(TreeListener listener) {
    listeners = Arrays.copyOf(listeners, listeners.length + 1);
    listeners[listeners.length - 1] = listener;
  }

  void remove(TreeListener listener) {
    listeners =
        Arrays.stream(listeners).filter(other -> other != listener).toArray(TreeListener[]::new);
  }

  void clear() {
    listeners = new TreeListener[0];
  }

  @Override
  public void usageChanged(int leaf, long[] task, long count) {
    for (TreeListener listener : listeners) {
      listener.usageChanged(leaf, task, count);
    }
  }

  @Override
  public void demandChanged(int leaf) {
    for (TreeListener listener : listeners) {
      listener.demandChanged(leaf);
    }
  }

  @Override
  public void weightChanged(int node) {
    for (TreeListener listener : listeners) {
      listener.weightChanged(node);
    }
  }

  @Override
  public void limitChanged(int node) {
    for (TreeListener listener : listeners) {
      listener.limitChanged(node);
    }
  }

  @Override
  public void orderChanged(int queue) {
    for (TreeListener listener : listeners) {
      listener.orderChanged(queue);
    }
  }

  @Override
  public void rankChanged(int leaf) {
    for (TreeListener listener : listeners) {
      listener.rankChanged(leaf);
    }
  }

  @Override
  public void added(int node) {
    for (TreeListener listener : listeners) {
      listener.added(node);
    }
  }

  @Override
  public void removed(int node, int formerParent) {
    for (TreeListener listener : listeners) {
      listener.removed(node, formerParent);
    }
  }

  @Override
  public void capacityChanged() {
    for (TreeListener listener : listeners) {
      listener.capacityChanged();
    }
  }

  @Override
  public void nodeShapesChanged() {
    for (TreeListener listener : listeners) {
      listener.nodeShapesChanged();
    }
  }
}
