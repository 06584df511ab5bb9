// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.model;

import io.github.yarnfair.scheduler.conf.capacity.PartitionCapacity;
import io.github.yarnfair.scheduler.conf.capacity.QueueWeight;
import io.github.yarnfair.scheduler.conf.capacity.SiblingCapacities;
import io.github.yarnfair.scheduler.conf.queue.QueueSpec;
import io.github.yarnfair.scheduler.metrics.QueueCapacities;
import io.github.yarnfair.scheduler.resource.MachineClasses;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.api.records.ResourceInformation;
import org.apache.hadoop.yarn.util.resource.Resources;
import org.jspecify.annotations.Nullable;

/**
 * What a queue is entitled to beside its siblings, and the most that it may hold, for the current
 * cluster, by machine class. Resolved under the scheduler's write lock; values that are read
 * without it may be stale.
 */
public final class QueueEntitlement {
  private static final double ROUNDING = 1e-8;

  private final QueueSpec spec;
  private final ShareLedger ledger;
  private final int handle;
  private final @Nullable QueueEntitlement above;
  private final Supplier<List<QueueEntitlement>> below;

  /** By machine class, as are the sums over the queues directly below. */
  private volatile double[] weights;

  private volatile double[] childrenWeights;

  /**
   * @param handle the queue's in the share tree
   * @param above that of the queue directly above; null for root
   * @param below returns those of the queues directly below
   */
  QueueEntitlement(
      QueueSpec spec,
      ShareLedger ledger,
      int handle,
      @Nullable QueueEntitlement above,
      Supplier<List<QueueEntitlement>> below) {
    this.spec = spec;
    this.ledger = ledger;
    this.handle = handle;
    this.above = above;
    this.below = below;
    weights = new double[ledger.classes().count()];
    Arrays.fill(weights, 1.0);
    childrenWeights = new double[weights.length];
  }

  // ---------------------------------------------------------------------- for the current cluster

  /**
   * Recomputes weights and limits of this queue and those below it for the current cluster
   * resources.
   *
   * @param cluster all resources of the registered nodes, by machine class
   * @param parentLimit what the parent may hold of each class
   */
  void resolve(Resource[] cluster, Resource[] parentLimit) {
    double[] own = new double[cluster.length];
    Arrays.setAll(own, c -> part(c).weight().resolve(weighed(c, cluster)));
    resolve(cluster, parentLimit, own);
  }

  private void resolve(Resource[] cluster, Resource[] parentLimit, double[] resolved) {
    Resource[] most = new Resource[cluster.length];
    Arrays.setAll(most, c -> limit(c, parentLimit));
    weights = resolved;
    ledger.setWeights(handle, resolved);
    ledger.setLimit(handle, most, cluster);
    resolveChildren(cluster, most);
  }

  /**
   * As under CapacityScheduler nothing limits requests without a label that use what is idle in
   * partitions with one. Of classes by attribute each has the same part of the queue's limit as of
   * the parent's.
   */
  private Resource limit(int machineClass, Resource[] parentLimit) {
    MachineClasses classes = ledger.classes();
    Resource ofParent = parentLimit[machineClass];
    if (machineClass == classes.guests()) {
      return ofParent;
    }
    if (classes.kind() != MachineClasses.Kind.ATTRIBUTE) {
      return part(machineClass).maximum().resolve(ofParent);
    }
    Resource whole = sum(parentLimit);
    Resource most = spec.limits().maximum().resolve(whole);
    Resource limit = Resources.clone(ofParent);
    for (int j = 0; j < limit.getResources().length; j++) {
      double all = (double) whole.getResourceInformation(j).getValue();
      double part = all > 0 ? (double) most.getResourceInformation(j).getValue() / all : 1.0;
      limit.setResourceValue(
          j, (long) Math.floor(part * (double) ofParent.getResourceInformation(j).getValue()));
    }
    return limit;
  }

  /** Returns the amounts of which a weight is a part: of classes by attribute all together. */
  private Resource weighed(int machineClass, Resource[] cluster) {
    MachineClasses classes = ledger.classes();
    if (classes.kind() == MachineClasses.Kind.ATTRIBUTE) {
      return sum(cluster);
    }
    return cluster[machineClass == classes.guests() ? 0 : machineClass];
  }

  private static Resource sum(Resource[] byClass) {
    Resource sum = Resources.clone(byClass[0]);
    for (int c = 1; c < byClass.length; c++) {
      Resources.addTo(sum, byClass[c]);
    }
    return sum;
  }

  /** Recomputes the weights and limits of all queues below. */
  void resolveChildren(Resource[] cluster, Resource[] limit) {
    List<QueueEntitlement> children = below.get();
    double[][] byChild = new double[children.size()][cluster.length];
    for (int c = 0; c < cluster.length; c++) {
      double[] ofClass = childWeights(c, weighed(c, cluster));
      for (int i = 0; i < ofClass.length; i++) {
        byChild[i][c] = ofClass[i];
      }
    }
    balance(byChild);
    for (int i = 0; i < byChild.length; i++) {
      children.get(i).resolve(cluster, limit, byChild[i]);
    }
    sumChildrenWeights();
  }

  /**
   * Scales the weights in each class so that their sum is that in the first: a share is the largest
   * over the classes, and the same part of two classes has to weigh the same.
   */
  private static void balance(double[][] byChild) {
    int classes = byChild.length == 0 ? 0 : byChild[0].length;
    for (int c = 1; c < classes; c++) {
      int of = c;
      double first = Arrays.stream(byChild).mapToDouble(weights -> weights[0]).sum();
      double sum = Arrays.stream(byChild).mapToDouble(weights -> weights[of]).sum();
      for (double[] weights : byChild) {
        weights[c] = weights[c] / sum * first;
      }
    }
  }

  private double[] childWeights(int machineClass, Resource all) {
    SiblingCapacities capacities = childCapacities(machineClass);
    // Only siblings of several kinds depend on it.
    Resource entitled = capacities.areOfSeveralKinds() ? entitled(machineClass, all) : all;
    return capacities.weights(entitled, all);
  }

  SiblingCapacities childCapacities(int machineClass) {
    return new SiblingCapacities(
        below.get().stream().map(child -> child.part(machineClass).weight()).toList());
  }

  /** Returns what the queue is entitled to by the capacities of all queues above and beside it. */
  Resource entitled(int machineClass, Resource all) {
    return above == null
        ? all
        : above
            .childCapacities(machineClass)
            .entitled(above.below.get().indexOf(this), above.entitled(machineClass, all));
  }

  void sumChildrenWeights() {
    double[] sums = new double[weights.length];
    for (QueueEntitlement child : below.get()) {
      Arrays.setAll(sums, c -> sums[c] + child.weights[c]);
    }
    childrenWeights = sums;
  }

  /** Returns what the queue's file says of a machine class; of all by attribute the same. */
  PartitionCapacity part(int machineClass) {
    MachineClasses classes = ledger.classes();
    return spec.in(
        classes.kind() == MachineClasses.Kind.LABELS && machineClass != classes.guests()
            ? classes.name(machineClass)
            : MachineClasses.DEFAULT);
  }

  // ------------------------------------------------------------------------------------- as parts

  /** Returns the queue's weight among its siblings. */
  public double weight(int machineClass) {
    return weights[machineClass];
  }

  /**
   * Returns the part of the parent that the queue is entitled to while all siblings have demand: 0
   * to 1.
   */
  public double entitledFraction(int machineClass) {
    return above == null ? 1.0 : weights[machineClass] / above.childrenWeights[machineClass];
  }

  /** Returns the queue's limit as a part of the parent's: 0 to 1. */
  double limitFraction() {
    return spec.limits()
        .maximum()
        .fraction(above == null ? ledger.capacity().measured() : above.limit());
  }

  double limitFractionOfCluster() {
    return limitFraction() * (above == null ? 1.0 : above.limitFractionOfCluster());
  }

  public double entitledFractionOfCluster() {
    return entitledFractionOfCluster(0);
  }

  /** Returns the part of a machine class that the queue is entitled to: 0 to 1. */
  public double entitledFractionOfCluster(int machineClass) {
    return entitledFraction(machineClass)
        * (above == null ? 1.0 : above.entitledFractionOfCluster(machineClass));
  }

  /**
   * Returns the part of the parent that the queue is guaranteed: as {@link #entitledFraction(int)},
   * but 0 for a queue that gets only what its siblings leave, or may hold nothing there.
   */
  public double guaranteedFraction(int machineClass) {
    boolean getsLeftovers = above != null && weights[machineClass] <= QueueWeight.LEFTOVERS;
    return getsLeftovers || limitFraction(machineClass) == 0
        ? 0
        : finite(entitledFraction(machineClass));
  }

  /** Returns the queue's limit in a machine class as a part of the parent's: 0 to 1. */
  double limitFraction(int machineClass) {
    return above == null ? 1.0 : part(machineClass).maximum().fraction(above.limit(machineClass));
  }

  /** Returns the part of a machine class that the queue is guaranteed: 0 to 1. */
  public double guaranteedFractionOfCluster(int machineClass) {
    return guaranteedFraction(machineClass)
        * (above == null ? 1.0 : above.guaranteedFractionOfCluster(machineClass));
  }

  QueueCapacities capacities(Resource masterLimit, Resource masterUsed) {
    double fraction = guaranteedFraction(0);
    double fractionOfCluster = guaranteedFractionOfCluster(0);
    Resource cluster = ledger.capacity().measured();
    Resource maximum = limit();
    return new QueueCapacities(
        cluster,
        Resources.componentwiseMin(Resources.multiply(cluster, fractionOfCluster), maximum),
        maximum,
        masterLimit,
        masterUsed,
        fraction,
        fractionOfCluster,
        largestFraction(maximum, above == null ? cluster : above.limit()),
        largestFraction(maximum, cluster),
        guaranteedByLabel());
  }

  /** Returns the most that the queue may hold; the whole cluster where nothing limits it. */
  Resource limit() {
    return ledger.limit(handle);
  }

  /** Returns the most that the queue may hold of a machine class. */
  Resource limit(int machineClass) {
    return ledger.limit(handle, machineClass);
  }

  private Map<String, Resource> guaranteedByLabel() {
    MachineClasses classes = ledger.classes();
    Map<String, Resource> byLabel = new HashMap<>();
    boolean haveLabels = classes.kind() == MachineClasses.Kind.LABELS;
    for (int c = 1; c < classes.partitions() && haveLabels; c++) {
      byLabel.put(classes.name(c), guaranteed(c));
    }
    return byLabel;
  }

  /** Returns what the queue is entitled to in a machine class, at most its limit there. */
  public Resource guaranteed(int machineClass) {
    return guaranteed(ledger.capacity().measured(machineClass), machineClass, limit(machineClass));
  }

  /** Returns the same of all that figures without a class are relative to. */
  Resource guaranteed() {
    return guaranteed(ledger.capacity().measured(), 0, limit());
  }

  private Resource guaranteed(Resource whole, int machineClass, Resource most) {
    // Queues without weight count a little, which would cost the others a whole unit.
    double fraction = finite(entitledFractionOfCluster(machineClass)) + ROUNDING;
    return Resources.componentwiseMin(Resources.multiply(whole, fraction), most);
  }

  /** Returns the largest part of any resource type: 0 to 1. */
  static double largestFraction(Resource part, Resource whole) {
    double largest = 0.0;
    ResourceInformation[] parts = part.getResources();
    for (int j = 0; j < parts.length; j++) {
      double all = (double) whole.getResourceInformation(j).getValue();
      largest = all > 0.0 ? Math.max(largest, (double) parts[j].getValue() / all) : largest;
    }
    return largest;
  }

  /** Siblings without weight are entitled to 0/0. */
  private static double finite(double value) {
    return Double.isFinite(value) ? value : 0.0;
  }
}
