// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.webapp.capacity;

import io.github.yarnfair.scheduler.HierarchicalScheduler;
import io.github.yarnfair.scheduler.conf.key.KeyTemplate;
import io.github.yarnfair.scheduler.report.QueueDetails;
import io.github.yarnfair.scheduler.report.QueueSnapshot;
import io.github.yarnfair.scheduler.webapp.info.ShareInfo;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import javax.xml.bind.annotation.XmlAccessType;
import javax.xml.bind.annotation.XmlAccessorType;
import javax.xml.bind.annotation.XmlElement;
import javax.xml.bind.annotation.XmlType;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.server.resourcemanager.webapp.dao.AutoQueueTemplatePropertiesInfo;
import org.apache.hadoop.yarn.server.resourcemanager.webapp.dao.QueueAclsInfo;
import org.apache.hadoop.yarn.server.resourcemanager.webapp.dao.QueueCapacitiesInfo;
import org.apache.hadoop.yarn.server.resourcemanager.webapp.dao.QueueCapacityVectorInfo;
import org.apache.hadoop.yarn.server.resourcemanager.webapp.dao.ResourceInfo;
import org.apache.hadoop.yarn.server.resourcemanager.webapp.dao.SchedulerInfo;
import org.jspecify.annotations.Nullable;

/**
 * The scheduler in the shape of CapacityScheduler's answer, type {@code capacityScheduler}, for
 * programs that read no other; what only this project has is in {@code share}.
 *
 * <p>The type's name is that of Hadoop's class, which must not occur twice in one namespace; JSON
 * has no namespaces.
 */
@XmlAccessorType(XmlAccessType.FIELD)
@XmlType(name = "capacityScheduler", namespace = CapacityShapeInfo.NAMESPACE)
@SuppressWarnings("UnusedVariable") // JAXB reads the fields
public class CapacityShapeInfo extends SchedulerInfo {
  static final String NAMESPACE = "https://yarnfair.github.io/rest";

  private float capacity;
  private float usedCapacity;
  private float maxCapacity;
  private float weight;
  private float normalizedWeight;
  private @Nullable QueueCapacityVectorInfo queueCapacityVectorInfo;
  private @Nullable String queueName;
  private @Nullable String queuePath;
  private int maxParallelApps;

  @XmlElement(name = "isAbsoluteResource")
  private boolean absoluteResource;

  private @Nullable CapacityQueuesInfo queues;
  private @Nullable QueueCapacitiesInfo capacities;
  private @Nullable CapacityHealthInfo health;
  private @Nullable ResourceInfo maximumAllocation;
  private @Nullable QueueAclsInfo queueAcls;
  private int queuePriority;
  private @Nullable String orderingPolicyInfo;
  private @Nullable String mode;
  private @Nullable String queueType;
  private @Nullable String creationMethod;
  private @Nullable String autoCreationEligibility;
  private @Nullable String defaultNodeLabelExpression;
  private @Nullable AutoQueueTemplatePropertiesInfo autoQueueTemplateProperties;
  private @Nullable AutoQueueTemplatePropertiesInfo autoQueueParentTemplateProperties;
  private @Nullable AutoQueueTemplatePropertiesInfo autoQueueLeafTemplateProperties;

  @XmlElement(name = "schedulerName")
  private @Nullable String scheduler;

  private @Nullable ShareInfo share;

  /** For JAXB. */
  public CapacityShapeInfo() {}

  /** Takes over a scheduler's present snapshot. */
  public CapacityShapeInfo(HierarchicalScheduler source) {
    QueueSnapshot root = source.readings().snapshot();
    Map<String, QueueDetails> byPath = source.readings().details();
    QueueDetails details = Objects.requireNonNull(byPath.get(root.path()));
    CapacityParts parts = new CapacityParts(root, details);
    QueueDetails.Partition partition = details.partitions().get(0);
    scheduler = source.getClass().getSimpleName();
    queueName = root.name();
    queuePath = root.path();
    capacity = (float) (100 * root.entitledFraction());
    usedCapacity = (float) (100 * root.share().dominant());
    maxCapacity = (float) (100 * root.limitFraction());
    weight = (float) partition.weight();
    queueCapacityVectorInfo = CapacityParts.vector(partition);
    maxParallelApps = details.info().getMaxParallelApps();
    queues = below(root, byPath, source);
    capacities = parts.capacities();
    health = new CapacityHealthInfo(source.getLastNodeUpdateTime());
    maximumAllocation = new ResourceInfo(source.getMaximumResourceCapability());
    queueAcls = parts.acls();
    queuePriority = details.priority();
    orderingPolicyInfo = details.orderingPolicy();
    mode = partition.mode();
    queueType = root.isLeaf() ? "leaf" : "parent";
    creationMethod = details.creationMethod();
    autoCreationEligibility = details.autoCreationEligibility();
    defaultNodeLabelExpression = details.info().getDefaultNodeLabelExpression();
    autoQueueTemplateProperties = parts.template(KeyTemplate.EACH);
    autoQueueParentTemplateProperties = parts.template(KeyTemplate.PARENT);
    autoQueueLeafTemplateProperties = parts.template(KeyTemplate.LEAF);
    share = new ShareInfo(root.share());
  }

  /** A queue that was created or removed between the two snapshots is left out. */
  private static CapacityQueuesInfo below(
      QueueSnapshot queue, Map<String, QueueDetails> byPath, HierarchicalScheduler source) {
    List<QueueSnapshot> leavesFirst =
        queue.children().stream()
            .filter(child -> byPath.containsKey(child.path()))
            .sorted(Comparator.comparing(child -> !child.isLeaf()))
            .toList();
    return new CapacityQueuesInfo(
        leavesFirst.stream().map(child -> queue(child, byPath, source)).toList());
  }

  private static CapacityQueueInfo queue(
      QueueSnapshot queue, Map<String, QueueDetails> byPath, HierarchicalScheduler source) {
    QueueDetails details = Objects.requireNonNull(byPath.get(queue.path()));
    QueueDetails.Leaf leaf = details.leaf();
    Resource most = source.getMaximumResourceCapability(queue.path());
    return leaf == null
        ? new CapacityQueueInfo(queue, details, below(queue, byPath, source), most)
        : new CapacityLeafQueueInfo(queue, details, leaf, most);
  }
}
