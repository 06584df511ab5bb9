// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.model;

import io.github.yarnfair.core.tree.ShareTree;
import io.github.yarnfair.scheduler.conf.capacity.PartitionCapacity;
import io.github.yarnfair.scheduler.conf.capacity.QueueLimit;
import io.github.yarnfair.scheduler.conf.capacity.QueueWeight;
import io.github.yarnfair.scheduler.conf.capacity.SiblingCapacities;
import io.github.yarnfair.scheduler.conf.key.QueueKeys;
import io.github.yarnfair.scheduler.conf.queue.QueueOrigin;
import io.github.yarnfair.scheduler.conf.queue.QueueSpec;
import io.github.yarnfair.scheduler.metrics.BatchedQueueMetrics;
import io.github.yarnfair.scheduler.metrics.QueueCapacities;
import io.github.yarnfair.scheduler.resource.MachineClasses;
import io.github.yarnfair.scheduler.resource.ResourceVectors;
import io.github.yarnfair.scheduler.user.QueueAccess;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.yarn.api.records.Priority;
import org.apache.hadoop.yarn.api.records.QueueACL;
import org.apache.hadoop.yarn.api.records.QueueInfo;
import org.apache.hadoop.yarn.api.records.QueueState;
import org.apache.hadoop.yarn.api.records.QueueUserACLInfo;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.api.records.ResourceInformation;
import org.apache.hadoop.yarn.server.resourcemanager.rmcontainer.RMContainer;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.AbstractUsersManager;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.ActiveUsersManager;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.Queue;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.SchedulerApplicationAttempt;
import org.apache.hadoop.yarn.util.resource.Resources;
import org.jspecify.annotations.Nullable;

/**
 * A configured queue: its name, limits, permissions and metrics. The share tree has its usage,
 * under the queue's handle.
 *
 * <p>Its configuration never changes; a refresh builds new queues. Values that are read from the
 * share tree without a lock may be stale.
 */
public abstract class FairQueue implements Queue {
  private static final double ROUNDING = 1e-8;
  private static final QueueLimit NOTHING = new QueueLimit.Percentage(0);

  private final QueueSpec spec;
  private final @Nullable ParentQueue parent;
  private final ShareLedger ledger;
  private final QueueAccess access;
  private final BatchedQueueMetrics metrics;
  private final int handle;
  private final long[] reserved;

  /** The part of {@link #reserved} that is kept for gangs. */
  private final long[] kept;

  private int reservations;
  private ActiveUsersManager users;

  /** By machine class, as are the sums over the queues directly below. */
  private volatile double[] weights;

  private volatile double[] childrenWeights;

  FairQueue(
      QueueSpec spec,
      @Nullable ParentQueue parent,
      ShareLedger ledger,
      QueueAccess access,
      Configuration conf) {
    this.spec = spec;
    this.parent = parent;
    this.ledger = ledger;
    this.access = access;
    metrics =
        ledger.isSupposed()
            ? BatchedQueueMetrics.unregistered(spec.path(), parent, conf)
            : BatchedQueueMetrics.of(spec.path(), parent, conf);
    users = new ActiveUsersManager(metrics);
    handle = parent == null ? ShareTree.ROOT : ledger.tree().addQueue(parent.handle(), 1.0);
    reserved = new long[ledger.classes().space().length()];
    kept = new long[reserved.length];
    weights = new double[ledger.classes().count()];
    Arrays.fill(weights, 1.0);
    childrenWeights = new double[weights.length];
  }

  public QueueSpec spec() {
    return spec;
  }

  public ShareLedger ledger() {
    return ledger;
  }

  final QueueAccess access() {
    return access;
  }

  /** Returns the queue's handle in the share tree. */
  public int handle() {
    return handle;
  }

  /** Goes on counting the active users of the queue that this one replaces. */
  void continueUsersOf(FairQueue replaced) {
    users = replaced.users;
  }

  /** Returns the queues directly below, in the file's order, then those created. */
  public abstract List<FairQueue> children();

  /** Returns how many applications are in the queue and below. */
  public abstract int applicationCount();

  /** Returns the queue directly above, null for root. */
  public final @Nullable ParentQueue parent() {
    return parent;
  }

  /** Returns the users of the applications in the queue and below, some of them repeatedly. */
  public abstract Stream<String> users();

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

  /** Returns what the queue's file says of a machine class; of all by attribute the same. */
  PartitionCapacity part(int machineClass) {
    MachineClasses classes = ledger.classes();
    return spec.in(
        classes.kind() == MachineClasses.Kind.LABELS && machineClass != classes.guests()
            ? classes.name(machineClass)
            : MachineClasses.DEFAULT);
  }

  /** Returns whether a request of the queue that names a label may run in its partition. */
  final boolean mayName(String label) {
    return ledger.classes().kind() != MachineClasses.Kind.LABELS
        || label.isEmpty()
        || (spec.labels().mayUse(label) && hasPartOf(label));
  }

  private boolean hasPartOf(String label) {
    return !spec.in(label).maximum().equals(NOTHING)
        && (parent == null || ((FairQueue) parent).hasPartOf(label));
  }

  /** Recomputes what each user may hold of the leaf queues here and below. */
  void limitUsers() {
    children().forEach(FairQueue::limitUsers);
  }

  /** Recomputes the weights and limits of all queues below. */
  final void resolveChildren(Resource[] cluster, Resource[] limit) {
    List<FairQueue> children = children();
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

  final SiblingCapacities childCapacities(int machineClass) {
    return new SiblingCapacities(
        children().stream().map(child -> child.part(machineClass).weight()).toList());
  }

  /** Returns what the queue is entitled to by the capacities of all queues above and beside it. */
  final Resource entitled(int machineClass, Resource all) {
    return parent == null
        ? all
        : parent
            .childCapacities(machineClass)
            .entitled(
                parent.children().indexOf(this), ((FairQueue) parent).entitled(machineClass, all));
  }

  final void sumChildrenWeights() {
    double[] sums = new double[weights.length];
    for (FairQueue child : children()) {
      Arrays.setAll(sums, c -> sums[c] + child.weights[c]);
    }
    childrenWeights = sums;
  }

  /**
   * Returns this queue or the nearest above whose limit is below a vector, or null if none is. A
   * request of that size can never be served here.
   *
   * @param amounts of the share tree
   */
  public @Nullable FairQueue firstThatCannotHold(long[] amounts) {
    for (int j = 0; j < ledger.classes().space().pairs(); j++) {
      if (amounts[j] > ledger.tree().limit(handle, j)) {
        return this;
      }
    }
    return parent == null ? null : parent.firstThatCannotHold(amounts);
  }

  /**
   * Adds a reservation of a user here and above, in a leaf queue for the user as well; reserved
   * resources count against limits.
   */
  public void reserve(String user, long[] amounts) {
    countReserved(amounts, 1);
  }

  /** Removes a reservation of a user here and above. */
  public void unreserve(String user, long[] amounts) {
    countReserved(amounts, -1);
  }

  final void countReserved(long[] amounts, int sign) {
    reservations += sign;
    ResourceVectors.add(amounts, sign, reserved);
    if (parent != null) {
      parent.countReserved(amounts, sign);
    }
  }

  /** Returns how many nodes are reserved for applications in the queue and below. */
  public int reservations() {
    return reservations;
  }

  /**
   * Returns how much is reserved for applications in the queue and below, by resource type within
   * the machine class. Not a copy.
   */
  public long[] reserved() {
    return reserved;
  }

  /**
   * Counts room that is kept for a gang of a user here and above: as reserved, but as no node's.
   *
   * @param sign 1 for more, -1 for less
   */
  public void countKept(String user, long[] amounts, int sign) {
    countKept(amounts, sign);
  }

  final void countKept(long[] amounts, int sign) {
    ResourceVectors.add(amounts, sign, reserved);
    ResourceVectors.add(amounts, sign, kept);
    if (parent != null) {
      parent.countKept(amounts, sign);
    }
  }

  /**
   * Returns how much is kept for gangs of applications in the queue and below, part of {@link
   * #reserved}. Not a copy.
   */
  public final long[] kept() {
    return kept;
  }

  /** Returns how much is kept for gangs in all queues together. Not a copy. */
  public final long[] keptInAll() {
    return parent == null ? kept : parent.keptInAll();
  }

  /**
   * Reduces amounts by resource type to what the limits of this queue and of those above it leave
   * beside what is used and kept for gangs.
   */
  public void reduceByKept(int machineClass, long[] amounts) {
    int first = ledger.classes().offset(machineClass);
    for (int j = 0; j < amounts.length; j++) {
      if (kept[first + j] > 0) {
        amounts[j] = Math.min(amounts[j], ledger.tree().headroom(handle, first + j, kept));
      }
    }
    if (parent != null) {
      parent.reduceByKept(machineClass, amounts);
    }
  }

  /**
   * Returns whether used + reserved + these amounts is within the limit of this queue and of each
   * above it.
   */
  public boolean mayReserve(long[] amounts) {
    for (int j = 0; j < ledger.classes().space().pairs(); j++) {
      if (reserved[j] + amounts[j] > ledger.tree().headroom(handle, j)) {
        return false;
      }
    }
    return parent == null || parent.mayReserve(amounts);
  }

  /** Returns whether used + reserved is within the limits, as far as a reservation matters. */
  public boolean mayKeepReserved(String user, long[] amounts) {
    return holdsItsLimits();
  }

  /** Returns whether used + reserved is within the limit of this queue and of each above it. */
  boolean holdsItsLimits() {
    for (int j = 0; j < ledger.classes().space().pairs(); j++) {
      if (reserved[j] > ledger.tree().headroom(handle, j)) {
        return false;
      }
    }
    return parent == null || parent.holdsItsLimits();
  }

  /** Returns the most that the queue may hold; the whole cluster where nothing limits it. */
  public Resource limit() {
    return ledger.limit(handle);
  }

  /** Returns the most that the queue may hold of a machine class. */
  public Resource limit(int machineClass) {
    return ledger.limit(handle, machineClass);
  }

  /** Returns the queue's weight among its siblings. */
  public final double weight(int machineClass) {
    return weights[machineClass];
  }

  /**
   * Returns the part of the parent that the queue is entitled to while all siblings have demand: 0
   * to 1.
   */
  public double entitledFraction() {
    return entitledFraction(0);
  }

  /** Returns the same of a machine class. */
  public final double entitledFraction(int machineClass) {
    return parent == null ? 1.0 : weights[machineClass] / parent.childrenWeights()[machineClass];
  }

  /** Returns the queue's limit as a part of the parent's: 0 to 1. */
  double limitFraction() {
    return spec.limits()
        .maximum()
        .fraction(parent == null ? ledger.capacity().measured() : parent.limit());
  }

  final double limitFractionOfCluster() {
    return limitFraction() * (parent == null ? 1.0 : parent.limitFractionOfCluster());
  }

  final double[] childrenWeights() {
    return childrenWeights;
  }

  public final double entitledFractionOfCluster() {
    return entitledFractionOfCluster(0);
  }

  /** Returns the part of a machine class that the queue is entitled to: 0 to 1. */
  public final double entitledFractionOfCluster(int machineClass) {
    return entitledFraction(machineClass)
        * (parent == null ? 1.0 : parent.entitledFractionOfCluster(machineClass));
  }

  /**
   * Returns the part of the parent that the queue is guaranteed: as {@link #entitledFraction(int)},
   * but 0 for a queue that gets only what its siblings leave, or may hold nothing there.
   */
  public final double guaranteedFraction(int machineClass) {
    boolean getsLeftovers = parent != null && weights[machineClass] <= QueueWeight.LEFTOVERS;
    return getsLeftovers || limitFraction(machineClass) == 0
        ? 0
        : finite(entitledFraction(machineClass));
  }

  /** Returns the queue's limit in a machine class as a part of the parent's: 0 to 1. */
  final double limitFraction(int machineClass) {
    return parent == null ? 1.0 : part(machineClass).maximum().fraction(parent.limit(machineClass));
  }

  /** Returns the part of a machine class that the queue is guaranteed: 0 to 1. */
  public final double guaranteedFractionOfCluster(int machineClass) {
    return guaranteedFraction(machineClass)
        * (parent == null ? 1.0 : parent.guaranteedFractionOfCluster(machineClass));
  }

  @Override
  public String getQueueName() {
    return spec.path();
  }

  /** Returns the queue's entitlement and limit. Any thread; may be stale. */
  QueueCapacities capacities() {
    return capacities(Resources.none(), Resources.none());
  }

  final QueueCapacities capacities(Resource masterLimit, Resource masterUsed) {
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
        largestFraction(maximum, parent == null ? cluster : parent.limit()),
        largestFraction(maximum, cluster),
        guaranteedByLabel());
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
  public final Resource guaranteed(int machineClass) {
    return guaranteed(ledger.capacity().measured(machineClass), machineClass, limit(machineClass));
  }

  /** Returns the same of all that figures without a class are relative to. */
  final Resource guaranteed() {
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

  @Override
  public BatchedQueueMetrics getMetrics() {
    return metrics;
  }

  @Override
  public AbstractUsersManager getAbstractUsersManager() {
    return users;
  }

  @Override
  public QueueInfo getQueueInfo(boolean includeChildQueues, boolean recursive) {
    QueueInfo info = QueueFigures.report(this);
    if (includeChildQueues) {
      for (FairQueue child : children()) {
        info.getChildQueues().add(child.getQueueInfo(recursive, recursive));
      }
    }
    return info;
  }

  /** Returns the state: DRAINING for a stopped queue that still has applications. */
  public QueueState state() {
    boolean draining = spec.state() == QueueState.STOPPED && applicationCount() > 0;
    return draining ? QueueState.DRAINING : spec.state();
  }

  @Override
  public boolean hasAccess(QueueACL acl, UserGroupInformation user) {
    // What the provider knows of queues above it looks up itself, but it knows no created ones.
    return access.isAllowed(spec, acl, user)
        || (spec.origin() != QueueOrigin.LISTED && parent != null && parent.hasAccess(acl, user));
  }

  @Override
  public List<QueueUserACLInfo> getQueueUserAclInfo(UserGroupInformation user) {
    List<QueueUserACLInfo> infos = new ArrayList<>();
    List<QueueACL> allowed =
        Arrays.stream(QueueACL.values()).filter(acl -> hasAccess(acl, user)).toList();
    infos.add(QueueUserACLInfo.newInstance(spec.path(), allowed));
    children().forEach(child -> infos.addAll(child.getQueueUserAclInfo(user)));
    return infos;
  }

  /** YARN refuses requests that name another label. */
  @Override
  public Set<String> getAccessibleNodeLabels() {
    return spec.labels().accessible();
  }

  /** YARN puts it into requests that name no label. */
  @Override
  public @Nullable String getDefaultNodeLabelExpression() {
    return spec.labels().defaultExpression();
  }

  @Override
  public Priority getDefaultApplicationPriority() {
    return Priority.newInstance(spec.values().get(QueueKeys.DEFAULT_PRIORITY));
  }

  /** The attempt charges the container, in the machine class of its node. */
  @Override
  public final void recoverContainer(
      Resource clusterResource, SchedulerApplicationAttempt attempt, RMContainer container) {}

  /** Pending demand is kept in the share tree, by application. */
  @Override
  public void incPendingResource(String nodeLabel, Resource resource) {}

  /** Pending demand is kept in the share tree, by application. */
  @Override
  public void decPendingResource(String nodeLabel, Resource resource) {}

  /** Reservations are counted by {@link #reserve}. */
  @Override
  public void incReservedResource(String partition, Resource resource) {}

  /** Reservations are counted by {@link #unreserve}. */
  @Override
  public void decReservedResource(String partition, Resource resource) {}

  @Override
  public String toString() {
    return spec.path();
  }
}
