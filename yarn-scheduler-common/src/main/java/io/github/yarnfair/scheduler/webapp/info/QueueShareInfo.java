// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.webapp.info;

import io.github.yarnfair.scheduler.report.QueueSnapshot;
import io.github.yarnfair.scheduler.report.QueueSnapshot.ApplicationShare;
import java.util.List;
import java.util.function.Predicate;
import javax.xml.bind.annotation.XmlAccessType;
import javax.xml.bind.annotation.XmlAccessorType;
import javax.xml.bind.annotation.XmlElement;
import javax.xml.bind.annotation.XmlElementWrapper;
import org.apache.hadoop.yarn.api.records.QueueState;
import org.apache.hadoop.yarn.server.resourcemanager.webapp.dao.ResourceInfo;
import org.apache.hadoop.yarn.util.resource.Resources;
import org.jspecify.annotations.Nullable;

/**
 * A queue and its share, for JSON and XML. Fields that CapacityScheduler has too are named and
 * counted as there: {@code capacity} is a percentage of the parent, {@code usedCapacity} of the
 * queue's entitlement, {@code absolute..} of the cluster.
 */
@XmlAccessorType(XmlAccessType.FIELD)
@SuppressWarnings("UnusedVariable") // JAXB reads the fields
public class QueueShareInfo extends ShareInfo {
  private @Nullable String queuePath;
  private @Nullable String queueName;
  private @Nullable QueueState state;
  private @Nullable String creationMethod;
  private @Nullable String orderingPolicyInfo;
  private double weight;
  private double capacity;
  private double usedCapacity;
  private double absoluteCapacity;
  private double absoluteUsedCapacity;
  private double absoluteMaxCapacity;
  private int numApplications;
  private int maxParallelApps;
  private @Nullable ResourceInfo maximumAllocation;
  private @Nullable ResourceInfo maxEffectiveCapacity;

  /** Absent if nothing is kept. */
  private @Nullable ResourceInfo keptForGangs;

  /** Absent if shares have no memory. */
  private @Nullable String balance;

  @XmlElementWrapper(name = "partitions")
  @XmlElement(name = "partition")
  private @Nullable List<PartitionShareInfo> partitions;

  @XmlElementWrapper(name = "queues")
  @XmlElement(name = "queue")
  private @Nullable List<QueueShareInfo> queues;

  @XmlElementWrapper(name = "applications")
  @XmlElement(name = "application")
  private @Nullable List<ApplicationShareInfo> applications;

  @XmlElementWrapper(name = "users")
  @XmlElement(name = "user")
  private @Nullable List<UserShareInfo> users;

  /** For JAXB. */
  public QueueShareInfo() {}

  /**
   * Takes over a queue and all below it.
   *
   * @param visible which applications the caller may see one by one
   */
  QueueShareInfo(QueueSnapshot queue, Predicate<ApplicationShare> visible) {
    super(queue.share());
    queuePath = queue.path();
    queueName = queue.name();
    state = queue.state();
    creationMethod = queue.isCreated() ? "dynamicFlexible" : "static";
    orderingPolicyInfo = queue.order();
    weight = queue.weight();
    capacity = 100 * queue.entitledFraction();
    usedCapacity = 100 * queue.usedFraction();
    absoluteCapacity = 100 * queue.entitledFractionOfCluster();
    absoluteUsedCapacity = 100 * queue.share().dominant();
    absoluteMaxCapacity = 100 * queue.limitFraction();
    numApplications = queue.applicationCount();
    maxParallelApps = queue.maximumParallel();
    maximumAllocation = new ResourceInfo(queue.maximumAllocation());
    maxEffectiveCapacity = new ResourceInfo(queue.limit());
    if (!Resources.isNone(queue.keptForGangs())) {
      keptForGangs = new ResourceInfo(queue.keptForGangs());
    }
    balance = queue.balance();
    if (!queue.partitions().isEmpty()) {
      partitions = queue.partitions().stream().map(PartitionShareInfo::new).toList();
    }
    if (queue.isLeaf()) {
      applications =
          queue.applications().stream().filter(visible).map(ApplicationShareInfo::new).toList();
      users =
          queue.users().isEmpty() ? null : queue.users().stream().map(UserShareInfo::new).toList();
    } else {
      queues = queue.children().stream().map(child -> new QueueShareInfo(child, visible)).toList();
    }
  }
}
