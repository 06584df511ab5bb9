// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.webapp.capacity;

import io.github.yarnfair.scheduler.report.QueueDetails;
import io.github.yarnfair.scheduler.report.QueueSnapshot;
import io.github.yarnfair.scheduler.report.QueueSnapshot.ApplicationShare;
import io.github.yarnfair.scheduler.report.UserShare;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import javax.xml.bind.annotation.XmlAccessType;
import javax.xml.bind.annotation.XmlAccessorType;
import javax.xml.bind.annotation.XmlElement;
import javax.xml.bind.annotation.XmlType;
import org.apache.hadoop.yarn.api.records.QueueStatistics;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.server.resourcemanager.webapp.dao.ResourceInfo;
import org.apache.hadoop.yarn.util.resource.Resources;
import org.jspecify.annotations.Nullable;

/** A leaf queue in the shape of CapacityScheduler's answer. */
@XmlAccessorType(XmlAccessType.FIELD)
@XmlType(name = "capacitySchedulerLeafQueueInfo", namespace = CapacityShapeInfo.NAMESPACE)
@SuppressWarnings("UnusedVariable") // JAXB reads the fields
public class CapacityLeafQueueInfo extends CapacityQueueInfo {
  private long numActiveApplications;
  private long numPendingApplications;
  private long numContainers;
  private int maxApplications;
  private int maxApplicationsPerUser;
  private float userLimit;
  private @Nullable CapacityUsersInfo users;
  private float userLimitFactor;
  private float configuredMaxAMResourceLimit;

  @XmlElement(name = "AMResourceLimit")
  private @Nullable ResourceInfo masterLimit;

  private @Nullable ResourceInfo usedAMResource;
  private @Nullable ResourceInfo userAMResourceLimit;
  private boolean preemptionDisabled;
  private boolean intraQueuePreemptionDisabled;
  private int defaultPriority;

  @XmlElement(name = "isAutoCreatedLeafQueue")
  private boolean autoCreatedLeafQueue;

  private long maxApplicationLifetime;
  private long defaultApplicationLifetime;

  /** For JAXB. */
  public CapacityLeafQueueInfo() {}

  CapacityLeafQueueInfo(
      QueueSnapshot queue, QueueDetails details, QueueDetails.Leaf leaf, Resource most) {
    super(queue, details, null, most);
    QueueStatistics statistics = details.info().getQueueStatistics();
    numActiveApplications = statistics.getNumAppsRunning();
    numPendingApplications = statistics.getNumAppsPending();
    numContainers = statistics.getAllocatedContainers();
    maxApplications = leaf.maximumApplications();
    maxApplicationsPerUser = leaf.maximumApplicationsPerUser();
    userLimit = (float) (100 * leaf.userMinimum());
    userLimitFactor = (float) leaf.userFactor();
    users = users(queue, leaf);
    configuredMaxAMResourceLimit = (float) leaf.masterPart();
    masterLimit = new ResourceInfo(leaf.masterLimit());
    usedAMResource = new ResourceInfo(leaf.masterUsed());
    userAMResourceLimit = new ResourceInfo(leaf.masterLimit());
    preemptionDisabled = details.isPreemptionDisabled();
    intraQueuePreemptionDisabled = details.isIntraQueuePreemptionDisabled();
    defaultPriority = leaf.defaultPriority();
    autoCreatedLeafQueue = details.creationMethod().equals("dynamicLegacy");
    maxApplicationLifetime = leaf.maximumLifetime();
    defaultApplicationLifetime = leaf.defaultLifetime();
  }

  private static CapacityUsersInfo users(QueueSnapshot queue, QueueDetails.Leaf leaf) {
    Map<String, List<ApplicationShare>> byUser =
        queue.applications().stream()
            .collect(
                Collectors.groupingBy(ApplicationShare::user, TreeMap::new, Collectors.toList()));
    Map<String, UserShare> divided =
        queue.users().stream().collect(Collectors.toMap(UserShare::name, user -> user));
    return new CapacityUsersInfo(
        byUser.entrySet().stream()
            .map(
                user ->
                    user(user.getKey(), user.getValue(), queue, leaf)
                        .of(divided.get(user.getKey())))
            .toList());
  }

  private static CapacityUserInfo user(
      String name,
      List<ApplicationShare> applications,
      QueueSnapshot queue,
      QueueDetails.Leaf leaf) {
    Resource used = Resources.createResource(0, 0);
    Resource pending = Resources.createResource(0, 0);
    for (ApplicationShare application : applications) {
      Resources.addTo(used, application.share().used());
      Resources.addTo(pending, application.share().pending());
    }
    return new CapacityUserInfo(
        name,
        applications.size(),
        used,
        pending,
        leaf.masters().getOrDefault(name, Resources.none()),
        queue.limit(),
        leaf.masterLimit());
  }
}
