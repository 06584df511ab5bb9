// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.testing;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.apache.hadoop.yarn.server.resourcemanager.recovery.RMStateStore;
import org.apache.hadoop.yarn.server.resourcemanager.rmapp.RMApp;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Queues that one user creates change no name by which others submit. */
class ForeignNameTest {
  private static final String V2 = ".auto-queue-creation-v2.enabled";

  private static SchedulerConf queues() {
    SchedulerConf conf =
        SchedulerConf.of(NaiveScheduler.class)
            .queues("root", "default,auto,users")
            .set("root.auto" + V2, true)
            .set("root.users" + V2, true);
    for (String queue : List.of("default", "auto", "users")) {
      conf.set("root." + queue + ".capacity", "1w");
    }
    return conf;
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "root.auto.root",
        "root.auto.root.root",
        "root.auto.default",
        "root.auto.users",
        "root.auto.users.bob",
        "root.auto.ROOT",
        "root.auto.Default"
      })
  void createdQueueLeavesTheNamesOfListedOnes(String created) throws Exception {
    SchedulerConf conf = queues().set("queue-mappings", "u:bob:users.%user");
    RMStateStore store = SchedulerRm.store(conf);
    try (SchedulerRm cluster = new SchedulerRm(conf, store)) {
      RMApp early = cluster.submit("default");
      RMApp attack = cluster.submitAs("mallory", created);
      assertThat(cluster.queueOf(attack)).isEqualTo(created);
      assertOthersRun(cluster);
      try (SchedulerRm after = new SchedulerRm(conf, store)) {
        assertThat(after.queueOf(attack)).isEqualTo(created);
        assertThat(after.queueOf(early)).isEqualTo("root.default");
        assertOthersRun(after);
        after.verify();
      }
    }
  }

  private static void assertOthersRun(SchedulerRm cluster) throws Exception {
    assertThat(cluster.queueOf(cluster.submit("root.default"))).isEqualTo("root.default");
    assertThat(cluster.queueOf(cluster.submit("default"))).isEqualTo("root.default");
    assertThat(cluster.queueOf(cluster.submit("users.alice"))).isEqualTo("root.users.alice");
    assertThat(cluster.queueOf(cluster.submitAs("bob", "default"))).isEqualTo("root.users.bob");
    assertThat(cluster.scheduler().getQueueInfo("root", false, false).getQueuePath())
        .isEqualTo("root");
  }

  @Test
  void userNamedRootRunsWhereTheyAreMapped() throws Exception {
    SchedulerConf conf =
        queues()
            .set("queue-mappings", "u:%user:root.users.%user")
            .set("queue-mappings-override.enable", true);
    try (SchedulerRm cluster = new SchedulerRm(conf)) {
      for (String named : List.of("default", "root", "ROOT")) {
        assertThat(cluster.queueOf(cluster.submitAs("root", named))).isEqualTo("root.users.root");
      }
      assertThat(cluster.queueOf(cluster.submitAs("eve", "root.auto.x")))
          .isEqualTo("root.users.eve");
      cluster.verify();
    }
  }

  /** The short name means one queue at the submission, and another or none at the restart. */
  @Test
  void restartFindsTheQueueThatAShortNameMeantAtTheSubmission() throws Exception {
    RMStateStore store = SchedulerRm.store(queues());
    try (SchedulerRm before = new SchedulerRm(queues(), store)) {
      RMApp first = before.submit("root.users.alice");
      RMApp foreign = before.submitAs("mallory", "root.auto.other");
      RMApp second = before.submit("alice");
      RMApp later = before.submitAs("mallory", "root.auto.alice");
      before.rm.killApp(first.getApplicationId());
      before.rm.waitForAppRemovedFromScheduler(first.getApplicationId());
      try (SchedulerRm after = new SchedulerRm(queues(), store)) {
        assertThat(after.queueOf(second)).isEqualTo("root.users.alice");
        assertThat(after.queueOf(later)).isEqualTo("root.auto.alice");
        assertThat(after.queueOf(foreign)).isEqualTo("root.auto.other");
        after.verify();
      }
    }
  }
}
