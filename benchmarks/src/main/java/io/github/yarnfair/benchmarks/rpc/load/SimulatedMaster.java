// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.benchmarks.rpc.load;

import java.io.IOException;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hadoop.yarn.api.ApplicationMasterProtocol;
import org.apache.hadoop.yarn.api.protocolrecords.AllocateRequest;
import org.apache.hadoop.yarn.api.protocolrecords.AllocateResponse;
import org.apache.hadoop.yarn.api.protocolrecords.RegisterApplicationMasterRequest;
import org.apache.hadoop.yarn.api.records.Container;
import org.apache.hadoop.yarn.api.records.Priority;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.api.records.ResourceRequest;
import org.apache.hadoop.yarn.exceptions.YarnException;

/**
 * An application master with endless tasks of one size: it starts each container that it is given
 * on its node, and asks for more. Its calls come from one thread at a time.
 */
final class SimulatedMaster {
  /** As good as endless: between two calls no master is given as many. */
  private static final int ASKED = 10_000;

  private static final Priority PRIORITY = Priority.newInstance(1);

  private final ApplicationMasterProtocol resourceManager;
  private final Application application;
  private final SimulatedNodes nodes;
  private final long taskNanos;
  private final SplittableRandom random;
  private int responseId;
  private boolean asks = true;
  private final AtomicInteger given = new AtomicInteger();
  private final AtomicInteger ended = new AtomicInteger();

  /**
   * @param taskNanos mean duration of its tasks
   * @param random from which the durations come
   */
  SimulatedMaster(
      ApplicationMasterProtocol resourceManager,
      Application application,
      SimulatedNodes nodes,
      long taskNanos,
      SplittableRandom random) {
    this.resourceManager = resourceManager;
    this.application = application;
    this.nodes = nodes;
    this.taskNanos = taskNanos;
    this.random = random;
  }

  Application application() {
    return application;
  }

  /** Returns how many containers it has been given whose end it has not been told. */
  int held() {
    return given.get() - ended.get();
  }

  /** Returns how many containers it has been told the end of. */
  int ended() {
    return ended.get();
  }

  /** Registers with the ResourceManager. */
  void register() throws YarnException, IOException {
    resourceManager.registerApplicationMaster(
        RegisterApplicationMasterRequest.newInstance("127.0.0.1", -1, ""));
  }

  /**
   * Calls the ResourceManager, and starts what it is given.
   *
   * @return how many containers it was given
   */
  int allocate(CallLog log) throws YarnException, IOException {
    AllocateRequest request =
        AllocateRequest.newInstance(responseId, 0.5f, asks ? ask() : List.of(), List.of(), null);
    long begin = System.nanoTime();
    AllocateResponse response = resourceManager.allocate(request);
    log.add(System.nanoTime() - begin);
    responseId = response.getResponseId();
    List<Container> containers = response.getAllocatedContainers();
    containers.forEach(this::start);
    asks = !containers.isEmpty();
    given.addAndGet(containers.size());
    ended.addAndGet(response.getCompletedContainersStatuses().size());
    return containers.size();
  }

  /** Returns a request for the tasks that are pending: it replaces the last one. */
  private List<ResourceRequest> ask() {
    Resource task = application.task();
    return List.of(ResourceRequest.newInstance(PRIORITY, ResourceRequest.ANY, task, ASKED));
  }

  private void start(Container container) {
    long duration = (long) (taskNanos * (0.5 + random.nextDouble()));
    nodes
        .node(container.getNodeId())
        .start(container.getId(), container.getResource(), System.nanoTime() + duration);
  }
}
