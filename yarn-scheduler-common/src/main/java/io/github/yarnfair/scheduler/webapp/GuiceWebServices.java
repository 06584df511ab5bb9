// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.webapp;

import javax.inject.Inject;
import javax.inject.Singleton;
import javax.ws.rs.Path;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.server.resourcemanager.ResourceManager;
import org.apache.hadoop.yarn.server.resourcemanager.webapp.RMWSConsts;

/** The same web services for Hadoop 3.4, where Guice makes them and knows no named arguments. */
@Singleton
@Path(RMWSConsts.RM_WEB_SERVICE_PATH)
public class GuiceWebServices extends SchedulerWebServices {
  /** Created by Guice. */
  @Inject
  public GuiceWebServices(ResourceManager resourceManager, Configuration conf) {
    super(resourceManager, conf);
  }
}
