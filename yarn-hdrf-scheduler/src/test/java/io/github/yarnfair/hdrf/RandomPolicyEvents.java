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
package io.github.yarnfair.hdrf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import io.github.yarnfair.core.Demand;
import io.github.yarnfair.core.Offer;
import io.github.yarnfair.core.ShareTree;
import io.github.yarnfair.core.ShareTreeAudit;
import io.github.yarnfair.core.TreePassSelection;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/** A share tree and its plain double, to which the same random things happen. */
final class RandomPolicyEvents {
  private static final double EXACT = 1e-12;

  private final Random random;
  private final boolean corrected;
  private final int resources;
  private final long[] capacity;
  private final long[] free;
  private final ShareTree tree;
  private final TreePassSelection selection;
  private final Offer offer;
  private final PlainHdrf.Node root;
  private final Map<PlainHdrf.Node, Integer> handles = new LinkedHashMap<>();

  RandomPolicyEvents(Random random, boolean corrected) {
    this.random = random;
    this.corrected = corrected;
    resources = 1 + random.nextInt(4);
    capacity = new long[resources];
    free = new long[resources];
    tree = new ShareTree(resources);
    offer = new Offer(resources);
    root = new PlainHdrf.Node(resources);
    handles.put(root, ShareTree.ROOT);
    selection =
        new TreePassSelection(tree, corrected ? new HdrfPolicy() : new PublishedHdrfPolicy());
    resizeCluster();
    int nodes = 2 + random.nextInt(15);
    for (int i = 0; i < nodes; i++) {
      addNode();
    }
  }

  void somethingHappens() {
    switch (random.nextInt(14)) {
      case 0 -> addNode();
      case 1 -> removeNode();
      case 2 -> moveNode();
      case 3 -> limit();
      case 4 -> weigh();
      case 5 -> resizeCluster();
      case 6, 7 -> release();
      case 8, 9 -> charge();
      case 10, 11 -> want();
      default -> newOffer();
    }
  }

  /** Compares keys and choice, and gives the chosen leaf its task. */
  boolean decideAndCompare(String where) {
    PlainHdrf.Node expected = PlainHdrf.choose(root, capacity, free, corrected);
    int chosen = selection.next(offer);
    for (Map.Entry<PlainHdrf.Node, Integer> entry : handles.entrySet()) {
      compare(entry.getKey(), entry.getValue(), where);
    }
    PlainHdrf.Node leaf = nodeOf(chosen);
    if (expected != leaf) {
      assertThat(isNearTie(expected, leaf)).as(where + ": another choice").isTrue();
    }
    if (leaf == null) {
      return false;
    }
    if (random.nextInt(8) == 0) {
      leaf.skipped = true;
      offer.skip(chosen);
    } else {
      long[] task = firstThatFits(leaf);
      give(leaf, task);
      offer.take(task);
      subtract(free, task);
    }
    return true;
  }

  void auditTree() {
    assertThat(ShareTreeAudit.violations(tree)).isEmpty();
  }

  /** Asserts only what differs: there are millions of keys. */
  private void compare(PlainHdrf.Node node, int handle, String where) {
    double key = selection.shares().key(handle);
    if (selection.shares().isBlocked(handle) != node.blocked) {
      fail("%s, node %d: expected blocked to be %s", where, handle, node.blocked);
    }
    if (!(Math.abs(key - node.key) <= EXACT)) {
      fail("%s, node %d: key %s, expected %s", where, handle, key, node.key);
    }
  }

  private void addNode() {
    PlainHdrf.Node queue = pick(queues());
    PlainHdrf.Node node = new PlainHdrf.Node(resources);
    boolean isLeaf = random.nextInt(3) > 0 || handles.size() > 30;
    node.weight = weight();
    handles.put(
        node,
        isLeaf
            ? tree.addLeaf(handles.get(queue), node.weight)
            : tree.addQueue(handles.get(queue), node.weight));
    queue.add(node);
    if (isLeaf) {
      wantOf(node);
      chargeTo(node);
    }
  }

  private void removeNode() {
    PlainHdrf.Node node = pick(List.copyOf(handles.keySet()));
    if (node == root || !node.children.isEmpty()) {
      return;
    }
    int handle = handles.get(node);
    if (tree.isLeaf(handle)) {
      tree.release(handle, node.held);
    }
    tree.remove(handle);
    handles.remove(node);
    node.parent.children.remove(node);
    newOffer(); // a handle that is given out anew must not inherit a skip mark
  }

  private void moveNode() {
    PlainHdrf.Node node = pick(List.copyOf(handles.keySet()));
    PlainHdrf.Node queue = pick(queues());
    for (PlainHdrf.Node n = queue; n != null; n = n.parent) {
      if (n == node) {
        return;
      }
    }
    tree.move(handles.get(node), handles.get(queue));
    node.parent.children.remove(node);
    queue.add(node);
  }

  private void limit() {
    PlainHdrf.Node node = pick(List.copyOf(handles.keySet()));
    for (int j = 0; j < resources; j++) {
      node.limit[j] =
          random.nextBoolean() ? ShareTree.UNLIMITED : random.nextLong(node.held(j) + 9);
    }
    tree.setLimit(handles.get(node), node.limit);
  }

  private void weigh() {
    PlainHdrf.Node node = pick(List.copyOf(handles.keySet()));
    node.weight = weight();
    tree.setWeight(handles.get(node), node.weight);
  }

  private void resizeCluster() {
    for (int j = 0; j < resources; j++) {
      capacity[j] = random.nextInt(12) == 0 ? 0 : 10 + random.nextInt(90);
    }
    tree.setCapacity(capacity);
  }

  private void charge() {
    leaves().stream().skip(random.nextInt(3)).findFirst().ifPresent(this::chargeTo);
  }

  private void chargeTo(PlainHdrf.Node leaf) {
    give(leaf, vector(8));
  }

  private void release() {
    if (leaves().isEmpty()) {
      return;
    }
    PlainHdrf.Node leaf = pick(leaves());
    long[] amount = leaf.held.clone();
    if (random.nextBoolean()) {
      Arrays.setAll(amount, j -> random.nextLong(leaf.held[j] + 1));
    }
    tree.release(handles.get(leaf), amount);
    subtract(leaf.held, amount);
  }

  private void want() {
    if (!leaves().isEmpty()) {
      wantOf(pick(leaves()));
    }
  }

  private void wantOf(PlainHdrf.Node leaf) {
    leaf.pending = new ArrayList<>();
    Demand.Builder demand = new Demand.Builder();
    for (int shapes = random.nextInt(4); shapes > 0; shapes--) {
      long[] task = vector(5);
      task[random.nextInt(resources)]++;
      leaf.pending.add(task);
      demand.add(task, 1 + random.nextInt(5));
    }
    tree.setDemand(handles.get(leaf), demand.build());
  }

  private void newOffer() {
    System.arraycopy(vector(15), 0, free, 0, resources);
    offer.open(free);
    handles.keySet().forEach(node -> node.skipped = false);
  }

  private void give(PlainHdrf.Node leaf, long[] amount) {
    tree.charge(handles.get(leaf), amount);
    Arrays.setAll(leaf.held, j -> leaf.held[j] + amount[j]);
  }

  private long[] firstThatFits(PlainHdrf.Node leaf) {
    long[] room = new long[resources];
    tree.room(handles.get(leaf), offer, room);
    return leaf.pending.stream()
        .filter(task -> Demand.fits(task, room, 0))
        .findFirst()
        .orElseThrow();
  }

  /** Rounding may part what is equal: then the keys where the two ways part are the same. */
  private static boolean isNearTie(PlainHdrf.Node one, PlainHdrf.Node other) {
    for (PlainHdrf.Node a = one; a != null; a = a.parent) {
      for (PlainHdrf.Node b = other; b != null; b = b.parent) {
        if (a.parent == b.parent && a != b) {
          return a.key != b.key && Math.abs(a.key - b.key) < EXACT;
        }
      }
    }
    return false;
  }

  private PlainHdrf.@Nullable Node nodeOf(int handle) {
    return handle == ShareTree.NONE
        ? null
        : handles.keySet().stream()
            .filter(node -> handles.get(node) == handle)
            .findFirst()
            .orElseThrow();
  }

  private List<PlainHdrf.Node> queues() {
    return handles.keySet().stream().filter(node -> !tree.isLeaf(handles.get(node))).toList();
  }

  private List<PlainHdrf.Node> leaves() {
    return handles.keySet().stream().filter(node -> tree.isLeaf(handles.get(node))).toList();
  }

  private <T> T pick(List<T> list) {
    return list.get(random.nextInt(list.size()));
  }

  private double weight() {
    return random.nextInt(3) > 0 ? 1 : 0.1 + 4 * random.nextDouble();
  }

  private long[] vector(int bound) {
    long[] vector = new long[resources];
    Arrays.setAll(vector, j -> random.nextInt(3) == 0 ? 0 : random.nextInt(bound));
    return vector;
  }

  private static void subtract(long[] from, long[] amount) {
    Arrays.setAll(from, j -> from[j] - amount[j]);
  }
}
