// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.benchmarks.rpc.load;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.hadoop.yarn.api.ApplicationClientProtocol;
import org.apache.hadoop.yarn.api.protocolrecords.GetNewApplicationRequest;
import org.apache.hadoop.yarn.api.protocolrecords.SubmitApplicationRequest;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.api.records.ApplicationSubmissionContext;
import org.apache.hadoop.yarn.api.records.ContainerLaunchContext;
import org.apache.hadoop.yarn.api.records.Priority;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.exceptions.YarnException;

/** Submits applications, as their users do. Thread-safe. */
final class Submissions {
  /** What YARN makes of less. */
  private static final Resource MASTER = Resource.newInstance(1024, 1);

  private final Connections connections;
  private final Map<String, ApplicationClientProtocol> clients = new ConcurrentHashMap<>();
  private final Map<ApplicationId, Application> submitted = new ConcurrentHashMap<>();

  Submissions(Connections connections) {
    this.connections = connections;
  }

  /**
   * Submits an application; it ends if its master fails.
   *
   * @throws YarnException if the ResourceManager refuses it
   */
  void submit(Application application) throws YarnException, IOException {
    ApplicationClientProtocol client =
        clients.computeIfAbsent(application.user(), connections::client);
    ApplicationId id =
        client.getNewApplication(GetNewApplicationRequest.newInstance()).getApplicationId();
    // Before its master can be started.
    submitted.put(id, application);
    client.submitApplication(SubmitApplicationRequest.newInstance(context(id, application)));
  }

  private static ApplicationSubmissionContext context(ApplicationId id, Application application) {
    ContainerLaunchContext master =
        ContainerLaunchContext.newInstance(
            Map.of(), Map.of(), List.of("simulated"), Map.of(), null, Map.of());
    return ApplicationSubmissionContext.newInstance(
        id,
        "application" + application.number(),
        application.queue(),
        Priority.newInstance(0),
        master,
        false,
        true,
        1,
        MASTER,
        "LOAD");
  }

  /**
   * Returns what was submitted under an identifier.
   *
   * @throws IllegalArgumentException if nothing was
   */
  Application application(ApplicationId id) {
    Application application = submitted.get(id);
    if (application == null) {
      throw new IllegalArgumentException("no application " + id);
    }
    return application;
  }
}
