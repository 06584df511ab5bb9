/*
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *     http://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */
package io.github.yarnfair.scheduler.webapp;

import io.github.yarnfair.scheduler.HierarchicalScheduler;
import io.github.yarnfair.scheduler.report.QueueSnapshot.ApplicationShare;
import javax.inject.Inject;
import javax.inject.Named;
import javax.inject.Singleton;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;
import javax.ws.rs.GET;
import javax.ws.rs.Path;
import javax.ws.rs.Produces;
import javax.ws.rs.core.Context;
import javax.ws.rs.core.MediaType;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.http.JettyUtils;
import org.apache.hadoop.yarn.server.resourcemanager.ResourceManager;
import org.apache.hadoop.yarn.server.resourcemanager.rmapp.RMApp;
import org.apache.hadoop.yarn.server.resourcemanager.webapp.RMWSConsts;
import org.apache.hadoop.yarn.server.resourcemanager.webapp.RMWebServices;
import org.apache.hadoop.yarn.server.resourcemanager.webapp.dao.SchedulerTypeInfo;

/**
 * The ResourceManager's web services with an answer at {@code /ws/v1/cluster/scheduler}, which
 * YARN's own class gives for YARN's own schedulers only. Everything else is YARN's.
 */
@Singleton
@Path(RMWSConsts.RM_WEB_SERVICE_PATH)
public class SchedulerWebServices extends RMWebServices {
  private final ResourceManager resourceManager;

  // Proxies for the request at hand, set by Jersey.
  @Context
  @SuppressWarnings("NullAway.Init")
  private HttpServletRequest request;

  @Context
  @SuppressWarnings("NullAway.Init")
  private HttpServletResponse response;

  /** Created by Jersey. */
  @Inject
  public SchedulerWebServices(
      @Named("rm") ResourceManager resourceManager, @Named("conf") Configuration conf) {
    super(resourceManager, conf);
    this.resourceManager = resourceManager;
  }

  @GET
  @Path(RMWSConsts.SCHEDULER)
  @Produces({
    MediaType.APPLICATION_JSON + "; " + JettyUtils.UTF_8,
    MediaType.APPLICATION_XML + "; " + JettyUtils.UTF_8
  })
  @Override
  public SchedulerTypeInfo getSchedulerInfo() {
    if (resourceManager.getResourceScheduler() instanceof HierarchicalScheduler scheduler) {
      // A filter has set the type for pages; this lets Jersey set the negotiated one.
      response.setContentType(null);
      return new SchedulerTypeInfo(new HierarchicalSchedulerInfo(scheduler, this::isVisible));
    }
    return super.getSchedulerInfo();
  }

  private boolean isVisible(ApplicationShare application) {
    RMApp app = resourceManager.getRMContext().getRMApps().get(application.id());
    return app != null && hasAccess(app, request);
  }
}
