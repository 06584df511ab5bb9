// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.webapp.info;

import io.github.yarnfair.scheduler.report.GangShare;
import javax.xml.bind.annotation.XmlAccessType;
import javax.xml.bind.annotation.XmlAccessorType;
import org.apache.hadoop.yarn.server.resourcemanager.webapp.dao.ResourceInfo;
import org.jspecify.annotations.Nullable;

/** Containers of an application that have to start together and have not, for JSON and XML. */
@XmlAccessorType(XmlAccessType.FIELD)
@SuppressWarnings("UnusedVariable") // JAXB reads the fields
public class GangInfo {
  private int size;
  private int withRoom;
  private @Nullable String state;
  private long since;
  private @Nullable ResourceInfo kept;
  private @Nullable String message;

  /** For JAXB. */
  public GangInfo() {}

  GangInfo(GangShare gang) {
    size = gang.size();
    withRoom = gang.withRoom();
    state = gang.state();
    since = gang.since();
    kept = new ResourceInfo(gang.kept());
    message = gang.message();
  }
}
