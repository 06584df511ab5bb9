// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.yarnfair.scheduler.testing.NaiveScheduler;
import io.github.yarnfair.scheduler.testing.SchedulerConf;
import io.github.yarnfair.scheduler.testing.SchedulerRm;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.yarn.api.records.ApplicationTimeoutType;
import org.apache.hadoop.yarn.server.resourcemanager.MockRMAppSubmitter;
import org.apache.hadoop.yarn.server.resourcemanager.rmapp.RMApp;
import org.junit.jupiter.api.Test;

/** The lifetime that YARN gives an application is the one of its queue, or as it asks for. */
class ApplicationLifetimeSchedulerTest {
  @Test
  void applicationsGetTheLifetimeOfTheirQueue() throws Exception {
    SchedulerConf conf =
        SchedulerConf.of(NaiveScheduler.class)
            .queues("root", "a,b,users")
            .set("root.maximum-application-lifetime", 2000)
            .set("root.default-application-lifetime", 1000)
            .set("root.b.maximum-application-lifetime", 0)
            .set("root.b.default-application-lifetime", 0)
            .set("root.users.auto-queue-creation-v2.enabled", true);
    try (SchedulerRm cluster = new SchedulerRm(conf)) {
      assertThat(seconds(cluster.submit("root.a"))).isEqualTo(1000);
      assertThat(seconds(asking(cluster, "root.a", 1500))).isEqualTo(1500);
      assertThat(seconds(asking(cluster, "root.a", 5000))).isEqualTo(2000);
      assertThat(cluster.submit("root.b").getApplicationTimeouts()).isEmpty();
      assertThat(seconds(asking(cluster, "root.b", 5000))).isEqualTo(5000);
      // The queue is created after the lifetime is asked for.
      assertThat(seconds(cluster.submit("root.users.ann"))).isEqualTo(1000);
      for (String queue : List.of("root.a", "root.users.ann", "root.users.not-yet")) {
        assertThat(cluster.scheduler().getMaximumApplicationLifetime(queue)).isEqualTo(2000);
      }
      assertThat(cluster.scheduler().getMaximumApplicationLifetime("root.b")).isZero();
      assertThat(cluster.scheduler().getMaximumApplicationLifetime("nowhere")).isEqualTo(-1);
      cluster.verify();
    }
  }

  private static RMApp asking(SchedulerRm cluster, String queue, long seconds) throws Exception {
    return MockRMAppSubmitter.submit(
        cluster.rm,
        SchedulerRm.application(cluster.rm, queue)
            .withApplicationTimeouts(Map.of(ApplicationTimeoutType.LIFETIME, seconds))
            .build());
  }

  private static long seconds(RMApp app) {
    long ends = app.getApplicationTimeouts().get(ApplicationTimeoutType.LIFETIME);
    return (ends - app.getSubmitTime()) / 1000;
  }
}
