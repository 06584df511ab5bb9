// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.recording;

import static io.github.yarnfair.core.tree.ShareTree.NONE;
import static io.github.yarnfair.core.tree.ShareTree.ROOT;

import io.github.yarnfair.core.tree.Demand;
import io.github.yarnfair.core.tree.IntList;
import io.github.yarnfair.core.tree.ShareTree;
import io.github.yarnfair.core.tree.TreeListener;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Records a share tree as it stands, and then each change of it. */
final class TreeRecorder implements TreeListener {
  private final EventBuffer buffer;
  private final ShareTree tree;
  private final int length;

  /** Scratch: amounts. */
  private final long[] amounts;

  /** The nodes whose weights have changed at the end of an epoch; null at other times. */
  private @Nullable IntList reweighted;

  /** The node that was removed from its parent and is still in the tree: it is being moved. */
  private int moving = NONE;

  TreeRecorder(EventBuffer buffer, ShareTree tree) {
    this.buffer = buffer;
    this.tree = tree;
    length = tree.space().length();
    amounts = new long[length];
  }

  // ---------------------------------------------------------------------------------- as it stands

  /** Records all of the tree. */
  void snapshot() {
    capacityChanged();
    nodeShapesChanged();
    IntList nodes = new IntList();
    collect(ROOT, nodes);
    structure(nodes);
    for (int i = 0; i < nodes.size(); i++) {
      state(nodes.get(i));
    }
  }

  /** Adds a node and all below it, parents and elder siblings first. */
  private void collect(int node, IntList into) {
    into.add(node);
    for (int c = tree.firstChild(node); c != NONE; c = tree.nextSibling(c)) {
      collect(c, into);
    }
  }

  private void structure(IntList nodes) {
    int numbers = 3 + tree.freeHandles() + 3 * nodes.size();
    if (!buffer.begin(EventCode.TREE, numbers * EventBuffer.NUMBER)) {
      return;
    }
    buffer.put(tree.handleBound());
    buffer.put(tree.freeHandles());
    for (int i = 0; i < tree.freeHandles(); i++) {
      buffer.put(tree.freeHandle(i));
    }
    buffer.put(nodes.size() - 1);
    for (int i = 1; i < nodes.size(); i++) {
      int node = nodes.get(i);
      buffer.put(node);
      buffer.put(tree.parent(node));
      buffer.putByte(tree.isLeaf(node) ? 1 : 0);
    }
    buffer.end();
  }

  private void state(int node) {
    weightChanged(node);
    if (tree.isLimited(node)) {
      limitChanged(node);
    }
    if (!tree.isLeaf(node)) {
      if (tree.isInOrder(node)) {
        orderChanged(node);
      }
      return;
    }
    rankChanged(node);
    Demand held = tree.held(node);
    for (int i = 0; i < held.size(); i++) {
      usageChanged(node, held.vector(i), held.tasks(i));
    }
    if (!tree.demand(node).all().isEmpty()) {
      demandChanged(node);
    }
  }

  // -------------------------------------------------------------------------------------- changes

  @Override
  public void usageChanged(int leaf, long[] task, long count) {
    int code = count < 0 ? EventCode.RELEASE : EventCode.CHARGE;
    if (buffer.begin(code, 2 * EventBuffer.NUMBER + EventBuffer.most(task))) {
      buffer.put(leaf);
      if (count >= 0) {
        buffer.put(count);
      }
      buffer.putVector(task);
      buffer.end();
    }
  }

  @Override
  public void demandChanged(int leaf) {
    Demand demand = tree.demand(leaf);
    boolean isPart = !demand.unserved().isEmpty();
    boolean isGang = isPart || demand.together() > 1;
    int code = isGang ? EventCode.GANG_DEMAND : EventCode.DEMAND;
    int most = 2 * EventBuffer.NUMBER + EventBuffer.most(demand, length);
    if (isPart) {
      code = EventCode.PARTLY_SERVED_DEMAND;
      most += EventBuffer.most(demand.unserved(), length);
    }
    if (buffer.begin(code, most)) {
      buffer.put(leaf);
      if (isGang) {
        buffer.put(demand.together());
      }
      buffer.putDemand(demand, length);
      if (isPart) {
        buffer.putDemand(demand.unserved(), length);
      }
      buffer.end();
    }
  }

  /** Collects the nodes whose weights change from now on, for {@link #endEpoch}. */
  void beginEpoch() {
    reweighted = new IntList();
  }

  /** Records that an epoch has ended, with the weights that it has changed. */
  void endEpoch(long halfLifeMillis, boolean onlyContended) {
    IntList nodes = Objects.requireNonNull(reweighted);
    reweighted = null;
    int each = EventBuffer.NUMBER + tree.space().weights() * Double.BYTES;
    if (buffer.begin(EventCode.EPOCH, 2 * EventBuffer.NUMBER + 1 + nodes.size() * each)) {
      buffer.put(halfLifeMillis);
      buffer.putByte(onlyContended ? 1 : 0);
      buffer.put(nodes.size());
      for (int i = 0; i < nodes.size(); i++) {
        putWeights(nodes.get(i));
      }
      buffer.end();
    }
  }

  private void putWeights(int node) {
    buffer.put(node);
    for (int w = 0; w < tree.space().weights(); w++) {
      buffer.putDouble(tree.weightAt(node, w));
    }
  }

  @Override
  public void weightChanged(int node) {
    if (reweighted != null) {
      reweighted.add(node);
      return;
    }
    int weights = tree.space().weights();
    if (buffer.begin(EventCode.WEIGHT, EventBuffer.NUMBER + weights * Double.BYTES)) {
      putWeights(node);
      buffer.end();
    }
  }

  /** Entries of the vector are 0 where there is no limit, else the limit and 1. */
  @Override
  public void limitChanged(int node) {
    amounts[length - 1] = 0;
    for (int j = 0; j < tree.space().pairs(); j++) {
      long limit = tree.limit(node, j);
      amounts[j] = limit == ShareTree.UNLIMITED ? 0 : limit + 1;
    }
    if (buffer.begin(EventCode.LIMIT, EventBuffer.NUMBER + 1 + EventBuffer.most(amounts))) {
      buffer.put(node);
      buffer.putByte(tree.isPassable(node) ? 1 : 0);
      buffer.putVector(amounts);
      buffer.end();
    }
  }

  @Override
  public void orderChanged(int queue) {
    if (buffer.begin(EventCode.IN_ORDER, EventBuffer.NUMBER + 1)) {
      buffer.put(queue);
      buffer.putByte(tree.isInOrder(queue) ? 1 : 0);
      buffer.end();
    }
  }

  @Override
  public void rankChanged(int leaf) {
    if (buffer.begin(EventCode.RANK, 3 * EventBuffer.NUMBER)) {
      buffer.put(leaf);
      buffer.putSigned(tree.priority(leaf));
      buffer.putSigned(tree.submission(leaf));
      buffer.end();
    }
  }

  @Override
  public void added(int node) {
    boolean isMoved = node == moving;
    moving = NONE;
    int most = 2 * EventBuffer.NUMBER + 1 + Double.BYTES;
    if (buffer.begin(isMoved ? EventCode.MOVE : EventCode.ADD, most)) {
      buffer.put(node);
      buffer.put(tree.parent(node));
      if (!isMoved) {
        buffer.putByte(tree.isLeaf(node) ? 1 : 0);
        buffer.putDouble(tree.weight(node));
      }
      buffer.end();
    }
  }

  @Override
  public void removed(int node, int formerParent) {
    if (tree.contains(node)) {
      moving = node;
    } else if (buffer.begin(EventCode.REMOVE, EventBuffer.NUMBER)) {
      buffer.put(node);
      buffer.end();
    }
  }

  @Override
  public void capacityChanged() {
    amounts[length - 1] = 0;
    for (int j = 0; j < tree.space().pairs(); j++) {
      amounts[j] = tree.capacity(j);
    }
    if (buffer.begin(EventCode.CAPACITY, EventBuffer.most(amounts))) {
      buffer.putVector(amounts);
      buffer.end();
    }
  }

  @Override
  public void nodeShapesChanged() {
    List<long[]> shapes = tree.copyOfNodeShapes();
    if (buffer.begin(
        EventCode.SHAPES, EventBuffer.NUMBER + shapes.size() * EventBuffer.most(amounts))) {
      buffer.put(shapes.size());
      shapes.forEach(buffer::putVector);
      buffer.end();
    }
  }
}
