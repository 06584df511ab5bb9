// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.webapp;

import io.github.yarnfair.scheduler.HierarchicalScheduler;
import io.github.yarnfair.scheduler.conf.LogText;
import io.github.yarnfair.scheduler.store.ConfigurationChanges;
import io.github.yarnfair.scheduler.store.StoreKind;
import java.io.IOException;
import javax.ws.rs.core.Response;
import javax.ws.rs.core.Response.Status;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.security.AccessControlException;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.yarn.server.resourcemanager.webapp.dao.ConfigVersionInfo;
import org.apache.hadoop.yarn.webapp.dao.ConfInfo;
import org.apache.hadoop.yarn.webapp.dao.SchedConfUpdateInfo;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Answers the calls below {@code /ws/v1/cluster/scheduler-conf}, in the words that YARN's own class
 * has for CapacityScheduler. A request that is refused is answered 400 with one line for each
 * finding, or 403.
 */
final class ConfigurationAnswers {
  private static final Logger LOG = LoggerFactory.getLogger(ConfigurationAnswers.class);

  private final HierarchicalScheduler scheduler;
  private final Configuration conf;

  ConfigurationAnswers(HierarchicalScheduler scheduler, Configuration conf) {
    this.scheduler = scheduler;
    this.conf = conf;
  }

  /** What is done with changes, if they are possible. */
  private interface Call {
    /** Returns the entity of the answer. */
    Object run(ConfigurationChanges changes) throws Exception;
  }

  private Response answer(String what, Call call) {
    ConfigurationChanges changes = scheduler.changes();
    if (changes == null) {
      return refusal(Status.BAD_REQUEST, StoreKind.whyNotMutable(conf));
    }
    try {
      return Response.ok(call.run(changes)).build();
    } catch (AccessControlException e) {
      LOG.warn("{}: {}", what, LogText.line(e.getMessage()));
      return refusal(Status.FORBIDDEN, e.getMessage());
    } catch (IOException e) {
      LOG.warn("{}: {}", what, LogText.line(e.getMessage()));
      return refusal(Status.BAD_REQUEST, e.getMessage());
    } catch (Exception e) {
      LOG.error("{} failed", what, e);
      return refusal(Status.INTERNAL_SERVER_ERROR, what + " failed: " + e);
    }
  }

  static Response refusal(Status status, @Nullable String why) {
    return Response.status(status).entity(String.valueOf(why)).build();
  }

  Response change(UserGroupInformation user, @Nullable SchedConfUpdateInfo request) {
    return answer(
        "A change of the queues",
        changes -> {
          changes.make(user, request);
          return "Configuration change successfully applied.";
        });
  }

  Response validate(@Nullable SchedConfUpdateInfo request) {
    return answer(
        "The validation of a change of the queues",
        changes -> new ConfInfo(changes.stored().preview(request)));
  }

  Response startAgain() {
    return answer(
        "Formatting the stored configuration",
        changes -> {
          changes.startAgain();
          return "Configuration under store successfully formatted.";
        });
  }

  Response all() {
    return answer(
        "Reading the stored configuration",
        changes -> new ConfInfo(changes.stored().getConfiguration()));
  }

  Response version() {
    return answer(
        "Reading the version of the stored configuration",
        changes -> new ConfigVersionInfo(changes.stored().getConfigVersion()));
  }
}
