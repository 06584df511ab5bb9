// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.testing;

import static io.github.yarnfair.scheduler.testing.SchedulerConf.resource;
import static io.github.yarnfair.scheduler.testing.SchedulerTestApp.request;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.yarnfair.scheduler.model.Gang;
import io.github.yarnfair.scheduler.report.GangShare;
import io.github.yarnfair.scheduler.report.QueueSnapshot;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.apache.hadoop.yarn.api.records.ApplicationResourceUsageReport;
import org.apache.hadoop.yarn.api.records.Container;
import org.apache.hadoop.yarn.api.records.ContainerId;
import org.apache.hadoop.yarn.api.records.ContainerState;
import org.apache.hadoop.yarn.api.records.NodeState;
import org.apache.hadoop.yarn.api.records.Priority;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.api.records.ResourceRequest;
import org.apache.hadoop.yarn.api.records.ResourceSizing;
import org.apache.hadoop.yarn.api.records.SchedulingRequest;
import org.apache.hadoop.yarn.api.resource.PlacementConstraints;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.server.api.protocolrecords.NMContainerStatus;
import org.apache.hadoop.yarn.server.resourcemanager.MockAM;
import org.apache.hadoop.yarn.server.resourcemanager.MockNM;
import org.apache.hadoop.yarn.server.resourcemanager.MockRMAppSubmitter;
import org.apache.hadoop.yarn.server.resourcemanager.rmapp.RMApp;
import org.apache.hadoop.yarn.server.resourcemanager.rmapp.RMAppState;
import org.junit.jupiter.api.Test;

/**
 * What keeps a gang from starting, or ends the room that is kept for it: bounds, changes of nodes,
 * queues and masters, and the end of the application or of the ResourceManager. Nodes have room for
 * four tasks.
 */
abstract class GangEndContract extends GangFixture {
  private SchedulerTestApp others;

  GangEndContract() {
    super("a", "b");
  }

  /** Lets a second go by, after which a gang is looked at again. */
  private void round() {
    now += 1000;
    cluster.round();
  }

  private SchedulerTestApp gang(String tag, Resource member, int members) {
    SchedulerTestApp app = cluster.submitTagged("root.b", tag);
    app.ask(member, members);
    round();
    return app;
  }

  private static Gang of(SchedulerTestApp app) {
    Gang gang = app.attempt().gang();
    assertThat(gang).as("gang that has not started").isNotNull();
    return gang;
  }

  /** Boots full nodes, of which then two have room for one member each, and a gang of four. */
  private SchedulerTestApp keepTwo(SchedulerConf conf) {
    boot(conf, 3);
    others = cluster.submit("root.a");
    others.ask(task(), 12);
    cluster.rounds(3);
    SchedulerTestApp gang = gang("gang=4", task(), 4);
    endOneOn(nodes.get(0));
    endOneOn(nodes.get(1));
    round();
    assertThat(of(gang).withRoom()).isEqualTo(2);
    assertThat(cluster.metrics("root.b").getReservedMB()).isEqualTo(2048);
    assertThat(cluster.scheduler.readings().audit()).isEmpty();
    return gang;
  }

  private void endOneOn(SchedulerTestNode node) {
    others.containers().stream()
        .filter(container -> container.getNodeId().equals(node.id()))
        .limit(1)
        .forEach(others::complete);
  }

  private void endAllOfOthers() {
    others.containers().forEach(others::complete);
    round();
    round();
  }

  /** The room of one node is free to others, that of the gang is not. */
  private void assertKeepsNothing(SchedulerTestApp gang) {
    assertThat(cluster.metrics("root.b").getReservedMB()).isZero();
    others.ask(task(), 2);
    round();
    assertThat(others.live()).isEqualTo(12);
    assertThat(gang.live()).isZero();
    assertThat(cluster.scheduler.readings().audit()).isEmpty();
  }

  @Test
  void diagnosticsOfAWaitingGangNameOnlyApplicationsOfItsUser() {
    SchedulerTestApp collecting = keepTwo(queues());
    SchedulerTestApp foreign = gang("gang=2", task(), 2);
    cluster.submit("root.a");
    SchedulerTestApp own = gang("gang=2", task(), 2);
    round();
    assertThat(of(foreign).message())
        .contains("Gang of 2: waits until a gang of another user has started")
        .doesNotContain("application_");
    assertThat(of(own).message()).contains("waits until that of " + collecting.id());
  }

  // ------------------------------------------------------------------------ what can never fit

  private void assertNeverFits(SchedulerConf conf, String tag, Resource member, String... said) {
    boot(conf, 2);
    SchedulerTestApp gang = gang(tag, member, Integer.parseInt(tag.substring(5)));
    round();
    assertThat(of(gang).state()).isEqualTo(Gang.State.INFEASIBLE);
    assertThat(of(gang).message()).contains(said);
    assertThat(cluster.metrics("root.b").getReservedMB()).isZero();
  }

  @Test
  void moreThanTheClusterHas() {
    assertNeverFits(
        queues(), "gang=9", resource(1000, 0), "the cluster has room for 8 containers", "of 9");
  }

  /** Each request alone would fit two nodes of four cores, and so would their sum. */
  @Test
  void membersThatDoNotFitSideBySideKeepNothing() {
    boot(queues().option("gang.maximum-share", 1), 2);
    others = cluster.submit("root.a");
    others.ask(task(), 8);
    round();
    SchedulerTestApp gang = cluster.submitTagged("root.b", "gang=3");
    gang.ask(
        List.of(
            SchedulerTestApp.anywhere(resource(1024, 3), 2, 1),
            SchedulerTestApp.anywhere(resource(1024, 2), 1, 2)));
    others.containers().forEach(others::complete);
    for (int i = 0; i < 15; i++) {
      round();
      assertThat(of(gang).withRoom()).isZero();
    }
    assertThat(of(gang).message()).contains("no room side by side even on empty nodes");
    others.ask(task(), 8);
    round();
    assertThat(others.live()).isEqualTo(8);
  }

  @Test
  void moreThanItsQueueMayHold() {
    assertNeverFits(
        queues().set("root.b.maximum-capacity", 25),
        "gang=3",
        task(),
        "maximum-capacity <memory:2048, vCores:2>",
        "queue root.b");
  }

  @Test
  void moreThanItsUserMayHold() {
    assertNeverFits(
        queues()
            .set("root.b.user-limit-factor", 0.5)
            .set("root.a.capacity", 50)
            .set("root.b.capacity", 50),
        "gang=4",
        task(),
        "limit <memory:2048, vCores:2>",
        "user");
  }

  @Test
  void aContainerThatNoNodeCouldHold() {
    boot(queues(), 2);
    nodes.add(cluster.addNode("mics", resource(1024, 1, 0, 8)));
    SchedulerTestApp gang = gang("gang=2", resource(2048, 1, 0, 1), 2);
    assertThat(of(gang).state()).isEqualTo(Gang.State.INFEASIBLE);
    assertThat(of(gang).message()).contains("each of its containers");
  }

  @Test
  void aClusterThatHasGrownIsEnough() {
    boot(queues(), 2);
    SchedulerTestApp gang = gang("gang=10", task(), 10);
    assertThat(of(gang).state()).isEqualTo(Gang.State.INFEASIBLE);
    nodes.add(cluster.addNode("n3", resource(4096, 4)));
    round();
    round();
    round();
    assertThat(gang.live()).isEqualTo(10);
  }

  /** Room that is kept counts as used: not by others of the queue may its limit be reached. */
  @Test
  void limitsAreKeptForItToo() {
    boot(queues().set("root.b.maximum-capacity", 50), 2);
    others = cluster.submit("root.a");
    others.ask(task(), 6);
    round();
    SchedulerTestApp gang = gang("gang=3", task(), 3);
    assertThat(of(gang).withRoom()).isEqualTo(2);
    SchedulerTestApp beside = cluster.submit("root.b");
    beside.ask(task(), 4);
    others.containers().stream().limit(1).forEach(others::complete);
    round();
    round();
    assertThat(gang.live()).isEqualTo(3);
    others.containers().forEach(others::complete);
    round();
    round();
    assertThat(beside.live()).isEqualTo(1);
  }

  // -------------------------------------------------------------------------------- what is shown

  @Test
  void keptResourcesAreShown() {
    SchedulerTestApp gang = keepTwo(queues());
    ApplicationResourceUsageReport report = gang.attempt().getResourceUsageReport();
    assertThat(report.getNumReservedContainers()).isEqualTo(2);
    assertThat(report.getReservedResources()).isEqualTo(resource(2048, 2));
    QueueSnapshot root = cluster.scheduler.readings().snapshot();
    assertThat(root.keptForGangs()).isEqualTo(resource(2048, 2));
    QueueSnapshot queue = root.children().get(1);
    assertThat(queue.keptForGangs()).isEqualTo(resource(2048, 2));
    assertThat(queue.share().reserved()).isEqualTo(resource(2048, 2));
    assertThat(queue.share().pending()).isEqualTo(resource(2048, 2));
    GangShare shown = queue.applications().get(0).gang();
    assertThat(shown.size()).isEqualTo(4);
    assertThat(shown.withRoom()).isEqualTo(2);
    assertThat(shown.state()).isEqualTo("COLLECTING");
    assertThat(shown.kept()).isEqualTo(resource(2048, 2));
    assertThat(root.children().get(0).keptForGangs()).isEqualTo(resource(0, 0));
    round();
    assertThat(of(gang).message()).contains("room is kept for 2", "after 300 s");
  }

  // -------------------------------------------------------------------------------- nodes

  @Test
  void aLostNodeCostsTheRoomThereOnly() {
    SchedulerTestApp gang = keepTwo(queues().option("gang.maximum-share", 1));
    nodes.remove(0).remove();
    round();
    assertThat(of(gang).withRoom()).isEqualTo(1);
    assertThat(cluster.scheduler.readings().audit()).isEmpty();
    endAllOfOthers();
    assertThat(gang.live()).isEqualTo(4);
  }

  @Test
  void aNodeThatShrinksOrLeavesServiceKeepsNoRoom() {
    SchedulerTestApp gang = keepTwo(queues().option("gang.maximum-share", 1));
    nodes.get(0).resize(resource(3072, 3), 0);
    assertThat(of(gang).withRoom()).isEqualTo(1);
    assertThat(cluster.scheduler.readings().audit()).isEmpty();
    nodes.get(1).setState(NodeState.DECOMMISSIONING);
    round();
    assertThat(of(gang).withRoom()).isZero();
    nodes.get(1).setState(NodeState.RUNNING);
  }

  // ------------------------------------------------------------------ applications and masters

  @Test
  void anApplicationThatEndsKeepsNothing() {
    SchedulerTestApp gang = keepTwo(queues());
    gang.finish();
    assertThat(cluster.metrics("root.b").getReservedMB()).isZero();
    others.ask(task(), 2);
    round();
    assertThat(others.live()).isEqualTo(12);
  }

  @Test
  void aMasterThatEndsKeepsNothingAndTheNextBeginsAgain() {
    SchedulerTestApp gang = keepTwo(queues());
    gang.failAttempt(false);
    gang.addAttempt(false);
    assertKeepsNothing(gang);
    gang.ask(task(), 4);
    endAllOfOthers();
    assertThat(gang.live()).isEqualTo(4);
    gang.failAttempt(true);
    gang.addAttempt(true);
    gang.ask(task(), 1);
    round();
    assertThat(gang.live())
        .as("what was kept from one attempt to the next has started")
        .isEqualTo(5);
  }

  /** The rival rule holds what a later master asks for until it asks for a whole gang. */
  @Test
  void aLaterMasterThatAsksForTheRestOfTheWorkWaitsNoLongerThanItsTime() {
    boot(queues(), 1);
    SchedulerTestApp gang = gang("gang=3:60", task(), 2);
    now += 600_000;
    round();
    assertThat(gang.live()).as("the first master has to ask for all").isZero();
    gang.failAttempt(false);
    gang.addAttempt(false);
    now += 600_000;
    round();
    gang.ask(task(), 2);
    round();
    assertThat(gang.live()).as("the next one may still ask for more").isZero();
    assertThat(of(gang).message()).contains("once 3 are, or what is asked for after 60 s");
    now += 58_000;
    round();
    assertThat(gang.live()).isZero();
    round();
    assertThat(gang.live()).isEqualTo(2);
  }

  @Test
  void anApplicationThatMovesBeginsAgainThere() throws Exception {
    SchedulerTestApp gang = keepTwo(queues().queues("root", "a,b,c"));
    cluster.scheduler.moveApplication(gang.id(), "root.c");
    gang.setQueue("root.c");
    assertThat(cluster.metrics("root.b").getReservedMB()).isZero();
    round();
    assertThat(cluster.metrics("root.c").getReservedMB()).isEqualTo(2048);
    endAllOfOthers();
    assertThat(gang.live()).isEqualTo(4);
  }

  @Test
  void aMasterThatAsksForFewerOrOthersKeepsWhatItStillAsksFor() {
    SchedulerTestApp gang = keepTwo(queues());
    gang.ask(task(), 3);
    round();
    assertThat(of(gang).state()).isEqualTo(Gang.State.INCOMPLETE);
    assertThat(of(gang).message()).contains("3 containers are asked for", "once 4 are");
    assertKeepsNothing(gang);
    others.containers().stream().limit(2).forEach(others::complete);
    gang.ask(resource(512, 1), 4);
    round();
    assertThat(of(gang).kept()).isEqualTo(resource(1024, 2));
    gang.ask(resource(256, 1), 4);
    round();
    assertThat(of(gang).kept()).isEqualTo(resource(512, 2));
  }

  @Test
  void aNodeThatTheMasterRefusesIsNotStartedOn() {
    SchedulerTestApp gang = keepTwo(queues().option("gang.maximum-share", 1));
    gang.blacklist(List.of("n1"), List.of());
    endAllOfOthers();
    assertThat(gang.live()).isEqualTo(4);
    assertThat(gang.containers())
        .noneMatch(container -> container.getNodeId().getHost().equals("n1"));
  }

  @Test
  void membersRunWhereTheirRequestsSay() {
    boot(queues(), 3);
    SchedulerTestApp gang = cluster.submitTagged("root.b", "gang=4");
    gang.ask(
        List.of(
            request(task(), 1, 1, "n1", false),
            request(task(), 3, 1, "n2", false),
            request(task(), 4, 1, "/rack1", false),
            request(task(), 4, 1, ResourceRequest.ANY, false)));
    for (int i = 0; i < 3; i++) {
      round();
    }
    assertThat(gang.containers())
        .extracting(container -> container.getNodeId().getHost())
        .containsExactlyInAnyOrder("n1", "n2", "n2", "n2");
  }

  /** Requests of several priorities and sizes are members alike, in the order of priorities. */
  @Test
  void membersMayDiffer() {
    boot(queues(), 3);
    SchedulerTestApp gang = cluster.submitTagged("root.b", "gang=3");
    gang.ask(
        List.of(
            SchedulerTestApp.anywhere(resource(2048, 1), 1, 1),
            SchedulerTestApp.anywhere(resource(512, 1), 3, 2)));
    round();
    round();
    assertThat(gang.live()).isEqualTo(4);
  }

  /** A member's tag counts from when its room is kept: no two of them are given the same node. */
  @Test
  void membersThatMustNotMeetStartOnDifferentNodes() {
    boot(
        queues()
            .option("gang.maximum-share", 1)
            .yarn(
                YarnConfiguration.RM_PLACEMENT_CONSTRAINTS_HANDLER,
                YarnConfiguration.SCHEDULER_RM_PLACEMENT_CONSTRAINTS_HANDLER),
        3);
    SchedulerTestApp apart = cluster.submitTagged("root.b", "gang=3");
    apart.askConstrained(
        SchedulingRequest.newBuilder()
            .priority(Priority.newInstance(1))
            .allocationTags(Set.of("x"))
            .placementConstraintExpression(
                PlacementConstraints.targetNotIn(
                        PlacementConstraints.NODE,
                        PlacementConstraints.PlacementTargets.allocationTag("x"))
                    .build())
            .resourceSizing(ResourceSizing.newInstance(3, task()))
            .build());
    nodes.get(0).heartbeats(3);
    assertThat(of(apart).withRoom()).isEqualTo(1);
    nodes.get(1).heartbeats(3);
    assertThat(of(apart).withRoom()).isEqualTo(2);
    assertThat(apart.live()).isZero();
    round();
    round();
    assertThat(apart.containers())
        .extracting(container -> container.getNodeId().getHost())
        .containsExactlyInAnyOrder("n1", "n2", "n3");
    apart.containers().forEach(apart::complete);
    round();
    assertThat(
            cluster
                .rm
                .getRMContext()
                .getAllocationTagsManager()
                .getAllocationTagsWithCount(nodes.get(0).id()))
        .isNullOrEmpty();
  }

  // ------------------------------------------------------------------------------- refresh

  @Test
  void aRefreshThatLowersBoundsEndsTheCollection() throws Exception {
    SchedulerTestApp gang = keepTwo(queues());
    cluster.scheduler.reinitialize(
        queues().option("gang.maximum-share", 0.3).build(), cluster.rm.getRMContext());
    round();
    assertThat(of(gang).message()).contains("gang.maximum-share 0.3");
    assertKeepsNothing(gang);
    cluster.scheduler.reinitialize(queues().build(), cluster.rm.getRMContext());
    endAllOfOthers();
    assertThat(gang.live()).isEqualTo(4);
  }

  @Test
  void aRefreshThatLowersTheQueuesLimitEndsTheCollection() throws Exception {
    SchedulerTestApp gang = keepTwo(queues());
    cluster.scheduler.reinitialize(
        queues().set("root.b.maximum-capacity", 20).build(), cluster.rm.getRMContext());
    round();
    assertThat(of(gang).message()).contains("maximum-capacity");
    assertKeepsNothing(gang);
  }

  // ----------------------------------------------------------------------------- partitions

  /** The one that needs both has its turn although others go on and on in each. */
  @Test
  void oneThatNeedsTwoPartitionsStartsBesideOthersInEach() throws Exception {
    SchedulerConf conf =
        LabelledCluster.withParts(conf(), "root", "a,b").option("gang.maximum-share", 1);
    try (LabelledCluster labelled = new LabelledCluster(conf)) {
      labelled.fixture.scheduler.setClock(() -> now);
      labelled.node("own", LabelledCluster.OWN, resource(4096, 4));
      labelled.node("plain", "", resource(4096, 4));
      SchedulerTestApp both = labelled.fixture.submitTagged("root.b", "gang=6:5");
      both.ask(
          List.of(
              LabelledCluster.request(LabelledCluster.OWN, task(), 3),
              LabelledCluster.request("", task(), 3)));
      List<SchedulerTestApp> rivals = new ArrayList<>();
      for (int i = 0; i < 60 && both.live() == 0; i++) {
        for (String label : List.of("", LabelledCluster.OWN)) {
          if (rivals.size() < 4) {
            SchedulerTestApp rival = labelled.fixture.submitTagged("root.a", "gang=3:5");
            LabelledCluster.ask(rival, label, task(), 3);
            rivals.add(rival);
          }
        }
        now += 1000;
        labelled.fixture.round();
        assertThat(labelled.fixture.scheduler.readings().audit()).isEmpty();
        List<SchedulerTestApp> started = rivals.stream().filter(app -> app.live() > 0).toList();
        if (i % 2 == 0 && !started.isEmpty()) {
          started.get(0).finish();
          rivals.remove(started.get(0));
        }
      }
      assertThat(both.live()).isEqualTo(6);
      labelled.fixture.verify();
    }
  }

  // ----------------------------------------------------------------------- a ResourceManager

  private static RMApp submit(SchedulerRm rm, String... tags) throws Exception {
    return MockRMAppSubmitter.submit(
        rm.rm,
        SchedulerRm.application(rm.rm, "root.a")
            .withApplicationTags(Set.of(tags))
            .withWaitForAppAcceptedState(false)
            .build());
  }

  @Test
  void aMalformedTagIsRefusedAtSubmission() throws Exception {
    try (SchedulerRm rm = new SchedulerRm(queues())) {
      for (String tag : List.of("gang=four", "gang=0", "gang=4:", "gang=4:0", "gang=-1")) {
        RMApp app = submit(rm, tag);
        rm.rm.waitForState(app.getApplicationId(), RMAppState.FAILED);
        rm.rm.drainEvents();
        assertThat(app.getDiagnostics().toString())
            .contains(app.getApplicationId() + " is refused: " + tag, "expected <containers>");
      }
      RMApp two = submit(rm, "gang=2", "gang=3");
      rm.rm.waitForState(two.getApplicationId(), RMAppState.FAILED);
      rm.rm.drainEvents();
      assertThat(two.getDiagnostics().toString()).contains("[gang=2, gang=3]: expected one");
      rm.verify();
    }
  }

  @Test
  void theDiagnosticsSayWhyItWaitsUntilItStarts() throws Exception {
    try (SchedulerRm rm = new SchedulerRm(queues())) {
      MockNM node = rm.node("m1", resource(4096, 3));
      RMApp app = submit(rm, "gang=3");
      rm.rm.waitForState(app.getApplicationId(), RMAppState.ACCEPTED);
      MockAM master = rm.launch(app, node);
      rm.ask(master, SchedulerTestApp.anywhere(task(), 3, 1));
      node.nodeHeartbeat(true);
      rm.rm.drainEvents();
      assertThat(app.getDiagnostics().toString())
          .contains(
              "Gang of 3: 3 containers of <memory:3072", "gang.maximum-share 0.5", "all start");
      MockNM second = rm.node("m2", resource(4096, 4));
      List<Container> given = new ArrayList<>();
      for (int i = 0; i < 20 && given.isEmpty(); i++) {
        node.nodeHeartbeat(true);
        second.nodeHeartbeat(true);
        rm.rm.drainEvents();
        given.addAll(rm.ask(master));
      }
      assertThat(given).hasSize(3);
      assertThat(app.getDiagnostics().toString()).doesNotContain("Gang");
      rm.verify();
    }
  }

  @Test
  void failOverKeepsNothingAndTheCollectionBeginsAgain() throws Exception {
    SchedulerConf conf = queues();
    try (SchedulerRm first = new SchedulerRm(conf)) {
      MockNM node = first.node("m1", resource(4096, 4));
      MockNM large = first.node("m2", resource(4096, 4));
      RMApp other = first.submit("b");
      MockAM otherMaster = first.launch(other, large);
      List<Container> filling = first.obtain(otherMaster, large, resource(3000, 1), 1);
      RMApp app = submit(first, "gang=4");
      first.rm.waitForState(app.getApplicationId(), RMAppState.ACCEPTED);
      MockAM master = first.launch(app, node);
      first.ask(master, SchedulerTestApp.anywhere(task(), 4, 1));
      node.nodeHeartbeat(true);
      first.rm.drainEvents();
      Gang gang = gangOf(first, app);
      assertThat(gang.withRoom()).isEqualTo(3);
      try (SchedulerRm second = new SchedulerRm(conf, first.rm.getRMStateStore())) {
        node.setResourceTrackerService(second.rm.getResourceTrackerService());
        large.setResourceTrackerService(second.rm.getResourceTrackerService());
        node.registerNode(
            List.of(
                report(
                    ContainerId.newContainerId(master.getApplicationAttemptId(), 1),
                    resource(100, 1))),
            List.of(app.getApplicationId()));
        large.registerNode(
            List.of(
                report(
                    ContainerId.newContainerId(otherMaster.getApplicationAttemptId(), 1),
                    resource(100, 1)),
                report(filling.get(0).getId(), resource(3000, 1))),
            List.of(other.getApplicationId()));
        second.rm.drainEvents();
        assertThat(gangOf(second, app).withRoom()).isZero();
        master.setAMRMProtocol(second.rm.getApplicationMasterService(), second.rm.getRMContext());
        second.rm.waitForState(app.getApplicationId(), RMAppState.ACCEPTED);
        master.registerAppAttempt(false);
        second.ask(master, SchedulerTestApp.anywhere(task(), 4, 1));
        node.nodeHeartbeat(true);
        second.rm.drainEvents();
        assertThat(second.ask(master)).isEmpty();
        assertThat(gangOf(second, app).withRoom()).isEqualTo(3);
        second.verify();
        large.nodeHeartbeat(
            otherMaster.getApplicationAttemptId(),
            filling.get(0).getId().getContainerId(),
            ContainerState.COMPLETE);
        List<Container> given = new ArrayList<>();
        for (int i = 0; i < 20 && given.isEmpty(); i++) {
          large.nodeHeartbeat(true);
          second.rm.drainEvents();
          given.addAll(second.ask(master));
        }
        assertThat(given).hasSize(4);
        second.verify();
      }
    }
  }

  private static Gang gangOf(SchedulerRm rm, RMApp app) {
    Gang gang =
        ((io.github.yarnfair.scheduler.model.AppAttempt)
                rm.scheduler()
                    .getSchedulerApplications()
                    .get(app.getApplicationId())
                    .getCurrentAppAttempt())
            .gang();
    assertThat(gang).isNotNull();
    return gang;
  }

  private static NMContainerStatus report(ContainerId id, Resource held) {
    return NMContainerStatus.newInstance(
        id, 0, ContainerState.RUNNING, held, "", 0, Priority.newInstance(1), 0);
  }
}
