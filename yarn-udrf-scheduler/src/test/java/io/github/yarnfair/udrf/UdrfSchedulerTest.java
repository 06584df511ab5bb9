// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.udrf;

import static io.github.yarnfair.scheduler.testing.SchedulerConf.resource;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.yarnfair.scheduler.conf.ConfiguredRule;
import io.github.yarnfair.scheduler.testing.HierarchyOptionContract;
import io.github.yarnfair.scheduler.testing.SchedulerConf;
import io.github.yarnfair.scheduler.testing.SchedulerFixture;
import io.github.yarnfair.scheduler.testing.SchedulerTestApp;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class UdrfSchedulerTest extends HierarchyOptionContract {
  UdrfSchedulerTest() {
    super(UdrfScheduler.class);
  }

  @ParameterizedTest
  @CsvSource({"flat, udrf", "tree, hdrf", "' tree ', hdrf"})
  void theOptionNamesTheHierarchy(String option, String policy) throws Exception {
    Configuration conf = new Configuration(false);
    conf.set(UdrfScheduler.HIERARCHY_KEY, option);
    assertThat(new ConfiguredRule(new UdrfRule(), conf, () -> 0).policy().name()).isEqualTo(policy);
  }

  @Test
  void itIsFlatUnlessSaidOtherwise() throws Exception {
    assertThat(
            new ConfiguredRule(new UdrfRule(), new Configuration(false), () -> 0).policy().name())
        .isEqualTo("udrf");
  }

  /**
   * Alice has three applications and bob one, in one queue. The users of UDRF are the queues, and
   * each application of the queue has a quarter; or they are alice and bob.
   */
  @ParameterizedTest
  @CsvSource({
    "flat, leaf-queues, 30",
    "flat, users-of-queues, 60",
    "tree, leaf-queues, 30",
    "tree, users-of-queues, 60"
  })
  void usersAreLeafQueuesOrTheUsersWithinThem(String hierarchy, String users, int ofBob) {
    SchedulerConf conf =
        SchedulerConf.of(UdrfScheduler.class)
            .yarn(UdrfScheduler.HIERARCHY_KEY, hierarchy)
            .yarn(UdrfScheduler.USERS_KEY, users)
            .queues("root", "a,b");
    try (SchedulerFixture cluster = new SchedulerFixture(conf)) {
      cluster.addNode("n1", resource(1_000_000, 120));
      for (int i = 0; i < 3; i++) {
        cluster.submitAs("alice", "root.a").ask(resource(1, 1), 1000);
      }
      SchedulerTestApp bob = cluster.submitAs("bob", "root.a");
      bob.ask(resource(1, 1), 1000);
      cluster.rounds(10);
      assertThat(bob.live()).isCloseTo(ofBob, within(1));
      cluster.drainAndVerify("root", "root.a", "root.b");
    }
  }
}
