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
package io.github.yarnfair.scheduler.model;

import io.github.yarnfair.core.Demand;
import io.github.yarnfair.core.FairnessPolicy;
import io.github.yarnfair.core.Offer;
import io.github.yarnfair.core.Selection;
import io.github.yarnfair.core.ShareTree;
import io.github.yarnfair.scheduler.resource.MeasuredCapacity;
import io.github.yarnfair.scheduler.resource.NodeShapes;
import io.github.yarnfair.scheduler.resource.ResourceVectors;
import java.nio.LongBuffer;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.apache.hadoop.thirdparty.com.google.common.math.LongMath;
import org.apache.hadoop.yarn.api.records.Resource;
import org.jspecify.annotations.Nullable;

/**
 * Updates the share tree with the usage and demand of YARN's applications, and selects the next
 * application.
 *
 * <p>Written under the scheduler's write lock only.
 */
public final class ShareLedger {
  private final ResourceVectors vectors;
  private final ShareTree tree;
  private final Selection selection;
  private final long[] scratch;
  private final MeasuredCapacity capacity;
  private final NodeShapes shapes;
  private long measuredShapes;
  private @Nullable Application[] byLeaf = new Application[64];

  /**
   * @param shapes of the registered nodes
   */
  ShareLedger(FairnessPolicy policy, ResourceVectors vectors, NodeShapes shapes) {
    this.vectors = vectors;
    this.shapes = shapes;
    tree = new ShareTree(vectors.length());
    selection = policy.over(tree);
    scratch = new long[vectors.length()];
    capacity = new MeasuredCapacity(vectors.length());
  }

  public ResourceVectors vectors() {
    return vectors;
  }

  public ShareTree tree() {
    return tree;
  }

  /** Sets the registered nodes' resources; {@link #measure} applies them to shares. */
  void register(Resource cluster) {
    vectors.read(cluster, scratch);
    capacity.register(scratch);
  }

  /** Returns whether shares are measured by what the registered nodes have. */
  boolean isExact() {
    return capacity.isExact() && measuredShapes == shapes.changes();
  }

  /** Returns whether {@link #measure} is due. */
  boolean isMeasureDue() {
    return capacity.isDue(tree.size());
  }

  /** Measures shares by what the registered nodes have; returns that. */
  Resource measure() {
    long[] cluster = capacity.measure();
    tree.setCapacity(cluster);
    if (measuredShapes != shapes.changes()) {
      measuredShapes = shapes.changes();
      tree.setNodeShapes(shapes.totals());
    }
    return vectors.toResource(cluster);
  }

  /** Returns what shares are measured by. */
  Resource measured() {
    long[] cluster = new long[vectors.length()];
    Arrays.setAll(cluster, tree::capacity);
    return vectors.toResource(cluster);
  }

  void setWeight(int queue, double weight) {
    if (tree.weight(queue) != weight) {
      tree.setWeight(queue, weight);
    }
  }

  /** Sets a queue's limit; a component that is the whole cluster limits nothing. */
  void setLimit(int queue, Resource most, Resource cluster) {
    long[] limit = vectors.of(most);
    vectors.read(cluster, scratch);
    boolean changes = false;
    for (int j = 0; j < limit.length; j++) {
      if (limit[j] >= scratch[j]) {
        limit[j] = ShareTree.UNLIMITED;
      }
      changes |= limit[j] != tree.limit(queue, j);
    }
    if (changes) {
      tree.setLimit(queue, limit);
    }
  }

  /** Returns the most that a queue may hold; the whole cluster where nothing limits it. */
  Resource limit(int queue) {
    long[] most = new long[vectors.length()];
    for (int j = 0; j < most.length; j++) {
      most[j] = Math.min(tree.limit(queue, j), tree.capacity(j));
    }
    return vectors.toResource(most);
  }

  /** Returns the largest part of any resource of the cluster that a queue may hold: 0 to 1. */
  public double limitFraction(int queue) {
    double most = 0.0;
    for (int j = 0; j < vectors.length(); j++) {
      long limit = tree.limit(queue, j);
      long total = tree.capacity(j);
      if (limit == ShareTree.UNLIMITED) {
        return 1.0;
      }
      most = total > 0 ? Math.max(most, (double) limit / total) : most;
    }
    return most;
  }

  /** Makes a leaf for an application below a queue and returns its handle. */
  int addLeaf(Application application, int queue) {
    int leaf = tree.addLeaf(queue, application.weight());
    if (leaf >= byLeaf.length) {
      byLeaf = Arrays.copyOf(byLeaf, Math.max(leaf + 1, byLeaf.length * 2));
    }
    byLeaf[leaf] = application;
    return leaf;
  }

  void removeLeaf(Application application) {
    tree.remove(application.leaf());
    byLeaf[application.leaf()] = null;
    application.setLeaf(ShareTree.NONE);
  }

  public void reweigh(Application application) {
    tree.setWeight(application.leaf(), application.weight());
  }

  public void setDemand(Application application, Demand demand) {
    tree.setDemand(application.leaf(), demand);
  }

  public Demand demand(Application application) {
    return tree.demand(application.leaf());
  }

  /**
   * Returns the tasks of all applications together, those that wait and those that run, as the best
   * guess at which will come: O(n) for n applications.
   *
   * @param most demand vectors that are told apart, those with the most tasks
   */
  public Demand workload(int most) {
    Map<LongBuffer, Long> tasks = new HashMap<>();
    for (Application application : byLeaf) {
      if (application != null) {
        count(tree.demand(application.leaf()), tasks);
        count(tree.held(application.leaf()), tasks);
      }
    }
    Demand.Builder all = new Demand.Builder();
    tasks.entrySet().stream()
        .sorted(Map.Entry.<LongBuffer, Long>comparingByValue().reversed())
        .limit(most)
        .forEach(vector -> all.add(vector.getKey().array(), vector.getValue()));
    return all.build();
  }

  private static void count(Demand some, Map<LongBuffer, Long> tasks) {
    for (int i = 0; i < some.size(); i++) {
      tasks.merge(LongBuffer.wrap(some.vector(i)), some.tasks(i), LongMath::saturatedAdd);
    }
  }

  public void charge(Application application, Resource amount) {
    vectors.read(amount, scratch);
    charge(application, scratch);
  }

  public void charge(Application application, long[] amounts) {
    tree.charge(application.leaf(), amounts);
  }

  public void release(Application application, Resource amount) {
    vectors.read(amount, scratch);
    tree.release(application.leaf(), scratch);
  }

  /** Charges a new leaf all that another tree's leaf holds and has pending. */
  void copy(ShareTree from, int fromLeaf, int leaf) {
    Demand held = from.held(fromLeaf);
    for (int i = 0; i < held.size(); i++) {
      tree.charge(leaf, held.vector(i), held.tasks(i));
    }
    tree.setDemand(leaf, from.demand(fromLeaf));
  }

  /** Returns the application whose turn it is, or null if none can use the offer. */
  public @Nullable Application next(Offer offer) {
    capacity.decided();
    int leaf = selection.next(offer);
    return leaf == ShareTree.NONE ? null : byLeaf[leaf];
  }

  /**
   * Returns an application's headroom: for each resource type the free resources of the cluster, at
   * most limit − used of every queue above the application.
   *
   * @param unusable free resources of the nodes that the application refuses, null if none
   */
  public Resource headroom(Application application, @Nullable Resource unusable) {
    long[] room = unusable == null ? new long[vectors.length()] : vectors.of(unusable);
    for (int j = 0; j < room.length; j++) {
      room[j] = capacity.registered(j) - tree.usage(ShareTree.ROOT, j) - room[j];
      for (int n = application.leaf(); n != ShareTree.NONE; n = tree.parent(n)) {
        room[j] = Math.min(room[j], tree.headroom(n, j));
      }
      room[j] = Math.max(0, room[j]);
    }
    return vectors.toResource(room);
  }
}
