// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.webapp;

import io.github.yarnfair.scheduler.HierarchicalScheduler;
import io.github.yarnfair.scheduler.balance.BalanceJson;
import io.github.yarnfair.scheduler.forecast.ExpectedStarts;
import io.github.yarnfair.scheduler.history.ClusterHistory;
import io.github.yarnfair.scheduler.history.HistoryView;
import io.github.yarnfair.scheduler.report.QueueSnapshot.ApplicationShare;
import io.github.yarnfair.scheduler.webapp.capacity.CapacityShapeInfo;
import io.github.yarnfair.scheduler.webapp.info.ApplicationExplanationInfo;
import io.github.yarnfair.scheduler.webapp.info.HierarchicalSchedulerInfo;
import io.github.yarnfair.scheduler.webapp.info.QueueExplanationInfo;
import io.github.yarnfair.scheduler.webapp.page.Explanations;
import io.github.yarnfair.scheduler.webapp.page.HistoryJson;
import io.github.yarnfair.scheduler.webapp.table.ResourceColumn;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import javax.inject.Inject;
import javax.inject.Named;
import javax.inject.Singleton;
import javax.servlet.http.HttpServletRequest;
import javax.ws.rs.Consumes;
import javax.ws.rs.DELETE;
import javax.ws.rs.DefaultValue;
import javax.ws.rs.GET;
import javax.ws.rs.POST;
import javax.ws.rs.Path;
import javax.ws.rs.PathParam;
import javax.ws.rs.Produces;
import javax.ws.rs.QueryParam;
import javax.ws.rs.core.Context;
import javax.ws.rs.core.HttpHeaders;
import javax.ws.rs.core.MediaType;
import javax.ws.rs.core.Response;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.http.JettyUtils;
import org.apache.hadoop.security.authorize.AuthorizationException;
import org.apache.hadoop.util.Time;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.factory.providers.RecordFactoryProvider;
import org.apache.hadoop.yarn.server.resourcemanager.ResourceManager;
import org.apache.hadoop.yarn.server.resourcemanager.rmapp.RMApp;
import org.apache.hadoop.yarn.server.resourcemanager.webapp.RMWSConsts;
import org.apache.hadoop.yarn.server.resourcemanager.webapp.RMWebAppUtil;
import org.apache.hadoop.yarn.server.resourcemanager.webapp.dao.ActivitiesInfo;
import org.apache.hadoop.yarn.server.resourcemanager.webapp.dao.SchedulerTypeInfo;
import org.apache.hadoop.yarn.webapp.BadRequestException;
import org.apache.hadoop.yarn.webapp.ForbiddenException;
import org.apache.hadoop.yarn.webapp.NotFoundException;
import org.apache.hadoop.yarn.webapp.util.WebAppUtils;
import org.jspecify.annotations.Nullable;

/**
 * The ResourceManager's web services with an answer at {@code /ws/v1/cluster/scheduler}, which
 * YARN's own class gives for YARN's own schedulers only, and explanations below it. Everything else
 * is YARN's.
 */
@Singleton
@Path(RMWSConsts.RM_WEB_SERVICE_PATH)
public class SchedulerWebServices extends ConfigurationWebServices {
  private static final String BALANCES = RMWSConsts.SCHEDULER + "/balances";
  private static final String EXPLAIN = RMWSConsts.SCHEDULER + "/explain/";

  // A proxy for the request at hand, set by Jersey.
  @Context
  @SuppressWarnings("NullAway.Init")
  private HttpServletRequest request;

  /** Created by Jersey. */
  @Inject
  public SchedulerWebServices(
      @Named("rm") ResourceManager resourceManager, @Named("conf") Configuration conf) {
    super(resourceManager, conf);
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
      return new SchedulerTypeInfo(
          scheduler.readings().answersAsCapacityScheduler()
              ? new CapacityShapeInfo(scheduler)
              : new HierarchicalSchedulerInfo(scheduler, this::isVisible));
    }
    return super.getSchedulerInfo();
  }

  /** Administrators: what another configuration, other nodes or an application would change. */
  @POST
  @Path(RMWSConsts.SCHEDULER + "/what-if")
  @Produces({
    MediaType.APPLICATION_JSON + "; " + JettyUtils.UTF_8,
    MediaType.APPLICATION_XML + "; " + JettyUtils.UTF_8
  })
  @Consumes({MediaType.APPLICATION_JSON, MediaType.APPLICATION_XML})
  public Response whatIf(
      InputStream body, @Context HttpServletRequest caller, @Context HttpHeaders headers)
      throws AuthorizationException {
    callers.administrator(caller);
    response.setContentType(null);
    if (resourceManager.getResourceScheduler() instanceof HierarchicalScheduler scheduler) {
      return new WhatIfAnswers(scheduler)
          .answer(
              body,
              caller.getContentLengthLong(),
              isXml(headers.getMediaType()),
              wantsXml(headers));
    }
    throw new NotFoundException("Only a scheduler of this project answers what-if requests");
  }

  /** The users who may see an application: when it starts its next container. */
  @GET
  @Path(RMWSConsts.SCHEDULER + "/when/{appid}")
  @Produces({
    MediaType.APPLICATION_JSON + "; " + JettyUtils.UTF_8,
    MediaType.APPLICATION_XML + "; " + JettyUtils.UTF_8
  })
  public Response when(
      @PathParam("appid") String appId,
      @Context HttpServletRequest caller,
      @Context HttpHeaders headers) {
    ApplicationId id =
        WebAppUtils.parseApplicationId(RecordFactoryProvider.getRecordFactory(null), appId);
    RMApp app = resourceManager.getRMContext().getRMApps().get(id);
    ExpectedStarts starts =
        resourceManager.getResourceScheduler() instanceof HierarchicalScheduler scheduler
            ? scheduler.readings().expectedStarts()
            : null;
    if (app == null || starts == null) {
      throw new NotFoundException(
          app == null
              ? "app with id: " + id + " not found"
              : "Starts are not expected: yarn.scheduler.<name>.expected-start.enabled is false, or"
                  + " the scheduler is not one of this project");
    }
    if (!hasAccess(app, caller)) {
      throw new ForbiddenException("You may not see " + id);
    }
    response.setContentType(null);
    return StartAnswer.response(starts, id, wantsXml(headers));
  }

  /** Administrators: what queues and users held more or less than their parts in the past. */
  @GET
  @Path(BALANCES)
  @Produces(MediaType.APPLICATION_JSON + "; " + JettyUtils.UTF_8)
  public Response balances(@Context HttpServletRequest caller) throws AuthorizationException {
    callers.administrator(caller);
    return balances(ofThisProject());
  }

  /** Administrators: makes all balances 0. */
  @DELETE
  @Path(BALANCES)
  @Produces(MediaType.APPLICATION_JSON + "; " + JettyUtils.UTF_8)
  public Response resetBalances(@Context HttpServletRequest caller) throws AuthorizationException {
    callers.administrator(caller);
    HierarchicalScheduler scheduler = ofThisProject();
    scheduler.readings().resetBalances();
    return balances(scheduler);
  }

  private Response balances(HierarchicalScheduler scheduler) {
    response.setContentType(null);
    return Response.ok(BalanceJson.write(scheduler.readings().balances())).build();
  }

  private HierarchicalScheduler ofThisProject() {
    if (resourceManager.getResourceScheduler() instanceof HierarchicalScheduler scheduler) {
      return scheduler;
    }
    throw new NotFoundException("Only a scheduler of this project has balances");
  }

  private static boolean isXml(@Nullable MediaType type) {
    return type != null && type.isCompatible(MediaType.APPLICATION_XML_TYPE);
  }

  /** JSON unless the caller accepts XML alone, or rather. */
  private static boolean wantsXml(HttpHeaders headers) {
    for (MediaType type : headers.getAcceptableMediaTypes()) {
      if (type.isCompatible(MediaType.APPLICATION_JSON_TYPE)) {
        return false;
      }
      if (isXml(type)) {
        return true;
      }
    }
    return false;
  }

  /**
   * Answers why an application has what it has, to those that may view it.
   *
   * @throws BadRequestException if the text is no application id
   * @throws NotFoundException if there is no such application, or it has ended
   * @throws ForbiddenException if the caller may not view it
   */
  @GET
  @Path(EXPLAIN + "app/{application}")
  @Produces({
    MediaType.APPLICATION_JSON + "; " + JettyUtils.UTF_8,
    MediaType.APPLICATION_XML + "; " + JettyUtils.UTF_8
  })
  public ApplicationExplanationInfo explainApplication(
      @PathParam("application") String application, @Context HttpServletRequest caller) {
    response.setContentType(null);
    return new ApplicationExplanationInfo(explanations(caller).application(application));
  }

  /**
   * Answers why a queue has what it has, to those that may submit to it or administer it.
   *
   * @throws NotFoundException if there is no such queue
   * @throws ForbiddenException if the caller may do neither
   */
  @GET
  @Path(EXPLAIN + "queue/{queue}")
  @Produces({
    MediaType.APPLICATION_JSON + "; " + JettyUtils.UTF_8,
    MediaType.APPLICATION_XML + "; " + JettyUtils.UTF_8
  })
  public QueueExplanationInfo explainQueue(
      @PathParam("queue") String queue, @Context HttpServletRequest caller) {
    response.setContentType(null);
    return new QueueExplanationInfo(explanations(caller).queue(queue));
  }

  private Explanations explanations(HttpServletRequest caller) {
    return new Explanations(
        resourceManager, RMWebAppUtil.getCallerUserGroupInformation(caller, true));
  }

  /** YARN's own takes the nodes to be of its own class if one is named. */
  @GET
  @Path(RMWSConsts.SCHEDULER_ACTIVITIES)
  @Produces({
    MediaType.APPLICATION_JSON + "; " + JettyUtils.UTF_8,
    MediaType.APPLICATION_XML + "; " + JettyUtils.UTF_8
  })
  @Override
  public ActivitiesInfo getActivities(
      @Context HttpServletRequest caller,
      @QueryParam(RMWSConsts.NODEID) @Nullable String node,
      @QueryParam(RMWSConsts.GROUP_BY) @Nullable String groupBy) {
    if (node == null
        || !(resourceManager.getResourceScheduler() instanceof HierarchicalScheduler scheduler)) {
      return super.getActivities(caller, node, groupBy);
    }
    return NodeActivities.of(scheduler, node, groupBy);
  }

  /**
   * Returns the last hours of the queues directly below one.
   *
   * @param queue full path; root unless it is given
   */
  @GET
  @Path(RMWSConsts.SCHEDULER + "/history")
  @Produces(MediaType.APPLICATION_JSON + "; " + JettyUtils.UTF_8)
  public Response getHistory(@QueryParam("queue") @DefaultValue("root") String queue) {
    ClusterHistory history =
        resourceManager.getResourceScheduler() instanceof HierarchicalScheduler scheduler
            ? scheduler.readings().history()
            : null;
    if (history == null) {
      throw new NotFoundException("No history: the option history.interval-ms is 0");
    }
    HistoryView view = history.view(queue, Time.now());
    if (!view.times().isEmpty() && !view.parents().contains(queue)) {
      throw new NotFoundException("No queues below " + queue + " in the history");
    }
    String title = resourceManager.getResourceScheduler().getClass().getSimpleName();
    response.setContentType(null);
    return PlotFiles.answer(
        request,
        HistoryJson.write(view, title, ResourceColumn.all()).getBytes(StandardCharsets.UTF_8),
        MediaType.APPLICATION_JSON + "; " + JettyUtils.UTF_8);
  }

  /** Returns a file that the plots of the scheduler's page need. */
  @GET
  @Path(RMWSConsts.SCHEDULER + "/plots/{file}")
  public Response getPlotFile(@PathParam("file") String name) {
    PlotFiles file = PlotFiles.find(name);
    if (file == null) {
      throw new NotFoundException("No file of that name");
    }
    // In place of the header by which a filter forbids caching.
    response.setHeader("Cache-Control", "max-age=3600");
    response.setHeader("Pragma", null);
    response.setContentType(null);
    return file.answer(request);
  }

  private boolean isVisible(ApplicationShare application) {
    RMApp app = resourceManager.getRMContext().getRMApps().get(application.id());
    return app != null && hasAccess(app, request);
  }
}
