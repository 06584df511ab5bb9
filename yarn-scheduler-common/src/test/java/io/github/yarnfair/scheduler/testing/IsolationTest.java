// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.testing;

import static io.github.yarnfair.scheduler.testing.SchedulerConf.resource;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.when;
import static org.mockito.Mockito.withSettings;

import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.thirdparty.com.google.common.util.concurrent.SettableFuture;
import org.apache.hadoop.yarn.api.records.Container;
import org.apache.hadoop.yarn.api.records.Priority;
import org.apache.hadoop.yarn.api.records.UpdateContainerError;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.server.resourcemanager.rmnode.RMNode;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.event.NodeUpdateSchedulerEvent;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** One event, application or caller does no harm to the others. */
class IsolationTest {
  private SchedulerFixture cluster;
  private SchedulerTestNode node;
  private SchedulerTestApp app;
  private SchedulerTestApp other;

  private static SchedulerConf conf() {
    return SchedulerConf.of(NaiveScheduler.class);
  }

  @BeforeEach
  void boot() {
    cluster =
        new SchedulerFixture(
            conf()
                .queues("root", "a,b")
                .yarn(YarnConfiguration.YARN_ACL_ENABLE, true)
                .yarn(YarnConfiguration.MAX_CLUSTER_LEVEL_APPLICATION_PRIORITY, 9)
                .set("root.a.acl_application_max_priority", "[group=staff max_priority=5]"));
    node = cluster.addNode("n1", resource(8000, 8));
    app = cluster.submit("root.a");
    other = cluster.submit("root.b");
    app.ask(resource(1000, 1), 2);
    other.ask(resource(1000, 1), 2);
    cluster.rounds(2);
  }

  @AfterEach
  void verify() {
    try (SchedulerFixture closing = cluster) {
      closing.drainAndVerify("root", "root.a", "root.b");
    }
  }

  // ------------------------------------------------------------------------------------- errors

  private static NodeUpdateSchedulerEvent throwing(Throwable thrown) {
    RMNode broken = mock(RMNode.class, withSettings().stubOnly());
    when(broken.getNodeID()).thenThrow(thrown);
    return new NodeUpdateSchedulerEvent(broken);
  }

  @Test
  void errorsOfOneEventAreLoggedAndSchedulingGoesOn() {
    for (Throwable thrown :
        List.of(
            new StackOverflowError("too deep"),
            new NoClassDefFoundError("missing"),
            new AssertionError("wrong"),
            new IllegalStateException("${a} and ${b}"))) {
      cluster.send(throwing(thrown));
      assertThat(cluster.errors.take())
          .singleElement()
          .asString()
          .contains("NODE_UPDATE", thrown.getClass().getName(), thrown.getMessage());
    }
    app.ask(resource(1000, 1), 1);
    cluster.round();
    assertThat(app.live()).isEqualTo(3);
  }

  @Test
  void errorsOfTheVirtualMachineEndTheResourceManagerAsUnderYarnsSchedulers() {
    assertThatThrownBy(() -> cluster.send(throwing(new OutOfMemoryError("Java heap space"))))
        .isInstanceOf(OutOfMemoryError.class);
  }

  /** YARN would count them as pending, also for the queues above, and for ever. */
  @Test
  void negativeNumberOfContainersWithdrawsARequest() {
    app.ask(resource(1000, 1), 7);
    app.ask(resource(1000, 1), -5);
    cluster.verify();
    assertThat(cluster.metrics("root").getPendingContainers()).isZero();
    app.ask(resource(1000, 1), Integer.MIN_VALUE);
    cluster.verify();
    assertThat(cluster.metrics("root").getPendingContainers()).isZero();
  }

  // --------------------------------------------------------------------------------- containers

  @Test
  void aMasterCannotReleaseAContainerOfAnotherApplication() {
    Container victim = other.containers().get(0);
    Container own = app.containers().get(0);
    app.release(victim.getId(), own.getId());
    cluster.settle();
    assertThat(other.live()).isEqualTo(2);
    assertThat(cluster.scheduler.getRMContainer(victim.getId())).isNotNull();
    assertThat(app.live()).as("its own is released").isEqualTo(1);
  }

  @Test
  void aMasterReleasesContainersOfAnEarlierAttempt() {
    List<Container> earlier = app.containers();
    app.failAttempt(true);
    app.addAttempt(true);
    assertThat(app.live()).isEqualTo(2);
    app.release(earlier.get(0).getId());
    assertThat(app.live()).isEqualTo(1);
  }

  @Test
  void aMasterCannotResizeAContainerOfAnotherApplication() {
    Container victim = other.containers().get(0);
    app.decrease(victim, resource(10, 1));
    assertRefused(victim);
    app.increase(victim, resource(2000, 1));
    assertRefused(victim);
    cluster.rounds(2);
    assertThat(other.held()).isEqualTo(resource(2000, 2));
    assertThat(app.held()).isEqualTo(resource(2000, 2));
    other.decrease(victim, resource(400, 1));
    cluster.rounds(2);
    assertThat(other.held()).as("its owner can").isEqualTo(resource(1400, 2));
  }

  private void assertRefused(Container victim) {
    List<UpdateContainerError> refused = app.attempt().pullUpdateContainerErrors();
    assertThat(refused).hasSize(1);
    assertThat(refused.get(0).getReason()).isEqualTo("CONTAINER_OF_ANOTHER_APPLICATION");
    assertThat(refused.get(0).getUpdateContainerRequest().getContainerId())
        .isEqualTo(victim.getId());
  }

  // ----------------------------------------------------------------------------------- look-ups

  /** A directory of groups that does not answer holds up who asks it, and no heartbeat. */
  @Test
  void heartbeatsGoOnWhileTheGroupsOfACallerAreLookedUp() throws Exception {
    CountDownLatch asked = new CountDownLatch(1);
    CountDownLatch answered = new CountDownLatch(1);
    UserGroupInformation bob = mock(UserGroupInformation.class, withSettings().stubOnly());
    when(bob.getShortUserName()).thenReturn("bob");
    when(bob.getGroupsSet())
        .thenAnswer(
            call -> {
              asked.countDown();
              answered.await();
              return Set.of("staff");
            });
    ExecutorService threads = Executors.newFixedThreadPool(2);
    try {
      Future<Priority> granted = threads.submit(() -> prioritize(bob, 5));
      assertThat(asked.await(10, TimeUnit.SECONDS)).isTrue();
      app.ask(resource(1000, 1), 1);
      threads.submit(node::heartbeat).get(10, TimeUnit.SECONDS);
      assertThat(app.live()).as("placed meanwhile").isEqualTo(3);
      answered.countDown();
      assertThat(granted.get(10, TimeUnit.SECONDS)).isEqualTo(Priority.newInstance(5));
      assertThat(app.attempt().getPriority()).isEqualTo(Priority.newInstance(5));
      assertThatThrownBy(() -> prioritize(bob, 6))
          .hasMessageContaining("bob")
          .hasMessageContaining("6");
    } finally {
      answered.countDown();
      threads.shutdown();
    }
  }

  private Priority prioritize(UserGroupInformation user, int priority) throws Exception {
    return cluster.scheduler.updateApplicationPriority(
        Priority.newInstance(priority), app.id(), SettableFuture.create(), user);
  }
}
