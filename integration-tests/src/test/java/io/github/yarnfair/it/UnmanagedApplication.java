// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.it;

import static io.github.yarnfair.it.FairCluster.await;

import io.github.yarnfair.minicluster.TaskDemand;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.security.PrivilegedExceptionAction;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.yarn.api.protocolrecords.AllocateResponse;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.api.records.ApplicationSubmissionContext;
import org.apache.hadoop.yarn.api.records.Container;
import org.apache.hadoop.yarn.api.records.ContainerId;
import org.apache.hadoop.yarn.api.records.ContainerLaunchContext;
import org.apache.hadoop.yarn.api.records.ContainerStatus;
import org.apache.hadoop.yarn.api.records.FinalApplicationStatus;
import org.apache.hadoop.yarn.api.records.NodeId;
import org.apache.hadoop.yarn.api.records.Priority;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.api.records.YarnApplicationAttemptState;
import org.apache.hadoop.yarn.client.api.AMRMClient;
import org.apache.hadoop.yarn.client.api.AMRMClient.ContainerRequest;
import org.apache.hadoop.yarn.client.api.NMClient;
import org.apache.hadoop.yarn.client.api.NMTokenCache;
import org.apache.hadoop.yarn.client.api.YarnClient;
import org.apache.hadoop.yarn.exceptions.YarnException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * An application whose master is this JVM. It always asks for more tasks, each a process that goes
 * on until {@link #endTasks()}.
 */
final class UnmanagedApplication implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(UnmanagedApplication.class);
  private static final int PENDING = 8;
  private static final long HEARTBEAT_MS = 150;

  private final Resource demand;
  private final ContainerLaunchContext task;
  private final AMRMClient<ContainerRequest> master = AMRMClient.createAMRMClient();
  private final NMClient nodes = NMClient.createNMClient();
  private final Map<ContainerId, NodeId> running = new HashMap<>();

  /** All that the master does, one thing at a time. */
  private final ScheduledExecutorService heart = Executors.newSingleThreadScheduledExecutor();

  /** Submits an application and registers its master. */
  UnmanagedApplication(FairCluster cluster, String queue, String demand) throws Exception {
    this(cluster, queue, demand, "exec sleep 3600");
  }

  /** As above, with tasks that run {@code command}, which must not end by itself. */
  UnmanagedApplication(FairCluster cluster, String queue, String demand, String command)
      throws Exception {
    this.demand = TaskDemand.parse(demand).toResource();
    this.task =
        ContainerLaunchContext.newInstance(
            Map.of(), Map.of(), List.of(command), Map.<String, ByteBuffer>of(), null, Map.of());
    ApplicationId id = submit(cluster.client, queue);
    UserGroupInformation user = UserGroupInformation.createRemoteUser(id.toString());
    user.addToken(cluster.client.getAMRMToken(id));
    user.doAs(
        (PrivilegedExceptionAction<Void>)
            () -> {
              register(cluster.yarn.configuration());
              return null;
            });
    for (int i = 0; i < PENDING; i++) {
      master.addContainerRequest(request());
    }
    heart.scheduleWithFixedDelay(this::beat, 0, HEARTBEAT_MS, TimeUnit.MILLISECONDS);
  }

  private ApplicationId submit(YarnClient client, String queue) throws Exception {
    ApplicationSubmissionContext application =
        client.createApplication().getApplicationSubmissionContext();
    application.setApplicationName(queue);
    application.setQueue(queue);
    application.setUnmanagedAM(true);
    application.setResource(Resource.newInstance(1, 0));
    application.setAMContainerSpec(task);
    ApplicationId id = client.submitApplication(application);
    await("the attempt of " + id + " to wait for its master", () -> waitsForMaster(client, id));
    return id;
  }

  private static boolean waitsForMaster(YarnClient client, ApplicationId id) {
    try {
      return client.getApplicationAttempts(id).stream()
          .anyMatch(
              attempt ->
                  attempt.getYarnApplicationAttemptState() == YarnApplicationAttemptState.LAUNCHED);
    } catch (YarnException | IOException e) {
      throw new AssertionError("no attempts of " + id, e);
    }
  }

  private void register(Configuration conf) throws YarnException, IOException {
    // By default one for the whole JVM.
    NMTokenCache tokens = new NMTokenCache();
    master.setNMTokenCache(tokens);
    nodes.setNMTokenCache(tokens);
    nodes.cleanupRunningContainersOnStop(false);
    master.init(conf);
    nodes.init(conf);
    master.start();
    nodes.start();
    master.registerApplicationMaster("localhost", -1, "");
  }

  private ContainerRequest request() {
    return new ContainerRequest(demand, null, null, Priority.newInstance(1));
  }

  private void beat() {
    try {
      AllocateResponse response = master.allocate(0);
      for (ContainerStatus ended : response.getCompletedContainersStatuses()) {
        running.remove(ended.getContainerId());
      }
      response.getAllocatedContainers().forEach(this::startTask);
    } catch (YarnException | IOException e) {
      LOG.warn("No answer from the ResourceManager", e);
    }
  }

  private void startTask(Container container) {
    // As much is asked for as before.
    master.removeContainerRequest(request());
    master.addContainerRequest(request());
    try {
      nodes.startContainer(container, task);
      running.put(container.getId(), container.getNodeId());
    } catch (YarnException | IOException e) {
      LOG.warn("Cannot start {} on {}", container.getId(), container.getNodeId(), e);
      master.releaseAssignedContainer(container.getId());
    }
  }

  /** Ends the tasks that run now; others take their place. */
  void endTasks() throws Exception {
    heart.submit(() -> running.forEach(this::endTask)).get();
  }

  private void endTask(ContainerId task, NodeId node) {
    try {
      nodes.stopContainer(task, node);
    } catch (YarnException | IOException e) {
      LOG.warn("Cannot end {} on {}: it has ended, or the node has", task, node, e);
    }
  }

  @Override
  public void close() throws Exception {
    heart.shutdown();
    heart.awaitTermination(10, TimeUnit.SECONDS);
    master.unregisterApplicationMaster(FinalApplicationStatus.SUCCEEDED, "", "");
    master.stop();
    nodes.stop();
  }
}
