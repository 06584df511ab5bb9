// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.webapp.capacity;

import io.github.yarnfair.scheduler.report.UserShare;
import java.util.List;
import javax.xml.bind.annotation.XmlAccessType;
import javax.xml.bind.annotation.XmlAccessorType;
import javax.xml.bind.annotation.XmlElement;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.server.resourcemanager.webapp.dao.PartitionResourcesInfo;
import org.apache.hadoop.yarn.server.resourcemanager.webapp.dao.ResourceInfo;
import org.apache.hadoop.yarn.server.resourcemanager.webapp.dao.ResourcesInfo;
import org.jspecify.annotations.Nullable;

/** A user of a leaf queue, in the shape of CapacityScheduler's answer. */
@XmlAccessorType(XmlAccessType.FIELD)
@SuppressWarnings("UnusedVariable") // JAXB reads the fields
public class CapacityUserInfo {
  private @Nullable String username;
  private @Nullable ResourceInfo resourcesUsed;
  private int numPendingApplications;
  private int numActiveApplications;

  @XmlElement(name = "AMResourceUsed")
  private @Nullable ResourceInfo masterUsed;

  private @Nullable ResourceInfo userResourceLimit;
  private @Nullable ResourcesInfo resources;
  private double userWeight;

  @XmlElement(name = "isActive")
  private boolean wants;

  /** For JAXB. */
  public CapacityUserInfo() {}

  /**
   * @param username the user
   * @param applications number of the user's applications in the queue
   * @param used what they hold
   * @param pending what they wait for
   * @param masters what their masters hold
   * @param limit the most that they may hold
   * @param masterLimit the most that their masters may hold
   */
  CapacityUserInfo(
      String username,
      int applications,
      Resource used,
      Resource pending,
      Resource masters,
      Resource limit,
      Resource masterLimit) {
    this.username = username;
    resourcesUsed = new ResourceInfo(used);
    numActiveApplications = applications;
    masterUsed = new ResourceInfo(masters);
    userResourceLimit = new ResourceInfo(limit);
    resources = new ResourcesInfo();
    ResourceInfo none = new ResourceInfo(Resource.newInstance(0, 0));
    resources.setPartitionResourceUsages(
        List.of(
            new PartitionResourcesInfo(
                "",
                new ResourceInfo(used),
                none,
                new ResourceInfo(pending),
                new ResourceInfo(masters),
                new ResourceInfo(masterLimit),
                none)));
    userWeight = 1;
    wants = pending.getMemorySize() > 0 || pending.getVirtualCores() > 0;
  }

  /** Takes over what is known of a user among whom the queue's share is divided; returns this. */
  CapacityUserInfo of(@Nullable UserShare user) {
    if (user != null) {
      numActiveApplications = user.activeApplications();
      numPendingApplications = user.pendingApplications();
      userResourceLimit = new ResourceInfo(user.limit());
      userWeight = user.weight();
    }
    return this;
  }
}
