// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler;

import static io.github.yarnfair.scheduler.testing.SchedulerConf.resource;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.yarnfair.scheduler.testing.NaiveScheduler;
import io.github.yarnfair.scheduler.testing.SchedulerConf;
import io.github.yarnfair.scheduler.testing.SchedulerFixture;
import io.github.yarnfair.scheduler.testing.SchedulerRm;
import io.github.yarnfair.scheduler.testing.SchedulerTestApp;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.exceptions.YarnException;
import org.apache.hadoop.yarn.server.resourcemanager.MockAM;
import org.apache.hadoop.yarn.server.resourcemanager.MockNM;
import org.apache.hadoop.yarn.server.resourcemanager.rmapp.RMApp;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The three ways to write a capacity, and the priority of applications: all are weights. */
class WeightTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "3w | 1w",
        "75 | 25",
        "[memory=6000,vcores=1] | [memory=1,vcores=2]",
        "[memory=1,vcores=1,yarn.io/gpu=3] | [memory=2000,vcores=1]"
      })
  void siblingsShareByCapacity(String a, String b) {
    SchedulerConf conf =
        SchedulerConf.of(NaiveScheduler.class)
            .queues("root", "a,b")
            .set("root.a.capacity", a)
            .set("root.b.capacity", b);
    try (SchedulerFixture cluster = new SchedulerFixture(conf)) {
      cluster.addNode("n1", resource(8000, 8, 4, 0));
      SchedulerTestApp first = cluster.submit("root.a");
      SchedulerTestApp second = cluster.submit("root.b");
      first.ask(resource(1000, 1), 8);
      second.ask(resource(1000, 1), 8);
      cluster.round();
      assertThat(first.live()).isEqualTo(6);
      assertThat(second.live()).isEqualTo(2);
      cluster.drainAndVerify("root");
    }
  }

  @Test
  void aPriorityChangedLiveIsSavedAndMovesTheShares() throws Exception {
    SchedulerConf conf =
        SchedulerConf.of(NaiveScheduler.class)
            .queues("root", "a")
            .yarn("yarn.cluster.max-application-priority", 3);
    try (SchedulerRm cluster = new SchedulerRm(conf)) {
      MockNM node = cluster.node("n1", resource(8200, 10));
      RMApp important = cluster.submit("a");
      UserGroupInformation user = UserGroupInformation.getCurrentUser();
      MockAM first = cluster.launch(important, node);
      MockAM second = cluster.launch(cluster.submit("a"), node);
      assertThat(cluster.updatePriority(important.getApplicationId(), 9, user))
          .as("at most 3")
          .isEqualTo(3);
      assertThat(important.getApplicationSubmissionContext().getPriority().getPriority())
          .isEqualTo(3);
      cluster.ask(first, SchedulerTestApp.anywhere(resource(1000, 1), 20, 1));
      cluster.ask(second, SchedulerTestApp.anywhere(resource(1000, 1), 20, 1));
      node.nodeHeartbeat(true);
      cluster.rm.drainEvents();
      // Weights 4 and 1 on 10 vcores, of which each master has one.
      assertThat(cluster.ask(first)).hasSize(7);
      assertThat(cluster.ask(second)).hasSize(1);
      assertThatThrownBy(() -> cluster.updatePriority(ApplicationId.newInstance(7, 7), 1, user))
          .isInstanceOf(YarnException.class)
          .hasMessageContaining("is not running");
      cluster.verify();
    }
  }
}
