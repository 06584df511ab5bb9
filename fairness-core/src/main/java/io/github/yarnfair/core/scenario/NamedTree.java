// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.core.scenario;

import io.github.yarnfair.core.tree.Demand;
import io.github.yarnfair.core.tree.ShareSpace;
import io.github.yarnfair.core.tree.ShareTree;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A {@link ShareTree} planted from a {@link TreeSpec}, its nodes found by name. */
public final class NamedTree {
  private final ShareTree tree;
  private final Map<String, Integer> handles = new LinkedHashMap<>();
  private final List<TreeSpec> leaves = new ArrayList<>();

  private NamedTree(ShareSpace space) {
    tree = new ShareTree(space);
  }

  /** Plants a tree over a cluster; nothing is held and nothing pending. */
  public static NamedTree of(TreeSpec root, long... capacity) {
    return of(ShareSpace.ofOneClass(capacity.length), root, capacity);
  }

  /**
   * Plants a tree over a cluster of several machine classes; nothing is held and nothing pending.
   *
   * @param capacity {@link ShareSpace#length()} amounts, as those of demands
   */
  public static NamedTree of(ShareSpace space, TreeSpec root, long... capacity) {
    NamedTree named = new NamedTree(space);
    named.tree.setCapacity(capacity);
    named.tree.setWeight(ShareTree.ROOT, root.weight());
    named.plant(root, ShareTree.ROOT);
    return named;
  }

  /** Makes all tasks of all leaves pending. */
  public NamedTree submitAll() {
    for (TreeSpec leaf : leaves) {
      tree.setDemand(node(leaf.name()), Demand.of(leaf.demand(), leaf.tasks()));
    }
    return this;
  }

  /** Returns the tree. */
  public ShareTree tree() {
    return tree;
  }

  /** Returns a node's handle. */
  public int node(String name) {
    Integer handle = handles.get(name);
    if (handle == null) {
      throw new IllegalArgumentException("no node " + name + " among " + handles.keySet());
    }
    return handle;
  }

  /** Returns the names of all nodes in pre-order, the root first. */
  public List<String> names() {
    return List.copyOf(handles.keySet());
  }

  /** Returns the leaves in pre-order. */
  public List<TreeSpec> leaves() {
    return List.copyOf(leaves);
  }

  private void plant(TreeSpec spec, int handle) {
    handles.put(spec.name(), handle);
    if (spec.isLimited()) {
      long[] limit = new long[tree.space().length()];
      for (int j = 0; j < limit.length; j++) {
        limit[j] = spec.limit(j);
      }
      tree.setLimit(handle, limit);
    }
    if (spec.isLeaf()) {
      leaves.add(spec);
    }
    for (TreeSpec child : spec.children()) {
      plant(
          child,
          child.isLeaf()
              ? tree.addLeaf(handle, child.weight())
              : tree.addQueue(handle, child.weight()));
    }
  }
}
