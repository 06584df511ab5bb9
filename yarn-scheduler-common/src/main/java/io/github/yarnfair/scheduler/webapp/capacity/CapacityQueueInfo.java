// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.webapp.capacity;

import io.github.yarnfair.scheduler.conf.key.KeyTemplate;
import io.github.yarnfair.scheduler.report.QueueDetails;
import io.github.yarnfair.scheduler.report.QueueSnapshot;
import io.github.yarnfair.scheduler.webapp.info.ShareInfo;
import java.util.List;
import javax.xml.bind.annotation.XmlAccessType;
import javax.xml.bind.annotation.XmlAccessorType;
import javax.xml.bind.annotation.XmlElement;
import javax.xml.bind.annotation.XmlSeeAlso;
import org.apache.hadoop.yarn.api.records.QueueState;
import org.apache.hadoop.yarn.api.records.QueueStatistics;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.server.resourcemanager.webapp.dao.AutoQueueTemplatePropertiesInfo;
import org.apache.hadoop.yarn.server.resourcemanager.webapp.dao.LeafQueueTemplateInfo;
import org.apache.hadoop.yarn.server.resourcemanager.webapp.dao.QueueAclsInfo;
import org.apache.hadoop.yarn.server.resourcemanager.webapp.dao.QueueCapacitiesInfo;
import org.apache.hadoop.yarn.server.resourcemanager.webapp.dao.ResourceInfo;
import org.apache.hadoop.yarn.server.resourcemanager.webapp.dao.ResourcesInfo;
import org.jspecify.annotations.Nullable;

/**
 * A queue in the shape of CapacityScheduler's answer, with what only this project has in {@code
 * share}. Hadoop's own class for it can only be created with a queue of CapacityScheduler.
 */
@XmlAccessorType(XmlAccessType.FIELD)
@XmlSeeAlso(CapacityLeafQueueInfo.class)
@SuppressWarnings("UnusedVariable") // JAXB reads the fields
public class CapacityQueueInfo {
  private @Nullable String queuePath;
  private float capacity;
  private float usedCapacity;
  private float maxCapacity;
  private float absoluteCapacity;
  private float absoluteMaxCapacity;
  private float absoluteUsedCapacity;
  private float weight;
  private float normalizedWeight;
  private int numApplications;
  private int maxParallelApps;
  private @Nullable String queueName;

  @XmlElement(name = "isAbsoluteResource")
  private boolean absoluteResource;

  private @Nullable QueueState state;
  private @Nullable CapacityQueuesInfo queues;
  private @Nullable ResourceInfo resourcesUsed;
  private boolean hideReservationQueues;
  private @Nullable List<String> nodeLabels;
  private long allocatedContainers;
  private long reservedContainers;
  private long pendingContainers;
  private @Nullable QueueCapacitiesInfo capacities;
  private @Nullable ResourcesInfo resources;
  private @Nullable ResourceInfo minEffectiveCapacity;
  private @Nullable ResourceInfo maxEffectiveCapacity;
  private @Nullable ResourceInfo maximumAllocation;
  private @Nullable QueueAclsInfo queueAcls;
  private int queuePriority;
  private @Nullable String orderingPolicyInfo;
  private boolean autoCreateChildQueueEnabled;
  private @Nullable LeafQueueTemplateInfo leafQueueTemplate;
  private @Nullable String mode;
  private @Nullable String queueType;
  private @Nullable String creationMethod;
  private @Nullable String autoCreationEligibility;
  private @Nullable String defaultNodeLabelExpression;
  private @Nullable AutoQueueTemplatePropertiesInfo autoQueueTemplateProperties;
  private @Nullable AutoQueueTemplatePropertiesInfo autoQueueParentTemplateProperties;
  private @Nullable AutoQueueTemplatePropertiesInfo autoQueueLeafTemplateProperties;
  private @Nullable ShareInfo share;

  /** For JAXB. */
  public CapacityQueueInfo() {}

  /**
   * @param below the queues below, null for a leaf queue
   * @param most largest container of the queue
   */
  CapacityQueueInfo(
      QueueSnapshot queue,
      QueueDetails details,
      @Nullable CapacityQueuesInfo below,
      Resource most) {
    CapacityParts parts = new CapacityParts(queue, details);
    queuePath = queue.path();
    queueName = queue.name();
    state = queue.state();
    numApplications = queue.applicationCount();
    queues = below;
    share = new ShareInfo(queue.share());
    setCapacities(queue, details.partitions().get(0));
    setStatistics(details.info().getQueueStatistics());
    maxParallelApps = details.info().getMaxParallelApps();
    nodeLabels = details.info().getAccessibleNodeLabels().stream().sorted().toList();
    defaultNodeLabelExpression = details.info().getDefaultNodeLabelExpression();
    resourcesUsed = new ResourceInfo(queue.share().used());
    capacities = parts.capacities();
    resources = parts.resources();
    maximumAllocation = new ResourceInfo(most);
    queueAcls = parts.acls();
    queuePriority = details.priority();
    orderingPolicyInfo = details.orderingPolicy();
    queueType = queue.isLeaf() ? "leaf" : "parent";
    setCreation(details, parts);
  }

  private void setCapacities(QueueSnapshot queue, QueueDetails.Partition partition) {
    double entitled = queue.entitledFractionOfCluster();
    capacity = (float) (100 * queue.entitledFraction());
    usedCapacity = CapacityParts.usedPercent(queue.share().dominant(), entitled);
    maxCapacity = (float) (100 * partition.maximumFraction());
    absoluteCapacity = (float) (100 * entitled);
    absoluteMaxCapacity = (float) (100 * partition.maximumFractionOfAll());
    absoluteUsedCapacity = (float) (100 * queue.share().dominant());
    weight = (float) partition.weight();
    normalizedWeight = weight < 0 ? 0 : (float) queue.entitledFraction();
    mode = partition.mode();
    absoluteResource = partition.mode().equals("absolute");
    minEffectiveCapacity = new ResourceInfo(partition.guaranteed());
    maxEffectiveCapacity = new ResourceInfo(queue.limit());
  }

  private void setStatistics(QueueStatistics statistics) {
    allocatedContainers = statistics.getAllocatedContainers();
    reservedContainers = statistics.getReservedContainers();
    pendingContainers = statistics.getPendingContainers();
  }

  private void setCreation(QueueDetails details, CapacityParts parts) {
    creationMethod = details.creationMethod();
    autoCreationEligibility = details.autoCreationEligibility();
    autoCreateChildQueueEnabled = details.autoCreationEligibility().equals("legacy");
    leafQueueTemplate = parts.oldTemplate();
    autoQueueTemplateProperties = parts.template(KeyTemplate.EACH);
    autoQueueParentTemplateProperties = parts.template(KeyTemplate.PARENT);
    autoQueueLeafTemplateProperties = parts.template(KeyTemplate.LEAF);
  }
}
