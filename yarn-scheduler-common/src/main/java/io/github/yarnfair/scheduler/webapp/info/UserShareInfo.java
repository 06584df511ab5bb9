// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.webapp.info;

import io.github.yarnfair.scheduler.report.UserShare;
import java.util.List;
import javax.xml.bind.annotation.XmlAccessType;
import javax.xml.bind.annotation.XmlAccessorType;
import javax.xml.bind.annotation.XmlElement;
import javax.xml.bind.annotation.XmlElementWrapper;
import org.apache.hadoop.yarn.server.resourcemanager.webapp.dao.ResourceInfo;
import org.apache.hadoop.yarn.util.resource.Resources;
import org.jspecify.annotations.Nullable;

/**
 * A user of a leaf queue and its share, for JSON and XML. Fields that CapacityScheduler has too are
 * named and counted as there.
 */
@XmlAccessorType(XmlAccessType.FIELD)
@SuppressWarnings({"UnusedVariable", "MemberName"}) // JAXB reads the fields
public class UserShareInfo extends ShareInfo {
  private @Nullable String username;
  private double userWeight;
  private boolean isActive;
  private int numActiveApplications;
  private int numPendingApplications;
  private @Nullable ResourceInfo AMResourceUsed;
  private @Nullable ResourceInfo userResourceLimit;

  /** Absent if shares have no memory. */
  private @Nullable String balance;

  @XmlElementWrapper(name = "partitions")
  @XmlElement(name = "partition")
  private @Nullable List<PartitionShareInfo> partitions;

  /** For JAXB. */
  public UserShareInfo() {}

  UserShareInfo(UserShare user) {
    super(user.share());
    username = user.name();
    userWeight = user.weight();
    isActive = !Resources.isNone(user.share().pending());
    numActiveApplications = user.activeApplications();
    numPendingApplications = user.pendingApplications();
    AMResourceUsed = new ResourceInfo(user.masterUsed());
    userResourceLimit = new ResourceInfo(user.limit());
    balance = user.balance();
    if (!user.partitions().isEmpty()) {
      partitions = user.partitions().stream().map(PartitionShareInfo::new).toList();
    }
  }
}
