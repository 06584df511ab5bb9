// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.model;

import io.github.yarnfair.core.balance.Balances;
import io.github.yarnfair.core.policy.FairnessPolicy;
import io.github.yarnfair.core.policy.Selection;
import io.github.yarnfair.core.tree.Demand;
import io.github.yarnfair.core.tree.Offer;
import io.github.yarnfair.core.tree.ShareSpace;
import io.github.yarnfair.core.tree.ShareTree;
import io.github.yarnfair.scheduler.record.RecordedFacts;
import io.github.yarnfair.scheduler.resource.ClusterMeasure;
import io.github.yarnfair.scheduler.resource.CurrentWorkload;
import io.github.yarnfair.scheduler.resource.MachineClasses;
import io.github.yarnfair.scheduler.resource.NodeShapes;
import io.github.yarnfair.scheduler.resource.ResourceVectors;
import io.github.yarnfair.scheduler.resource.TreeLimits;
import java.util.Arrays;
import org.apache.hadoop.yarn.api.records.Resource;
import org.jspecify.annotations.Nullable;

/**
 * Updates the share tree with the usage and demand of YARN's applications, and selects the next
 * application. Knows an application by its leaf of the share tree.
 *
 * <p>Written under the scheduler's write lock only.
 */
public final class ShareLedger {
  /**
   * The place of an application among those of its queue.
   *
   * @param weight its weight, positive
   * @param priority where the queue serves in order, the highest first
   * @param submission among those of one priority, the lowest first
   */
  public record Precedence(double weight, int priority, long submission) {}

  private final ResourceVectors vectors;
  private final MachineClasses classes;
  private final boolean usersAreShares;
  private final boolean isSupposed;
  private final ShareTree tree;
  private final TreeLimits limits;
  private Selection selection;

  /** By resource type. */
  private final long[] scratch;

  /** As the share tree has amounts: the same as {@link #scratch} if there is one class. */
  private final long[] amounts;

  private final ClusterMeasure capacity;

  /** Null as long as nothing is recorded. */
  private @Nullable RecordedFacts facts;

  private @Nullable Balances balances;

  /**
   * @param shapes of the registered nodes
   * @param usersAreShares whether each leaf queue's share is divided among its users
   * @param isSupposed whether the queues never come into force
   */
  public ShareLedger(
      FairnessPolicy policy,
      ResourceVectors vectors,
      NodeShapes shapes,
      MachineClasses classes,
      boolean usersAreShares,
      boolean isSupposed) {
    this.vectors = vectors;
    this.usersAreShares = usersAreShares;
    this.isSupposed = isSupposed;
    this.classes = classes;
    tree = new ShareTree(classes.space());
    limits = new TreeLimits(tree, classes, vectors);
    selection = policy.over(tree);
    scratch = new long[vectors.length()];
    amounts = classes.isOne() ? scratch : new long[classes.space().length()];
    capacity = new ClusterMeasure(vectors, shapes, classes);
  }

  public ResourceVectors vectors() {
    return vectors;
  }

  /** Returns the machine classes whose amounts the share tree has. */
  public MachineClasses classes() {
    return classes;
  }

  boolean usersAreShares() {
    return usersAreShares;
  }

  /** Returns whether the queues never come into force. */
  boolean isSupposed() {
    return isSupposed;
  }

  public ShareTree tree() {
    return tree;
  }

  /**
   * Goes on by a policy and a selection that know the share tree alone: a recording begins here, or
   * ends.
   *
   * @param recorded records what is decided from here on; null for nothing
   */
  public void restart(FairnessPolicy policy, @Nullable RecordedFacts recorded) {
    if (recorded != null) {
      policy.timeBy(recorded.recorder()::timing);
    }
    tree.removeListeners();
    selection = policy.over(tree);
    facts = recorded;
    if (balances != null) {
      balances.reattach();
    }
  }

  /** Lets balances over the share tree count in its weights from here on; null for none. */
  public void remember(@Nullable Balances kept) {
    if (balances != null && balances != kept) {
      balances.end();
    }
    balances = kept;
  }

  /** Returns the balances that count in the weights; null if shares have no memory. */
  public @Nullable Balances balances() {
    return balances;
  }

  /** Lets the balances fit the queues and weights that there are now. */
  void settleBalances() {
    if (balances != null) {
      balances.settle();
    }
  }

  /** Returns what records the decisions, null if nothing does. */
  public @Nullable RecordedFacts facts() {
    return facts;
  }

  /** Sets the registered nodes' resources; {@link #measure} applies them to shares. */
  void register(Resource cluster) {
    capacity.register(cluster);
  }

  /** Returns whether shares are measured by what the registered nodes have. */
  boolean isExact() {
    return capacity.isExact();
  }

  /** Returns whether {@link #measure} is due. */
  boolean isMeasureDue() {
    return capacity.isDue(tree.size());
  }

  /** Measures shares by what the registered nodes have. */
  void measure() {
    capacity.measure(tree);
  }

  /** Returns the registered nodes' resources, and the part by which shares are measured. */
  public ClusterMeasure capacity() {
    return capacity;
  }

  void setWeights(int queue, double[] byClass) {
    double[] weights = Arrays.copyOf(byClass, classes.space().weights());
    boolean changes = false;
    for (int c = 0; c < weights.length; c++) {
      changes |= tree.configuredWeightAt(queue, c) != weights[c];
    }
    if (changes) {
      tree.setWeight(queue, weights);
    }
  }

  /**
   * Sets a queue's limit; a component that is all of its class limits nothing.
   *
   * @param most by class
   * @param all what the nodes of each class have
   */
  void setLimit(int queue, Resource[] most, Resource[] all) {
    long[] limit = new long[amounts.length];
    Arrays.fill(limit, ShareTree.UNLIMITED);
    boolean changes = false;
    for (int c = 0; c < most.length; c++) {
      long[] limits = vectors.of(most[c]);
      vectors.read(all[c], scratch);
      for (int j = 0; j < limits.length; j++) {
        limit[classes.offset(c) + j] = limits[j] >= scratch[j] ? ShareTree.UNLIMITED : limits[j];
      }
    }
    for (int j = 0; j < classes.space().pairs(); j++) {
      changes |= limit[j] != tree.limit(queue, j);
    }
    if (changes) {
      tree.setLimit(queue, limit);
    }
  }

  /** Returns the most that a queue may hold; all of the cluster where nothing limits it. */
  public Resource limit(int queue) {
    return limits.limit(queue);
  }

  /** Returns the most that a queue may hold of a class; all of it where nothing limits it. */
  public Resource limit(int queue, int machineClass) {
    return limits.limit(queue, machineClass);
  }

  /** Makes a node for a user below a leaf queue and returns its handle. */
  int addUser(int queue, String name, double weight) {
    int user = tree.addQueue(queue, weight);
    if (balances != null) {
      balances.name(user, name);
    }
    return user;
  }

  /** Removes the node of a queue, or of a user. */
  void remove(int queue) {
    tree.remove(queue);
    settleBalances();
  }

  /** Makes a leaf for an application below a queue, or a user, and returns its handle. */
  int addLeaf(int above, Precedence precedence) {
    int leaf = tree.addLeaf(above, precedence.weight());
    rank(leaf, precedence);
    return leaf;
  }

  /** Removes the leaf of an application, which must hold nothing. */
  void removeLeaf(int leaf) {
    tree.remove(leaf);
  }

  /** Lets a priority count: as a weight, or in queues that serve in order there. */
  public void reweigh(int leaf, Precedence precedence) {
    tree.setWeight(leaf, precedence.weight());
    rank(leaf, precedence);
  }

  private void rank(int leaf, Precedence precedence) {
    tree.setRank(leaf, precedence.priority(), precedence.submission());
  }

  public void setDemand(int leaf, Demand demand) {
    tree.setDemand(leaf, demand);
  }

  /**
   * Sets a leaf's pending tasks without {@linkplain Demand#unserved those} not to be served now,
   * which are of the machine classes of the tree that this one replaces.
   */
  void setServed(int leaf, Demand demand) {
    tree.setDemand(leaf, demand.withUnserved(Demand.NOTHING));
  }

  public Demand demand(int leaf) {
    return tree.demand(leaf);
  }

  /**
   * Returns the tasks of all applications together, those that wait and those that run in a machine
   * class, as the best guess at which will come: O(n) for n applications.
   *
   * @param most demand vectors that are told apart, those with the most tasks
   * @return demand vectors by resource type
   */
  public Demand workload(int machineClass, int most) {
    CurrentWorkload workload = new CurrentWorkload(tree, classes, machineClass);
    for (int node = 0; node < tree.handleBound(); node++) {
      if (tree.contains(node) && tree.isLeaf(node)) {
        workload.add(node);
      }
    }
    return workload.mostNumerous(most);
  }

  /**
   * Charges a container.
   *
   * @param machineClass the name of its node's class
   */
  public void charge(int leaf, String machineClass, Resource amount) {
    vectors.read(amount, scratch);
    charge(leaf, number(machineClass), scratch);
  }

  /**
   * Charges a container.
   *
   * @param byType what it takes, by resource type
   */
  public void charge(int leaf, int machineClass, long[] byType) {
    tree.charge(leaf, inTree(machineClass, byType));
  }

  /**
   * Releases a container.
   *
   * @param machineClass the name of the class in which it was charged
   */
  public void release(int leaf, String machineClass, Resource amount) {
    vectors.read(amount, scratch);
    tree.release(leaf, inTree(number(machineClass), scratch));
  }

  /** Returns amounts of the share tree; valid until the next call. */
  private long[] inTree(int machineClass, long[] byType) {
    if (classes.isOne()) {
      return byType;
    }
    classes.put(machineClass, byType, ShareSpace.FIXED, amounts);
    return amounts;
  }

  private int number(String machineClass) {
    int number = classes.number(machineClass);
    if (number == MachineClasses.UNKNOWN) {
      throw new IllegalStateException("no machine class " + machineClass + " in " + classes);
    }
    return number;
  }

  /** Charges a new leaf all that a leaf of another ledger holds. */
  void copyHeld(ShareLedger from, int leafThere, int leaf) {
    Demand held = from.tree.held(leafThere);
    for (int i = 0; i < held.size(); i++) {
      tree.charge(leaf, translate(from.classes, held.vector(i)), held.tasks(i));
    }
  }

  /** Returns the amounts of a task in the numbering of these classes. */
  private long[] translate(MachineClasses others, long[] vector) {
    if (classes.isOne() && others.isOne()) {
      return vector;
    }
    int theirs = 0;
    while (!others.isWithin(theirs, vector)) {
      theirs++;
    }
    others.read(theirs, vector, scratch);
    return classes.amounts(number(others.name(theirs)), scratch);
  }

  /**
   * Returns the leaf of the application whose turn it is, {@link ShareTree#NONE} if none can use
   * the offer.
   */
  public int next(Offer offer) {
    capacity.decided();
    int leaf = selection.next(offer);
    if (facts != null) {
      facts.recorder().decided(offer, leaf);
    }
    return leaf;
  }

  /**
   * Returns whether it may be for a task of this demand vector that {@link #next} has returned its
   * application: until the share tree, or the offer, changes.
   */
  public boolean isChosenFor(long[] task) {
    return selection.isChosenFor(task);
  }
}
