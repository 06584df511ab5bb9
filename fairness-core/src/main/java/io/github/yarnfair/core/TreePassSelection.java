/*
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *     http://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */
package io.github.yarnfair.core;

import java.util.Arrays;

/**
 * Selection by one pass over the whole tree: every node is rated after its children, then the walk
 * goes from the root to the least key that is not blocked, until a leaf. O(q·m) per decision for q
 * nodes and m resources; allocates nothing once the tree has stopped growing.
 *
 * <p>A leaf is blocked if it was skipped in this offer or none of its pending tasks fits what is
 * free within the limits above it; a queue is blocked if all its children are. A queue's limit acts
 * like a smaller offer for its subtree: min(W, limit − used).
 */
public final class TreePassSelection implements Selection {
  private final ShareTree tree;
  private final FairnessPolicy policy;
  private final Shares shares;
  private final int length;
  private long[] room = new long[0];

  /** Creates the selection over a tree, by a policy. */
  public TreePassSelection(ShareTree tree, FairnessPolicy policy) {
    this.tree = tree;
    this.policy = policy;
    shares = new Shares(tree);
    length = tree.space().length();
  }

  /** Returns the standing of every node as of the last {@link #next}. */
  public Shares shares() {
    return shares;
  }

  @Override
  public int next(Offer offer) {
    shares.begin(offer);
    policy.prepare(tree);
    rate(ShareTree.ROOT, offer, 0);
    int node = shares.isBlocked(ShareTree.ROOT) ? ShareTree.NONE : ShareTree.ROOT;
    while (node != ShareTree.NONE && !tree.isLeaf(node)) {
      node = shares.next(node);
    }
    return node;
  }

  private void rate(int node, Offer offer, int depth) {
    narrow(node, offer, depth);
    if (tree.isLeaf(node)) {
      shares.attributeHeld(node);
      boolean blocked =
          offer.isSkipped(node) || !offer.fits(tree.demand(node), room, depth * length);
      shares.rate(node, policy.leafKey(shares, node), blocked);
      return;
    }
    boolean blocked = true;
    for (int c = tree.firstChild(node); c != ShareTree.NONE; c = tree.nextSibling(c)) {
      rate(c, offer, depth + 1);
      blocked &= shares.isBlocked(c);
    }
    shares.rate(node, policy.queueKey(shares, node), blocked);
  }

  /** Computes a node's room: its parent's room within the node's own limit. */
  private void narrow(int node, Offer offer, int depth) {
    if (room.length < (depth + 1) * length) {
      room = Arrays.copyOf(room, Growth.length((depth + 1) * length, room.length));
    }
    if (depth == 0) {
      offer.copyMost(room, 0);
    } else {
      System.arraycopy(room, (depth - 1) * length, room, depth * length, length);
    }
    tree.reduceToLimit(node, room, depth * length);
  }
}
