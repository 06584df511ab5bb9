// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.webapp.info;

import io.github.yarnfair.core.ideal.IdealShare;
import io.github.yarnfair.scheduler.HierarchicalScheduler;
import io.github.yarnfair.scheduler.report.QueueSnapshot;
import io.github.yarnfair.scheduler.report.QueueSnapshot.ApplicationShare;
import java.util.List;
import java.util.function.Predicate;
import javax.xml.bind.annotation.XmlAccessType;
import javax.xml.bind.annotation.XmlAccessorType;
import javax.xml.bind.annotation.XmlElement;
import javax.xml.bind.annotation.XmlElementWrapper;
import javax.xml.bind.annotation.XmlRootElement;
import javax.xml.bind.annotation.XmlType;
import org.apache.hadoop.yarn.server.resourcemanager.webapp.dao.ResourceInfo;
import org.apache.hadoop.yarn.server.resourcemanager.webapp.dao.SchedulerInfo;
import org.jspecify.annotations.Nullable;

/**
 * The scheduler as {@code /ws/v1/cluster/scheduler} answers, in the shape of CapacityScheduler's
 * answer: the root queue here, the others below {@code queues.queue}.
 */
@XmlRootElement(name = "hierarchicalFairScheduler")
@XmlType(name = "hierarchicalFairScheduler")
@XmlAccessorType(XmlAccessType.FIELD)
@SuppressWarnings("UnusedVariable") // JAXB reads the fields
public class HierarchicalSchedulerInfo extends SchedulerInfo {
  @XmlElement(name = "schedulerName")
  private @Nullable String scheduler;

  private @Nullable String queueName;
  private @Nullable String queuePath;
  private double capacity;
  private double usedCapacity;
  private double maxCapacity;
  private int numApplications;
  private @Nullable ShareInfo share;
  private @Nullable String idealSharesBy;
  private @Nullable ResourceInfo minimumAllocation;
  private @Nullable ResourceInfo maximumAllocation;

  @XmlElementWrapper(name = "partitions")
  @XmlElement(name = "partition")
  private @Nullable List<PartitionShareInfo> partitions;

  @XmlElementWrapper(name = "queues")
  @XmlElement(name = "queue")
  private @Nullable List<QueueShareInfo> queues;

  /** For JAXB. */
  public HierarchicalSchedulerInfo() {}

  /**
   * Takes over a scheduler's present snapshot.
   *
   * @param visible which applications the caller may see one by one
   */
  public HierarchicalSchedulerInfo(
      HierarchicalScheduler source, Predicate<ApplicationShare> visible) {
    QueueSnapshot root = source.readings().snapshot();
    scheduler = source.getClass().getSimpleName();
    queueName = root.name();
    queuePath = root.path();
    capacity = 100 * root.entitledFraction();
    usedCapacity = 100 * root.share().dominant();
    maxCapacity = 100 * root.limitFraction();
    numApplications = root.applicationCount();
    share = new ShareInfo(root.share());
    idealSharesBy = IdealShare.RULE;
    minimumAllocation = new ResourceInfo(source.getMinimumResourceCapability());
    maximumAllocation = new ResourceInfo(source.getMaximumResourceCapability());
    if (!root.partitions().isEmpty()) {
      partitions = root.partitions().stream().map(PartitionShareInfo::new).toList();
    }
    queues = root.children().stream().map(child -> new QueueShareInfo(child, visible)).toList();
  }
}
