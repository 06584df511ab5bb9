// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.testing;

import static io.github.yarnfair.scheduler.testing.SchedulerConf.resource;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.yarn.api.records.ApplicationAttemptId;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.api.records.Container;
import org.apache.hadoop.yarn.api.records.ContainerId;
import org.apache.hadoop.yarn.api.records.ContainerState;
import org.apache.hadoop.yarn.api.records.Priority;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.server.api.protocolrecords.NMContainerStatus;
import org.apache.hadoop.yarn.server.resourcemanager.MockAM;
import org.apache.hadoop.yarn.server.resourcemanager.MockNM;
import org.apache.hadoop.yarn.server.resourcemanager.MockRM;
import org.apache.hadoop.yarn.server.resourcemanager.MockRMAppSubmitter;
import org.apache.hadoop.yarn.server.resourcemanager.rmapp.RMApp;
import org.apache.hadoop.yarn.server.resourcemanager.rmapp.RMAppState;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.SchedulerNode;
import org.junit.jupiter.api.Test;

/** A second ResourceManager takes over what the first one ran; an attempt what another one left. */
abstract class RecoveryContract {
  private final SchedulerConf conf =
      conf().queues("root", "a,b").set("root.a.capacity", "2w").set("root.b.capacity", "1w");

  /** The scheduler under test, without queues. */
  abstract SchedulerConf conf();

  @Test
  void usageAndQueuesComeBackWithTheNodes() throws Exception {
    try (SchedulerRm first = new SchedulerRm(conf)) {
      MockNM node = first.node("n1", resource(8000, 8, 2, 0));
      RMApp app = first.submit("a");
      MockAM master = first.launch(app, node);
      List<Container> containers = first.obtain(master, node, resource(1000, 1, 1, 0), 2);
      first.verify();
      try (SchedulerRm second = new SchedulerRm(conf, first.rm.getRMStateStore())) {
        RMApp recovered = second.rm.getRMContext().getRMApps().get(app.getApplicationId());
        assertThat(recovered.getQueue()).isEqualTo("root.a");
        node.setResourceTrackerService(second.rm.getResourceTrackerService());
        List<NMContainerStatus> reports = new ArrayList<>();
        reports.add(
            report(
                ContainerId.newContainerId(master.getApplicationAttemptId(), 1), resource(100, 1)));
        containers.forEach(c -> reports.add(report(c.getId(), c.getResource())));
        reports.add(reports.get(1));
        reports.add(report(ContainerId.newContainerId(otherAttempt(), 1), resource(10, 1)));
        node.registerNode(reports, List.of(app.getApplicationId()));
        second.rm.drainEvents();
        assertThat(second.held(app.getApplicationId())).isEqualTo(resource(2100, 3, 2, 0));
        second.verify();

        master.setAMRMProtocol(second.rm.getApplicationMasterService(), second.rm.getRMContext());
        second.rm.waitForState(app.getApplicationId(), RMAppState.ACCEPTED);
        master.registerAppAttempt(false);
        assertThat(second.obtain(master, node, resource(500, 1), 1)).hasSize(1);
        assertThat(second.held(app.getApplicationId())).isEqualTo(resource(2600, 4, 2, 0));
        second.verify();
      }
    }
  }

  @Test
  void reservationsAreNotRecoveredButMadeAgain() throws Exception {
    try (SchedulerRm first = new SchedulerRm(conf)) {
      MockNM node = first.node("n1", resource(8000, 8));
      RMApp other = first.submit("a");
      MockAM otherMaster = first.launch(other, node);
      first.obtain(otherMaster, node, resource(1000, 1), 1);
      RMApp app = first.submit("b");
      MockAM master = first.launch(app, node);
      first.ask(master, SchedulerTestApp.anywhere(resource(7500, 1), 1, 1));
      node.nodeHeartbeat(true);
      first.rm.drainEvents();
      assertThat(reservedOn(first, node)).isTrue();
      try (SchedulerRm second = new SchedulerRm(conf, first.rm.getRMStateStore())) {
        node.setResourceTrackerService(second.rm.getResourceTrackerService());
        List<NMContainerStatus> reports = new ArrayList<>();
        for (MockAM reported : List.of(master, otherMaster)) {
          ContainerId id = ContainerId.newContainerId(reported.getApplicationAttemptId(), 1);
          reports.add(report(id, resource(100, 1)));
        }
        node.registerNode(reports, List.of(app.getApplicationId(), other.getApplicationId()));
        second.rm.drainEvents();
        assertThat(reservedOn(second, node)).isFalse();
        second.verify();

        master.setAMRMProtocol(second.rm.getApplicationMasterService(), second.rm.getRMContext());
        second.rm.waitForState(app.getApplicationId(), RMAppState.ACCEPTED);
        master.registerAppAttempt(false);
        second.ask(master, SchedulerTestApp.anywhere(resource(7850, 1), 1, 1));
        node.nodeHeartbeat(true);
        second.rm.drainEvents();
        assertThat(reservedOn(second, node)).isTrue();
        second.verify();
      }
    }
  }

  private static boolean reservedOn(SchedulerRm cluster, MockNM node) {
    SchedulerNode known = cluster.scheduler().getSchedulerNode(node.getNodeId());
    return known.getReservedContainer() != null;
  }

  @Test
  void nothingIsPlacedBeforeTheNodesHadTimeToReport() throws Exception {
    SchedulerConf patient =
        conf.copy().yarn(YarnConfiguration.RM_WORK_PRESERVING_RECOVERY_SCHEDULING_WAIT_MS, 600_000);
    try (SchedulerRm first = new SchedulerRm(conf)) {
      first.submit("a");
      try (SchedulerRm second = new SchedulerRm(patient, first.rm.getRMStateStore())) {
        MockNM node = second.node("n1", resource(8000, 8));
        for (int i = 0; i < 5; i++) {
          node.nodeHeartbeat(true);
        }
        second.rm.drainEvents();
        SchedulerNode empty = second.scheduler().getSchedulerNode(node.getNodeId());
        assertThat(empty.getNumContainers()).isZero();
        second.verify();
      }
    }
  }

  @Test
  void anApplicationWhoseQueueIsGoneIsKilledWithTheReason() throws Exception {
    try (SchedulerRm first = new SchedulerRm(conf)) {
      MockNM node = first.node("n1", resource(8000, 8));
      RMApp app = first.submit("b");
      first.launch(app, node);
      SchedulerConf without = conf.copy().queues("root", "a").unset("root.b.capacity");
      try (SchedulerRm second = new SchedulerRm(without, first.rm.getRMStateStore())) {
        RMApp recovered = second.rm.getRMContext().getRMApps().get(app.getApplicationId());
        second.rm.waitForState(app.getApplicationId(), RMAppState.KILLED);
        assertThat(recovered.getDiagnostics().toString()).contains("there is no queue");
        assertThat(second.scheduler().getSchedulerApplications()).isEmpty();
        second.verify();
      }
    }
  }

  @Test
  void aSecondAttemptTakesOverTheContainersThatWereKept() throws Exception {
    try (SchedulerRm cluster = new SchedulerRm(conf)) {
      MockRM rm = cluster.rm;
      MockNM node = cluster.node("n1", resource(8000, 8));
      RMApp app =
          MockRMAppSubmitter.submit(
              rm,
              SchedulerRm.application(rm, "a")
                  .withKeepContainers(true)
                  .withMaxAppAttempts(3)
                  .build());
      MockAM master = cluster.launch(app, node);
      List<Container> containers = cluster.obtain(master, node, resource(1000, 1), 2);
      for (Container container : containers) {
        node.nodeHeartbeat(
            master.getApplicationAttemptId(),
            container.getId().getContainerId(),
            ContainerState.RUNNING);
      }
      rm.drainEvents();
      node.nodeHeartbeat(master.getApplicationAttemptId(), 1, ContainerState.COMPLETE);
      rm.drainEvents();
      assertThat(cluster.held(app.getApplicationId())).isEqualTo(resource(2000, 2));
      cluster.verify();
      rm.waitForState(app.getApplicationId(), RMAppState.ACCEPTED);
      MockAM second = MockRM.launchAM(app, rm, node);
      assertThat(second.registerAppAttempt().getContainersFromPreviousAttempts())
          .extracting(Container::getId)
          .containsExactlyInAnyOrderElementsOf(containers.stream().map(Container::getId).toList());
      assertThat(cluster.held(app.getApplicationId())).isEqualTo(resource(2100, 3));
      cluster.verify();
      rm.killApp(app.getApplicationId());
      rm.waitForAppRemovedFromScheduler(app.getApplicationId());
      cluster.verify();
    }
  }

  @Test
  void anAttemptThatFailsWithoutKeepingLeavesNothingToTheNext() throws Exception {
    try (SchedulerRm cluster = new SchedulerRm(conf)) {
      MockRM rm = cluster.rm;
      MockNM node = cluster.node("n1", resource(8000, 8));
      RMApp app = cluster.submit("a");
      MockAM master = cluster.launch(app, node);
      cluster.obtain(master, node, resource(1000, 1), 2);
      node.nodeHeartbeat(master.getApplicationAttemptId(), 1, ContainerState.COMPLETE);
      rm.drainEvents();
      rm.waitForState(app.getApplicationId(), RMAppState.ACCEPTED);
      assertThat(cluster.held(app.getApplicationId())).isEqualTo(resource(0, 0));
      cluster.launch(app, node);
      assertThat(cluster.held(app.getApplicationId())).isEqualTo(resource(100, 1));
      cluster.verify();
    }
  }

  private static ApplicationAttemptId otherAttempt() {
    return ApplicationAttemptId.newInstance(ApplicationId.newInstance(1, 99), 1);
  }

  private static NMContainerStatus report(ContainerId id, Resource resource) {
    return NMContainerStatus.newInstance(
        id, 0, ContainerState.RUNNING, resource, "", 0, Priority.newInstance(1), 0);
  }
}
