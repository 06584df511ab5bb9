// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler;

import static io.github.yarnfair.scheduler.testing.SchedulerConf.resource;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.yarnfair.core.scenario.TestSize;
import io.github.yarnfair.scheduler.testing.NaiveScheduler;
import io.github.yarnfair.scheduler.testing.SchedulerConf;
import io.github.yarnfair.scheduler.testing.SchedulerRm;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.api.records.ContainerState;
import org.apache.hadoop.yarn.api.records.NodeId;
import org.apache.hadoop.yarn.api.records.Priority;
import org.apache.hadoop.yarn.server.api.protocolrecords.NMContainerStatus;
import org.apache.hadoop.yarn.server.resourcemanager.MockNM;
import org.apache.hadoop.yarn.server.resourcemanager.MockRMAppSubmitter;
import org.apache.hadoop.yarn.server.resourcemanager.rmapp.RMApp;
import org.apache.hadoop.yarn.server.resourcemanager.rmcontainer.RMContainer;
import org.junit.jupiter.api.Test;

/** A ResourceManager takes over many applications; with 10,000 it tells how long that takes. */
class ManyApplicationsRecoveryTest {
  private static final int APPLICATIONS = TestSize.of(10_000, 200);
  private static final int QUEUES = 100;
  private static final int NODES = 50;

  private final SchedulerConf conf = SchedulerConf.of(NaiveScheduler.class);

  ManyApplicationsRecoveryTest() {
    conf.queues("root", String.join(",", names().toList())).set("maximum-applications", 100_000);
    names().forEach(name -> conf.set("root." + name + ".capacity", "1w"));
  }

  private static Stream<String> names() {
    return IntStream.range(0, QUEUES).mapToObj(i -> "q" + i);
  }

  @Test
  void allComeBackWithTheirMasters() throws Exception {
    try (SchedulerRm first = new SchedulerRm(conf)) {
      List<MockNM> nodes = nodes(first);
      List<ApplicationId> applications = start(first, nodes);
      Map<NodeId, List<NMContainerStatus>> reports = reports(first, applications);
      long begin = System.nanoTime();
      try (SchedulerRm second = new SchedulerRm(conf, first.rm.getRMStateStore())) {
        second.rm.drainEvents();
        long recovered = System.nanoTime();
        for (MockNM node : nodes) {
          node.setResourceTrackerService(second.rm.getResourceTrackerService());
          node.registerNode(reports.getOrDefault(node.getNodeId(), List.of()), applications);
        }
        second.rm.drainEvents();
        System.out.printf(
            "ManyApplicationsRecoveryTest: %d applications in %d ms, their containers in %d ms%n",
            APPLICATIONS,
            (recovered - begin) / 1_000_000,
            (System.nanoTime() - recovered) / 1_000_000);
        assertThat(second.scheduler().getSchedulerApplications()).hasSize(APPLICATIONS);
        assertThat(second.scheduler().getRootQueueMetrics().getAllocatedContainers())
            .isEqualTo(APPLICATIONS);
        second.verify();
      }
    }
  }

  private static List<MockNM> nodes(SchedulerRm rm) throws Exception {
    List<MockNM> nodes = new ArrayList<>();
    for (int i = 0; i < NODES; i++) {
      nodes.add(rm.node("n" + i, resource(900_000, 9_000)));
    }
    return nodes;
  }

  private static List<ApplicationId> start(SchedulerRm rm, List<MockNM> nodes) throws Exception {
    List<RMApp> apps = new ArrayList<>();
    for (int i = 0; i < APPLICATIONS; i++) {
      apps.add(
          MockRMAppSubmitter.submit(
              rm.rm,
              SchedulerRm.application(rm.rm, "root.q" + i % QUEUES)
                  .withWaitForAppAcceptedState(false)
                  .build()));
    }
    rm.rm.drainEvents();
    while (apps.stream().anyMatch(app -> app.getCurrentAppAttempt().getMasterContainer() == null)) {
      for (MockNM node : nodes) {
        node.nodeHeartbeat(true);
      }
      rm.rm.drainEvents();
    }
    return apps.stream().map(RMApp::getApplicationId).toList();
  }

  private static Map<NodeId, List<NMContainerStatus>> reports(
      SchedulerRm rm, List<ApplicationId> applications) {
    Map<NodeId, List<NMContainerStatus>> reports = new HashMap<>();
    for (ApplicationId id : applications) {
      for (RMContainer container :
          rm.scheduler()
              .getSchedulerApplications()
              .get(id)
              .getCurrentAppAttempt()
              .getLiveContainers()) {
        reports
            .computeIfAbsent(container.getAllocatedNode(), node -> new ArrayList<>())
            .add(
                NMContainerStatus.newInstance(
                    container.getContainerId(),
                    0,
                    ContainerState.RUNNING,
                    container.getAllocatedResource(),
                    "",
                    0,
                    Priority.newInstance(0),
                    0));
      }
    }
    return reports;
  }
}
