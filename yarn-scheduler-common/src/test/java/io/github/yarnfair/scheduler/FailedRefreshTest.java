// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler;

import static io.github.yarnfair.scheduler.testing.SchedulerConf.resource;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.yarnfair.scheduler.testing.NaiveScheduler;
import io.github.yarnfair.scheduler.testing.SchedulerConf;
import io.github.yarnfair.scheduler.testing.SchedulerFixture;
import io.github.yarnfair.scheduler.testing.SchedulerTestApp;
import io.github.yarnfair.scheduler.testing.SchedulerTestNode;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.security.ConfiguredYarnAuthorizer;
import org.apache.hadoop.yarn.security.Permission;
import org.apache.hadoop.yarn.security.YarnAuthorizationProvider;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A refresh that fails late, outside the queue file, changes nothing; the next one works. */
class FailedRefreshTest {
  private final SchedulerConf conf =
      SchedulerConf.of(NaiveScheduler.class)
          .yarn(YarnConfiguration.YARN_AUTHORIZATION_PROVIDER, Authorizer.class.getName())
          .queues("root", "a,b")
          .set("root.a.capacity", "1w")
          .set("root.b.capacity", "1w");
  private final SchedulerConf changed =
      conf.copy()
          .queues("root", "a,b,c")
          .set("root.a.capacity", "5w")
          .set("root.c.capacity", "1w")
          .yarn(YarnConfiguration.RM_SCHEDULER_MAXIMUM_ALLOCATION_MB, 5000);
  private SchedulerFixture cluster;
  private SchedulerTestNode node;
  private SchedulerTestApp app;
  private SchedulerTestApp other;

  /** A provider as an administrator may plug in, out of reach at times. */
  static final class Authorizer extends ConfiguredYarnAuthorizer {
    private static volatile boolean outOfReach;

    @Override
    public void setPermission(List<Permission> permissions, UserGroupInformation user) {
      if (outOfReach) {
        throw new IllegalStateException("the authorization service is out of reach");
      }
      super.setPermission(permissions, user);
    }
  }

  @BeforeEach
  void boot() {
    YarnAuthorizationProvider.destroy();
    Authorizer.outOfReach = false;
    cluster = new SchedulerFixture(conf);
    node = cluster.addNode("n1", resource(12_000, 12));
    app = cluster.submit("root.a");
    other = cluster.submit("root.b");
    app.ask(resource(1000, 1), 3);
    other.ask(resource(1000, 1), 1);
    cluster.rounds(2);
  }

  @AfterEach
  void verify() {
    Authorizer.outOfReach = false;
    try (SchedulerFixture closing = cluster) {
      closing.drainAndVerify("root", "root.a", "root.b");
    } finally {
      YarnAuthorizationProvider.destroy();
    }
  }

  private void refresh(SchedulerConf to) throws IOException {
    cluster.scheduler.reinitialize(to.build(), cluster.rm.getRMContext());
  }

  @Test
  void anAuthorizationProviderThatFails() throws Exception {
    Authorizer.outOfReach = true;
    assertThatThrownBy(() -> refresh(changed))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("out of reach");
    assertNothingChanged();
    Authorizer.outOfReach = false;
    assertTheNextRefreshWorks();
  }

  @Test
  void aMaximumAllocationThatIsNotANumber() throws Exception {
    assertMaximumIsRefused("plenty");
  }

  @Test
  void aMaximumAllocationBelowTheMinimum() throws Exception {
    assertMaximumIsRefused("-5");
  }

  private void assertMaximumIsRefused(String value) throws IOException {
    String key = YarnConfiguration.RM_SCHEDULER_MAXIMUM_ALLOCATION_MB;
    assertThatThrownBy(() -> refresh(changed.copy().yarn(key, value)))
        .isInstanceOf(IOException.class)
        .hasMessageContaining(key + " = \"" + value + "\": expected");
    assertNothingChanged();
    assertTheNextRefreshWorks();
  }

  private void assertNothingChanged() throws IOException {
    cluster.verify();
    assertThat(cluster.scheduler.getQueueInfo("root.a", false, false).getWeight()).isEqualTo(1f);
    assertThatThrownBy(() -> cluster.scheduler.getQueueInfo("root.c", false, false))
        .isInstanceOf(IOException.class);
    Resource most = cluster.scheduler.getMaximumResourceCapability();
    assertThat(most.getMemorySize()).as("the largest node's").isEqualTo(12_000);
    assertThat(app.live()).isEqualTo(3);
    assertThat(other.live()).isEqualTo(1);
    app.ask(resource(1000, 1), 9);
    other.ask(resource(1000, 1), 9);
    cluster.rounds(2);
    assertThat(app.live()).as("still at equal weights").isEqualTo(6);
    assertThat(other.live()).isEqualTo(6);
    cluster.verify();
  }

  private void assertTheNextRefreshWorks() throws IOException {
    refresh(changed);
    cluster.verify();
    assertThat(cluster.scheduler.getMaximumResourceCapability().getMemorySize()).isEqualTo(5000);
    assertThat(cluster.scheduler.getQueueInfo("root.c", false, false).getWeight()).isEqualTo(1f);
    other.containers().forEach(other::complete);
    node.heartbeat();
    assertThat(app.live()).as("five sixths of 12").isEqualTo(10);
    cluster.verify();
  }
}
