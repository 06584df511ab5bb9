// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.testing;

import static io.github.yarnfair.scheduler.testing.SchedulerConf.resource;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.List;
import org.apache.hadoop.yarn.api.records.QueueState;
import org.apache.hadoop.yarn.exceptions.YarnException;
import org.junit.jupiter.api.Test;

/** Queues change under running applications; what does not add up changes nothing. */
class RefreshTest extends RefreshContract {
  @Override
  SchedulerConf conf() {
    return SchedulerConf.of(NaiveScheduler.class);
  }

  @Override
  List<RefusedOption> refusedOptions() {
    return List.of();
  }

  @Test
  void aQueueThatIsAddedTakesApplications() throws Exception {
    refresh(conf.copy().queues("root", "a,b,c,d").set("root.d.capacity", "1w"));
    SchedulerTestApp app = cluster.submit("root.d");
    app.ask(resource(1, 1), 5);
    cluster.round();
    assertThat(app.live()).isEqualTo(5);
  }

  @Test
  void aRemovedQueueWithApplicationsIsRefusedAndNothingChanges() throws Exception {
    SchedulerTestApp app = cluster.submit("root.b");
    app.ask(resource(1, 1), 10);
    cluster.round();
    SchedulerConf without =
        conf.copy().queues("root", "a,c").unset("root.b.capacity").set("root.a.capacity", "9w");
    assertThatThrownBy(() -> refresh(without))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("root.b")
        .hasMessageContaining("1 application");
    cluster.verify();
    assertThat(app.live()).isEqualTo(10);
    assertThat(cluster.scheduler.getQueueInfo("root.a", false, false).getWeight()).isEqualTo(1f);
    app.ask(resource(1, 1), 3);
    cluster.round();
    assertThat(app.live()).as("it is still served").isEqualTo(13);
    app.finish();
    cluster.round();
    refresh(without);
    assertThatThrownBy(() -> cluster.scheduler.getQueueInfo("root.b", false, false))
        .isInstanceOf(IOException.class);
  }

  @Test
  void aLeafThatBecomesAParentIsRefusedWhileItHasApplications() throws Exception {
    cluster.submit("root.b");
    SchedulerConf parent = conf.copy().queues("root.b", "x");
    assertThatThrownBy(() -> refresh(parent)).hasMessageContaining("root.b");
  }

  @Test
  void aBadFileIsRefusedByFileKeyValueAndWhatWasExpected() throws Exception {
    SchedulerTestApp app = cluster.submit("root.a");
    for (String bad : new String[] {"-3w", "nonsense"}) {
      assertThatThrownBy(() -> refresh(conf.copy().set("root.a.capacity", bad)))
          .isInstanceOf(IOException.class)
          .hasMessageContaining("yarn.scheduler.capacity.root.a.capacity")
          .hasMessageContaining(bad)
          .hasMessageContaining("expected");
    }
    assertThatThrownBy(
            () -> refresh(conf.copy().set("root.a.maximum-capacity", "[memory=999999999]")))
        .hasMessageContaining("yarn.scheduler.capacity.root.a.maximum-capacity")
        .hasMessageContaining("999999999");
    app.ask(resource(1, 1), 2);
    cluster.round();
    assertThat(app.live()).isEqualTo(2);
  }

  @Test
  void aStoppedQueueDrainsAndOpensAgain() throws Exception {
    SchedulerTestApp app = cluster.submit("root.a");
    app.ask(resource(1, 1), 4);
    refresh(conf.copy().set("root.a.state", "STOPPED"));
    cluster.round();
    assertThat(app.live()).as("its application goes on").isEqualTo(4);
    assertThat(cluster.scheduler.getQueueInfo("a", false, false).getQueueState())
        .isEqualTo(QueueState.DRAINING);
    SchedulerTestApp late = cluster.submit("root.a");
    assertThat(cluster.scheduler.getSchedulerApplications()).doesNotContainKey(late.id());
    assertThatThrownBy(
            () -> cluster.scheduler.moveApplication(cluster.submit("root.b").id(), "root.a"))
        .isInstanceOf(YarnException.class)
        .hasMessageContaining("STOPPED");
    refresh(conf);
    SchedulerTestApp again = cluster.submit("root.a");
    assertThat(cluster.scheduler.getSchedulerApplications()).containsKey(again.id());
  }

  @Test
  void aRefreshKeepsPendingRequestsBlacklistsAndMovedApplications() throws Exception {
    SchedulerTestApp app = cluster.submit("root.a");
    app.ask(resource(10_000, 1), 6);
    cluster.scheduler.moveApplication(app.id(), "root.b");
    app.setQueue("root.b");
    refresh(conf.copy().set("root.b.capacity", "7w"));
    cluster.rounds(2);
    assertThat(app.live()).isEqualTo(4);
    assertThat(app.pending()).isEqualTo(2);
    assertThat(cluster.metrics("root.b").getPendingContainers()).isEqualTo(2);
    assertThat(cluster.metrics("root.a").getAllocatedContainers()).isZero();
  }
}
