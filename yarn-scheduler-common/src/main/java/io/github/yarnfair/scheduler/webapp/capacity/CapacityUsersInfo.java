// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.webapp.capacity;

import java.util.List;
import javax.xml.bind.annotation.XmlAccessType;
import javax.xml.bind.annotation.XmlAccessorType;
import org.jspecify.annotations.Nullable;

/** The users of a leaf queue, in the shape of CapacityScheduler's answer. */
@XmlAccessorType(XmlAccessType.FIELD)
@SuppressWarnings("UnusedVariable") // JAXB reads the fields
public class CapacityUsersInfo {
  private @Nullable List<CapacityUserInfo> user;

  /** For JAXB. */
  public CapacityUsersInfo() {}

  CapacityUsersInfo(List<CapacityUserInfo> users) {
    user = users;
  }
}
