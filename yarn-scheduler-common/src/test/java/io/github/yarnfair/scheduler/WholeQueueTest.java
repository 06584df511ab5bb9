// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler;

import static io.github.yarnfair.scheduler.testing.SchedulerConf.resource;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.yarnfair.scheduler.testing.NaiveScheduler;
import io.github.yarnfair.scheduler.testing.SchedulerConf;
import io.github.yarnfair.scheduler.testing.SchedulerRm;
import org.apache.hadoop.yarn.exceptions.YarnException;
import org.apache.hadoop.yarn.server.resourcemanager.MockAM;
import org.apache.hadoop.yarn.server.resourcemanager.MockNM;
import org.apache.hadoop.yarn.server.resourcemanager.rmapp.RMApp;
import org.apache.hadoop.yarn.server.resourcemanager.rmapp.RMAppState;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.QueueMetrics;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** All applications of a queue are moved or killed at once. */
class WholeQueueTest {
  private SchedulerRm cluster;
  private MockNM node;
  private RMApp running;
  private RMApp waiting;
  private RMApp elsewhere;

  @BeforeEach
  void boot() throws Exception {
    cluster = new SchedulerRm(SchedulerConf.of(NaiveScheduler.class).queues("root", "a,b,c"));
    node = cluster.node("n1", resource(8000, 8));
    running = cluster.submit("a");
    MockAM master = cluster.launch(running, node);
    cluster.obtain(master, node, resource(1000, 1), 2);
    elsewhere = cluster.submit("c");
    cluster.launch(elsewhere, node);
    waiting = cluster.submit("a");
  }

  @AfterEach
  void verify() {
    try (SchedulerRm closing = cluster) {
      closing.verify();
    }
  }

  @Test
  void moved() throws Exception {
    cluster.scheduler().moveAllApps("root.a", "root.b");
    cluster.rm.drainEvents();
    assertThat(running.getQueue()).isEqualTo("root.b");
    assertThat(waiting.getQueue()).isEqualTo("root.b");
    assertThat(elsewhere.getQueue()).isEqualTo("root.c");
    assertThat(cluster.scheduler().getAppsInQueue("a")).isEmpty();
    assertThat(cluster.scheduler().getAppsInQueue("b")).hasSize(2);
    assertThat(allocatedMegabytes("root.a")).isZero();
    assertThat(allocatedMegabytes("root.b")).isEqualTo(2100);
    cluster.verify();
    // There, they are served on.
    cluster.launch(waiting, node);
    assertThat(allocatedMegabytes("root.b")).isEqualTo(2200);
  }

  @Test
  void killed() throws Exception {
    cluster.scheduler().killAllAppsInQueue("root.a");
    for (RMApp app : new RMApp[] {running, waiting}) {
      cluster.rm.waitForState(app.getApplicationId(), RMAppState.KILLED);
      cluster.rm.waitForAppRemovedFromScheduler(app.getApplicationId());
    }
    cluster.rm.drainEvents();
    assertThat(cluster.scheduler().getAppsInQueue("a")).isEmpty();
    assertThat(cluster.scheduler().getAppsInQueue("c")).hasSize(1);
    assertThat(allocatedMegabytes("root.a")).isZero();
    assertThat(allocatedMegabytes("root.c")).isEqualTo(100);
    assertThat(elsewhere.getState()).isEqualTo(RMAppState.RUNNING);
  }

  @Test
  void queuesThatDoNotExistAreRefused() {
    assertThatThrownBy(() -> cluster.scheduler().moveAllApps("root.a", "root.nowhere"))
        .isInstanceOf(YarnException.class)
        .hasMessageContaining("root.nowhere");
    assertThatThrownBy(() -> cluster.scheduler().moveAllApps("root.nowhere", "root.a"))
        .isInstanceOf(YarnException.class)
        .hasMessageContaining("root.nowhere");
    assertThatThrownBy(() -> cluster.scheduler().killAllAppsInQueue("root.nowhere"))
        .isInstanceOf(YarnException.class)
        .hasMessageContaining("root.nowhere");
    assertThat(running.getQueue()).isEqualTo("root.a");
  }

  private static long allocatedMegabytes(String queue) {
    return QueueMetrics.getQueueMetrics().get(queue).getAllocatedMB();
  }
}
