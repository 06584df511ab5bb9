// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.core.incremental;

import static io.github.yarnfair.core.tree.ShareTree.NONE;
import static io.github.yarnfair.core.tree.ShareTree.ROOT;

import io.github.yarnfair.core.incremental.demand.ClassKinds;
import io.github.yarnfair.core.incremental.demand.Entries;
import io.github.yarnfair.core.incremental.demand.Least;
import io.github.yarnfair.core.policy.KindPolicy;
import io.github.yarnfair.core.policy.OrderedShare;
import io.github.yarnfair.core.policy.Shares;
import io.github.yarnfair.core.tree.ChangedNodes;
import io.github.yarnfair.core.tree.ShareTree;
import java.util.Arrays;

/**
 * Selection by a {@link KindPolicy} along one path of the tree. A queue's key for an offer is the
 * least of its keys for the kinds of task that fit; so each queue keeps, for each demand class, its
 * children by the key they have for its kind, and an offer needs no more than the least of these.
 *
 * <p>A change of a node touches its path, and so does a node that comes or goes: O(depth·(σ·log n +
 * m)) for σ classes and n siblings. Where the policy says that keys elsewhere have changed too, and
 * if the cluster has changed, what lies below is recomputed in place.
 */
public final class KindSelection extends IncrementalSelection {
  private static final Least NO_CHILD = new Least();

  private final KindPolicy policy;
  private final Shares shares;
  private final OrderedShare share;
  private final LateNodes late;

  /** The queues with children added, removed or reweighted. */
  private final ChangedNodes regrouped = new ChangedNodes();

  /** The queues below which the policy says that keys have changed. */
  private final ChangedNodes reordered = new ChangedNodes();

  private KindQueue[] queues = new KindQueue[0];

  private final ClassKinds kinds;
  private final KindKeys keys;
  private long[] former = new long[0];

  /** Creates the selection over a tree, which it follows from now on. */
  public KindSelection(ShareTree tree, KindPolicy policy) {
    super(tree);
    this.policy = policy;
    shares = new Shares(tree);
    share = new OrderedShare(tree);
    kinds = new ClassKinds(tree, pending);
    keys = new KindKeys(policy, kinds, pending);
    late = new LateNodes(tree, policy, keys, sets, share, node -> queues[node]);
  }

  @Override
  int leastChild(int queue, int depth) {
    KindQueue at = queues[queue];
    Least lateOne = late.contains(queue) ? at.late().first(sets, depth, late) : NO_CHILD;
    return at.first(sets.bits(), sets.offset(depth), lateOne);
  }

  /** From a queue that is not late, the kinds by which it was chosen alone may be served. */
  @Override
  void narrow(int node, int depth) {
    super.narrow(node, depth);
    if (policy.staysWithKind() && !tree.isLeaf(node) && !late.contains(node)) {
      keys.keepLeast(queues[node], sets.bits(), sets.offset(depth));
    }
  }

  @Override
  void update(ChangedNodes nodes, boolean all) {
    shares.grow();
    if (all) {
      forgetKinds();
    }
    kinds.update();
    boolean isOutdated = all || policy.hasNews(tree);
    for (int i = 0; i < nodes.count(); i++) {
      if (tree.isLeaf(nodes.get(i))) {
        reordered.addNode(policy.updateLeaf(tree, nodes.get(i)));
      }
    }
    for (int i = 0; i < recounted.count(); i++) {
      reordered.addNode(policy.updateLeaf(tree, recounted.get(i)));
    }
    for (int i = 0; i < regrouped.count(); i++) {
      reordered.addNode(policy.updateChildren(tree, regrouped.get(i)));
    }
    prepare(isOutdated);
    for (int i = 0; i < nodes.count(); i++) {
      updatePath(nodes.get(i));
    }
    if (isOutdated) {
      rateBelow(ROOT);
    } else {
      updateRecounted(nodes);
      rateReordered();
    }
    regrouped.clear();
    reordered.clear();
  }

  private void forgetKinds() {
    kinds.clear();
    for (KindQueue queue : queues) {
      if (queue != null) {
        queue.ratings.clear();
      }
    }
  }

  private void prepare(boolean isOutdated) {
    if (isOutdated) {
      policy.prepare(tree);
      return;
    }
    for (int i = 0; i < reordered.count(); i++) {
      if (!reordered.containsAbove(tree, reordered.get(i))) {
        policy.prepareBelow(tree, reordered.get(i));
      }
    }
  }

  /** Rates the queues above leaves that want more or fewer tasks, as far as that matters there. */
  private void updateRecounted(ChangedNodes updated) {
    for (int i = 0; i < recounted.count(); i++) {
      int leaf = recounted.get(i);
      int queue = tree.parent(leaf);
      boolean isCounted = queue != ROOT && !queues[queue].ratings.isIndifferentToCounts();
      if (isCounted && !updated.contains(leaf) && queues[queue].ordered() == null) {
        queues[queue].ratings.putLeaf(KindQueue.leafMember(entry[leaf]), leaf);
        for (int n = queue; n != ROOT && (rateQueue(n) || late.contains(n)); n = tree.parent(n)) {
          System.arraycopy(pending.usable(), n * former.length, former, 0, former.length);
          updateParent(n, queues[n]);
        }
      }
    }
  }

  private void rateReordered() {
    for (int i = 0; i < reordered.count(); i++) {
      int top = reordered.get(i);
      if (!reordered.containsAbove(tree, top)) {
        rateBelow(top);
        climb(tree.parent(top), false);
      }
    }
  }

  private void rateBelow(int node) {
    for (int c = tree.firstChild(node); c != NONE; c = tree.nextSibling(c)) {
      if (tree.isLeaf(c)) {
        putLeaf(c);
      } else {
        rateBelow(c);
      }
    }
    rate(node, false);
  }

  /** Rates a node and then the queues above it as far as that matters to them. */
  private void updatePath(int node) {
    if (tree.isLeaf(node)) {
      boolean narrowed = pending.refresh(node);
      putLeaf(node);
      climb(tree.parent(node), narrowed);
    } else {
      climb(node, true);
    }
  }

  private void climb(int from, boolean childNarrowed) {
    boolean narrowed = childNarrowed;
    for (int n = from; n != NONE; n = tree.parent(n)) {
      narrowed = rate(n, narrowed);
    }
  }

  /**
   * Rates a queue and enters it in its parent's contest and ratings.
   *
   * @param narrowed whether what a child could use has changed
   * @return whether what the queue could use has changed
   */
  private boolean rate(int node, boolean narrowed) {
    System.arraycopy(pending.usable(), node * former.length, former, 0, former.length);
    boolean changes = (narrowed || tree.isLimited(node)) && pending.refresh(node);
    if (node != ROOT) { // its key is never asked
      rateQueue(node);
      updateParent(node, queues[node]);
    }
    return changes;
  }

  /** Rates a queue; returns whether it counts for something else than before. */
  private boolean rateQueue(int node) {
    KindQueue queue = queues[node];
    if (policy.hasOwnKey()) {
      shares.attributeHeld(node);
      queue.ownKey = policy.ownKey(shares, node);
    }
    queue.ratings.rate(node, pending.below(), node * pending.words());
    return queue.ratings.isMoved();
  }

  /**
   * Enters a queue in its parent's contest, for the classes of which the key may have changed, and
   * in its ratings. What it could use was {@link #former}.
   */
  private void updateParent(int node, KindQueue queue) {
    KindQueue parent = queues[tree.parent(node)];
    if (late.contains(node)) {
      parent.late().update(entry[node]);
      return;
    }
    boolean isFirst = queue.enter(kinds.updates());
    int offset = node * pending.words();
    keys.enter(queue, parent, entry[node], tieBreak[node], former, offset, isFirst);
    if (tree.parent(node) != ROOT) { // its ratings are never asked
      parent.ratings.putQueue(KindQueue.queueMember(entry[node]), queue.ratings, isFirst);
    }
  }

  private void putLeaf(int leaf) {
    OrderedLeaves ordered = queues[tree.parent(leaf)].ordered();
    if (ordered != null) {
      ordered.put(entry[leaf], leaf);
      return;
    }
    shares.attributeHeld(leaf);
    KindQueue queue = queues[tree.parent(leaf)];
    queue.leaves.put(
        entry[leaf],
        policy.leafKey(shares, leaf),
        tieBreak[leaf],
        pending.usable(),
        leaf * pending.words());
    queue.ratings.putLeaf(KindQueue.leafMember(entry[leaf]), leaf);
  }

  @Override
  void reset() {
    former = new long[pending.words()];
    regrouped.clear();
    reordered.clear();
    shares.grow();
    late.reset();
    kinds.clear();
    kinds.update();
    policy.prepare(tree);
  }

  @Override
  void attach(int node) {
    if (!tree.isLeaf(node)) {
      queues[node] =
          new KindQueue(
              KindRatings.of(tree, policy, kinds, hasQueues(node)),
              pending.words(),
              late.contains(node));
      if (tree.servesInOrder(node)) {
        queues[node].serveInOrder(tree, pending, share);
      }
    }
    join(node);
  }

  /** Gives a node a number among its parent's children, as the last of them. */
  private void join(int node) {
    tieBreak[node] = ++lastTieBreak;
    if (node != ROOT) {
      KindQueue queue = queues[tree.parent(node)];
      Entries siblings = late.contains(node) ? queue.late().entries : queue.entries;
      entry[node] = (tree.isLeaf(node) ? queue.leafEntries : siblings).add(node, tieBreak[node]);
    }
  }

  @Override
  void recompute(int node) {
    if (tree.isLeaf(node)) {
      putLeaf(node);
    } else {
      rate(node, false);
    }
  }

  @Override
  void grow(int length) {
    queues = Arrays.copyOf(queues, length);
    late.grow(length);
  }

  @Override
  public void weightChanged(int node) {
    if (!isStale()) {
      regroup(tree.parent(node), node);
    }
    changed(node);
  }

  @Override
  public void orderChanged(int queue) {
    invalidate();
  }

  @Override
  public void rankChanged(int leaf) {
    OrderedLeaves ordered = isStale() ? null : queues[tree.parent(leaf)].ordered();
    if (ordered != null) {
      ordered.takeOut(entry[leaf]);
      changed(leaf);
    }
  }

  @Override
  public void added(int node) {
    if (isStale()) {
      return;
    }
    makeRoom();
    int parent = tree.parent(node);
    boolean endsOrder = !tree.isLeaf(node) && queues[parent].ordered() != null;
    if (endsOrder || late.contains(node)) {
      invalidate(); // its parent is late no longer, or the queues above it are now
      return;
    }
    if (queues[parent].ratings.changesForm(hasQueues(parent))) {
      if (tree.firstChild(parent) != node || tree.nextSibling(node) != NONE) {
        invalidate();
        return;
      }
      queues[parent].replaceRatings(
          KindRatings.of(tree, policy, kinds, hasQueues(parent))); // it had no children
    }
    if (tree.firstChild(node) == NONE) {
      attach(node);
    } else {
      join(node);
    }
    regroup(parent, node);
    changed(node);
  }

  @Override
  public void removed(int node, int formerParent) {
    if (!isStale()) {
      KindQueue parent = queues[formerParent];
      if (parent.leafEntries.holds(entry[node], node)) {
        parent.removeLeaf(entry[node]);
      } else {
        parent.removeQueue(node, entry[node], queues[node]);
      }
      pending.detach(node, formerParent);
      regroup(formerParent, node);
      changed(formerParent);
      if (!tree.contains(node)) {
        regrouped.remove(node);
        policy.forget(node);
      }
      boolean isOrderedNow = tree.servesInOrder(formerParent) && parent.ordered() == null;
      boolean isOtherForm = parent.ratings.changesForm(hasQueues(formerParent));
      if (isOtherForm && tree.firstChild(formerParent) == NONE) {
        parent.replaceRatings(KindRatings.of(tree, policy, kinds, false));
      } else if (isOrderedNow || isOtherForm || late.contains(node)) {
        invalidate(); // its last queue is gone, or the queues above it are late no longer
      }
    }
    if (!tree.contains(node)) {
      late.remove(node);
    }
    super.removed(node, formerParent);
  }

  private void regroup(int queue, int child) {
    // The policy knows a node that has moved by its new siblings alone.
    boolean hasLeft =
        policy.form() == KindPolicy.Form.LEAF_QUEUES
            && queue != NONE
            && tree.parent(child) != queue
            && hasQueues(queue);
    if (queue != NONE && (hasLeft || policy.concernsSiblings(tree, child))) {
      regrouped.add(queue);
    }
  }
}
