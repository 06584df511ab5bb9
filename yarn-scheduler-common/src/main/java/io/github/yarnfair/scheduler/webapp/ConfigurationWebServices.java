// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.webapp;

import io.github.yarnfair.scheduler.HierarchicalScheduler;
import java.io.IOException;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;
import javax.ws.rs.Consumes;
import javax.ws.rs.GET;
import javax.ws.rs.POST;
import javax.ws.rs.PUT;
import javax.ws.rs.Path;
import javax.ws.rs.Produces;
import javax.ws.rs.core.Context;
import javax.ws.rs.core.MediaType;
import javax.ws.rs.core.Response;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.http.JettyUtils;
import org.apache.hadoop.security.authorize.AuthorizationException;
import org.apache.hadoop.yarn.server.resourcemanager.ResourceManager;
import org.apache.hadoop.yarn.server.resourcemanager.webapp.RMWSConsts;
import org.apache.hadoop.yarn.server.resourcemanager.webapp.RMWebServices;
import org.apache.hadoop.yarn.webapp.dao.SchedConfUpdateInfo;
import org.jspecify.annotations.Nullable;

/**
 * The ResourceManager's web services with changes of the queues, which YARN's own class takes for
 * CapacityScheduler only.
 */
public class ConfigurationWebServices extends RMWebServices {
  final ResourceManager resourceManager;
  final Callers callers;

  // A proxy for the request at hand, set by Jersey.
  @Context
  @SuppressWarnings("NullAway.Init")
  HttpServletResponse response;

  private final Configuration conf;

  ConfigurationWebServices(ResourceManager resourceManager, Configuration conf) {
    super(resourceManager, conf);
    this.resourceManager = resourceManager;
    this.conf = conf;
    callers = new Callers(resourceManager, conf);
  }

  @PUT
  @Path(RMWSConsts.SCHEDULER_CONF)
  @Produces({
    MediaType.APPLICATION_JSON + "; " + JettyUtils.UTF_8,
    MediaType.APPLICATION_XML + "; " + JettyUtils.UTF_8
  })
  @Consumes(MediaType.APPLICATION_XML)
  @Override
  public synchronized Response updateSchedulerConfiguration(
      @Nullable SchedConfUpdateInfo change, @Context HttpServletRequest caller)
      throws AuthorizationException, InterruptedException {
    ConfigurationAnswers answers = answers();
    return answers == null
        ? super.updateSchedulerConfiguration(change, caller)
        // Not only administrators: the policy for changes is asked.
        : answers.change(callers.known(caller), change);
  }

  @POST
  @Path(RMWSConsts.SCHEDULER_CONF_VALIDATE)
  @Produces({
    MediaType.APPLICATION_JSON + "; " + JettyUtils.UTF_8,
    MediaType.APPLICATION_XML + "; " + JettyUtils.UTF_8
  })
  @Consumes(MediaType.APPLICATION_XML)
  @Override
  public synchronized Response validateAndGetSchedulerConfiguration(
      @Nullable SchedConfUpdateInfo change, @Context HttpServletRequest caller)
      throws AuthorizationException {
    ConfigurationAnswers answers = answers();
    if (answers == null) {
      return super.validateAndGetSchedulerConfiguration(change, caller);
    }
    callers.administrator(caller);
    return answers.validate(change);
  }

  /**
   * The same of JSON. Jersey would take a request whose names it does not know for an empty one,
   * and {@code yarn schedulerconf} of Hadoop 3.5 has names of its own.
   */
  @PUT
  @Path(RMWSConsts.SCHEDULER_CONF)
  @Produces({
    MediaType.APPLICATION_JSON + "; " + JettyUtils.UTF_8,
    MediaType.APPLICATION_XML + "; " + JettyUtils.UTF_8
  })
  @Consumes(MediaType.APPLICATION_JSON)
  public Response updateSchedulerConfigurationByJson(
      String change, @Context HttpServletRequest caller) throws Exception {
    return withChange(change, request -> updateSchedulerConfiguration(request, caller));
  }

  /** The same of JSON. */
  @POST
  @Path(RMWSConsts.SCHEDULER_CONF_VALIDATE)
  @Produces({
    MediaType.APPLICATION_JSON + "; " + JettyUtils.UTF_8,
    MediaType.APPLICATION_XML + "; " + JettyUtils.UTF_8
  })
  @Consumes(MediaType.APPLICATION_JSON)
  public Response validateAndGetSchedulerConfigurationByJson(
      String change, @Context HttpServletRequest caller) throws Exception {
    return withChange(change, request -> validateAndGetSchedulerConfiguration(request, caller));
  }

  /** Answers a change. */
  private interface ChangeCall {
    Response answer(@Nullable SchedConfUpdateInfo change) throws Exception;
  }

  private static Response withChange(String json, ChangeCall call) throws Exception {
    @Nullable SchedConfUpdateInfo change;
    try {
      change = ChangeJson.read(json);
    } catch (IOException e) {
      return ConfigurationAnswers.refusal(Response.Status.BAD_REQUEST, e.getMessage());
    }
    return call.answer(change);
  }

  @GET
  @Path(RMWSConsts.FORMAT_SCHEDULER_CONF)
  @Produces({
    MediaType.APPLICATION_JSON + "; " + JettyUtils.UTF_8,
    MediaType.APPLICATION_XML + "; " + JettyUtils.UTF_8
  })
  @Override
  public Response formatSchedulerConfiguration(@Context HttpServletRequest caller)
      throws AuthorizationException {
    ConfigurationAnswers answers = answers();
    if (answers == null) {
      return super.formatSchedulerConfiguration(caller);
    }
    callers.administrator(caller);
    return answers.startAgain();
  }

  @GET
  @Path(RMWSConsts.SCHEDULER_CONF)
  @Produces({
    MediaType.APPLICATION_JSON + "; " + JettyUtils.UTF_8,
    MediaType.APPLICATION_XML + "; " + JettyUtils.UTF_8
  })
  @Override
  public Response getSchedulerConfiguration(@Context HttpServletRequest caller)
      throws AuthorizationException {
    ConfigurationAnswers answers = answers();
    if (answers == null) {
      return super.getSchedulerConfiguration(caller);
    }
    callers.administrator(caller);
    return answers.all();
  }

  @GET
  @Path(RMWSConsts.SCHEDULER_CONF_VERSION)
  @Produces({
    MediaType.APPLICATION_JSON + "; " + JettyUtils.UTF_8,
    MediaType.APPLICATION_XML + "; " + JettyUtils.UTF_8
  })
  @Override
  public Response getSchedulerConfigurationVersion(@Context HttpServletRequest caller)
      throws AuthorizationException {
    ConfigurationAnswers answers = answers();
    if (answers == null) {
      return super.getSchedulerConfigurationVersion(caller);
    }
    callers.administrator(caller);
    return answers.version();
  }

  /** Returns null under a scheduler of YARN. */
  private @Nullable ConfigurationAnswers answers() {
    if (resourceManager.getResourceScheduler() instanceof HierarchicalScheduler scheduler) {
      response.setContentType(null);
      return new ConfigurationAnswers(scheduler, conf);
    }
    return null;
  }
}
