// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.testing;

import static io.github.yarnfair.scheduler.testing.SchedulerConf.resource;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.lang.ref.WeakReference;
import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.security.ConfiguredYarnAuthorizer;
import org.apache.hadoop.yarn.security.PrivilegedEntity;
import org.apache.hadoop.yarn.security.YarnAuthorizationProvider;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.Queue;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.QueueMetrics;
import org.junit.jupiter.api.Test;

/** All that belongs to a queue goes with it. */
class QueueEndTest {
  private static final String V2 = "root.users.auto-queue-creation-v2.";

  private long now = 1_000_000;

  private static SchedulerConf conf() {
    return SchedulerConf.of(NaiveScheduler.class);
  }

  /** How many queues come and go. */
  int count() {
    return 100;
  }

  private SchedulerConf queues() {
    return conf()
        .queues("root", "a,users")
        .set("root.a.capacity", "1w")
        .set("root.users.capacity", "1w")
        .set("user-metrics.enable", true)
        .set(V2 + "enabled", true)
        .set(V2 + "max-queues", count())
        .set(V2 + "template.acl_submit_applications", "*")
        .yarn(YarnConfiguration.YARN_ACL_ENABLE, true);
  }

  /** Each queue is of a user of its own, who runs a container in it. */
  @Test
  void createdQueuesThatCameAndWentLeaveNothing() throws Exception {
    try (RefusingMetricsSystem metrics = new RefusingMetricsSystem();
        SchedulerFixture cluster = new SchedulerFixture(queues())) {
      cluster.scheduler.setClock(() -> now);
      SchedulerTestNode node = cluster.addNode("n1", resource(count(), count()));
      SchedulerTestApp staying = cluster.submit("root.a");
      cluster.metrics("root").getAllocatedMB(); // hands on what waits
      Set<String> sources = new TreeSet<>(metrics.names());
      Set<String> tables = new TreeSet<>(QueueMetrics.getQueueMetrics().keySet());
      List<WeakReference<Object>> left = new ArrayList<>();
      List<SchedulerTestApp> apps = new ArrayList<>();
      for (int i = 0; i < count(); i++) {
        SchedulerTestApp app =
            new SchedulerTestApp(cluster, 1000 + i, "root.users.q" + i, "person" + i, 0);
        app.addApplication();
        app.addAttempt(false);
        app.ask(resource(1, 1), 1);
        apps.add(app);
      }
      node.heartbeats(count() / 100 + 1); // a heartbeat gives away 100 containers at most
      apps.forEach(SchedulerTestApp::heartbeat);
      cluster.verify();
      for (SchedulerTestApp app : apps) {
        Queue queue = cluster.scheduler.getSchedulerApplications().get(app.id()).getQueue();
        left.add(new WeakReference<>(queue));
        left.add(new WeakReference<>(queue.getMetrics()));
        assertThat(app.live()).isEqualTo(1);
      }
      assertThat(metrics.names()).contains("QueueMetrics,q0=root,q1=users,q2=q7,user=person7");
      apps.forEach(SchedulerTestApp::finish);
      apps.clear();
      pass(cluster, 1);
      pass(cluster, 300);
      assertThat(cluster.scheduler.getQueueInfo("root.users", true, true).getChildQueues())
          .isEmpty();
      cluster.verify();
      assertThat(new TreeSet<>(metrics.names())).isEqualTo(sources);
      assertThat(new TreeSet<>(QueueMetrics.getQueueMetrics().keySet())).isEqualTo(tables);
      assertThat(entitiesWithAccessLists())
          .contains("root.users")
          .noneMatch(entity -> entity.startsWith("root.users."));
      awaitCollection(left);
      staying.finish();
      cluster.drainAndVerify("root", "root.a", "root.users");
    }
  }

  private void pass(SchedulerFixture cluster, long seconds) {
    now += seconds * 1000;
    cluster.round();
  }

  private static Set<String> entitiesWithAccessLists() throws ReflectiveOperationException {
    Field lists = PrivateField.of(ConfiguredYarnAuthorizer.class, "allAcls");
    Object provider = YarnAuthorizationProvider.getInstance(new YarnConfiguration());
    Set<String> entities = new TreeSet<>();
    for (Object entity : ((Map<?, ?>) lists.get(provider)).keySet()) {
      entities.add(((PrivilegedEntity) entity).getName());
    }
    return entities;
  }

  private static void awaitCollection(List<WeakReference<Object>> left) {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
    while (left.stream().anyMatch(object -> object.get() != null) && System.nanoTime() < deadline) {
      System.gc();
    }
    assertThat(left.stream().map(WeakReference::get).filter(object -> object != null).limit(5))
        .as("queues and metrics that are still reachable")
        .isEmpty();
  }

  /** As under CapacityScheduler: each user would have as many metrics as the queue. */
  @Test
  void usersHaveMetricsWhereTheyAreSwitchedOnOnly() {
    for (boolean isOn : new boolean[] {true, false}) {
      try (RefusingMetricsSystem metrics = new RefusingMetricsSystem();
          SchedulerFixture cluster =
              new SchedulerFixture(queues().set("user-metrics.enable", isOn))) {
        cluster.addNode("n1", resource(100, 100));
        app(cluster, 1, "root.a");
        cluster.rounds(2);
        assertThat(metrics.names().stream().filter(name -> name.contains(",user=")).toList())
            .as("switched on: " + isOn)
            .matches(names -> names.isEmpty() != isOn);
        assertThat(cluster.metrics("root.a").getAllocatedContainers()).isEqualTo(1);
        cluster.verify();
      }
    }
  }

  /** Users who still run something elsewhere keep their metrics there. */
  @Test
  void metricsOfAUserStayWhereTheUserRunsSomething() {
    try (RefusingMetricsSystem metrics = new RefusingMetricsSystem();
        SchedulerFixture cluster = new SchedulerFixture(queues())) {
      cluster.scheduler.setClock(() -> now);
      cluster.addNode("n1", resource(100, 100));
      SchedulerTestApp created = app(cluster, 1, "root.users.ann");
      SchedulerTestApp listed = app(cluster, 2, "root.a");
      cluster.rounds(2);
      created.finish();
      pass(cluster, 1);
      pass(cluster, 300);
      assertThat(metrics.names())
          .contains("QueueMetrics,q0=root,user=ann", "QueueMetrics,q0=root,q1=a,user=ann")
          .doesNotContain("QueueMetrics,q0=root,q1=users,user=ann");
      assertThat(cluster.metrics("root").getUserMetrics("ann").getAllocatedContainers())
          .isEqualTo(1);
      listed.finish();
      cluster.drainAndVerify("root", "root.a");
    }
  }

  private static SchedulerTestApp app(SchedulerFixture cluster, int number, String queue) {
    SchedulerTestApp app = new SchedulerTestApp(cluster, number, queue, "ann", 0);
    app.addApplication();
    app.addAttempt(false);
    app.ask(resource(1, 1), 1);
    return app;
  }

  @Test
  void aRefreshEndsTheMetricsOfQueuesThatAreGoneAndOfThoseThatItWasRefused() throws Exception {
    SchedulerConf conf = queues();
    try (RefusingMetricsSystem metrics = new RefusingMetricsSystem();
        SchedulerFixture cluster = new SchedulerFixture(conf)) {
      SchedulerTestApp app = cluster.submit("root.a");
      Set<String> before = metrics.names();
      SchedulerConf without =
          conf.copy()
              .queues("root", "b,users")
              .unset("root.a.capacity")
              .set("root.b.capacity", "1w");
      assertThatThrownBy(() -> refresh(cluster, without))
          .isInstanceOf(IOException.class)
          .hasMessageContaining("root.a");
      assertThat(metrics.names()).isEqualTo(before);
      app.finish();
      refresh(cluster, without);
      assertThat(metrics.names())
          .contains("QueueMetrics,q0=root,q1=b")
          .noneMatch(name -> name.contains("q1=a"));
      cluster.verify();
    }
  }

  private static void refresh(SchedulerFixture cluster, SchedulerConf changed) throws IOException {
    cluster.scheduler.reinitialize(changed.build(), cluster.rm.getRMContext());
  }
}
