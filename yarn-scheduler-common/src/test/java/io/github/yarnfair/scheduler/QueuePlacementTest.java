// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler;

import static io.github.yarnfair.scheduler.testing.SchedulerConf.resource;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.yarnfair.scheduler.testing.NaiveScheduler;
import io.github.yarnfair.scheduler.testing.SchedulerConf;
import io.github.yarnfair.scheduler.testing.SchedulerErrors;
import io.github.yarnfair.scheduler.testing.SchedulerFixture;
import io.github.yarnfair.scheduler.testing.SchedulerRm;
import java.io.IOException;
import org.apache.hadoop.yarn.api.records.ApplicationSubmissionContext;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.exceptions.YarnException;
import org.apache.hadoop.yarn.server.resourcemanager.MockRM;
import org.apache.hadoop.yarn.server.resourcemanager.MockRMAppSubmitter;
import org.apache.hadoop.yarn.server.resourcemanager.placement.ApplicationPlacementContext;
import org.apache.hadoop.yarn.server.resourcemanager.placement.CSMappingPlacementRule;
import org.apache.hadoop.yarn.server.resourcemanager.placement.PlacementRule;
import org.apache.hadoop.yarn.server.resourcemanager.recovery.RMStateStore;
import org.apache.hadoop.yarn.server.resourcemanager.rmapp.RMApp;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.ResourceScheduler;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.capacity.CapacityScheduler;
import org.apache.hadoop.yarn.util.resource.DominantResourceCalculator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** An application runs in the queue that a mapping of the queue file leads to. */
class QueuePlacementTest {
  private static final String BY_USER = "u:%user:root.users.%user";

  private final SchedulerConf conf = conf(NaiveScheduler.class);

  /** Leaf queues root.a, root.users.alice, root.users.bob and root.teams.bob: no default. */
  private static SchedulerConf conf(Class<? extends ResourceScheduler> scheduler) {
    SchedulerConf conf =
        SchedulerConf.of(scheduler)
            .queues("root", "a,users,teams")
            .queues("root.users", "alice,bob")
            .queues("root.teams", "bob")
            .set("resource-calculator", DominantResourceCalculator.class.getName())
            .yarn(YarnConfiguration.RM_SCHEDULER_MINIMUM_ALLOCATION_VCORES, 1);
    for (String queue :
        new String[] {"a", "users", "users.alice", "users.bob", "teams", "teams.bob"}) {
      conf.set("root." + queue + ".capacity", "1w");
    }
    return conf;
  }

  @Test
  void submissionWithoutAQueueRunsInTheUsersMappedQueue() throws Exception {
    try (SchedulerRm cluster = new SchedulerRm(conf.set("queue-mappings", BY_USER))) {
      RMApp bobs = cluster.submitAs("bob", "default");
      RMApp named = cluster.submitAs("bob", "root.a");
      assertThat(bobs.getQueue()).isEqualTo("root.users.bob");
      assertThat(named.getQueue()).isEqualTo("root.a");
      assertThat(cluster.scheduler().getAppsInQueue("root.users.bob")).hasSize(1);
      cluster.launch(bobs, cluster.node("n1", resource(8000, 8)));
      cluster.verify();
    }
  }

  @Test
  void theOverrideMapsWhoNamesAQueueToo() throws Exception {
    conf.set("queue-mappings", BY_USER).set("queue-mappings-override.enable", true);
    try (SchedulerRm cluster = new SchedulerRm(conf)) {
      assertThat(cluster.submitAs("bob", "root.a").getQueue()).isEqualTo("root.users.bob");
      cluster.verify();
    }
  }

  @Test
  void userWithoutAMappedQueueIsRefusedWithTheReason() throws Exception {
    try (SchedulerRm cluster = new SchedulerRm(conf.set("queue-mappings", BY_USER))) {
      assertThatThrownBy(() -> cluster.submitAs("carol", "default"))
          .rootCause()
          .hasMessageContaining("is refused by a queue mapping")
          .hasMessageNotContaining("root.users");
      assertThat(cluster.submitAs("carol", "root.a").getQueue()).isEqualTo("root.a");
      cluster.verify();
    }
  }

  @Test
  void permissionIsThatOfTheQueueItIsMappedTo() throws Exception {
    conf.set("queue-mappings", "u:alice:root.users.alice,u:bob:root.teams.bob")
        .set("root.acl_submit_applications", " ")
        .set("root.acl_administer_queue", " ")
        .set("root.users.alice.acl_submit_applications", "alice")
        .yarn(YarnConfiguration.YARN_ACL_ENABLE, true);
    try (SchedulerRm cluster = new SchedulerRm(conf)) {
      assertThat(cluster.submitAs("alice", "default").getQueue()).isEqualTo("root.users.alice");
      assertThatThrownBy(() -> cluster.submitAs("bob", "default"))
          .rootCause()
          .hasMessageContaining("does not have permission")
          .hasMessageContaining("root.teams.bob");
      cluster.verify();
    }
  }

  @Test
  void aRefreshReplacesTheMappingsOrNothing() throws Exception {
    try (SchedulerRm cluster = new SchedulerRm(conf.set("queue-mappings", BY_USER))) {
      assertThatThrownBy(() -> refresh(cluster, conf.copy().set("queue-mappings", "u:bob:gone")))
          .isInstanceOf(IOException.class)
          .hasMessageContaining("queue-mappings = \"u:bob:gone\"");
      assertThat(cluster.submitAs("bob", "default").getQueue()).isEqualTo("root.users.bob");
      refresh(cluster, conf.copy().set("queue-mappings", "u:bob:root.a"));
      assertThat(cluster.submitAs("bob", "default").getQueue()).isEqualTo("root.a");
      cluster.verify();
    }
  }

  private static void refresh(SchedulerRm cluster, SchedulerConf changed) throws IOException {
    cluster.scheduler().reinitialize(changed.build(), cluster.rm.getRMContext());
  }

  @Test
  void aRestartLeavesWhatRunsWhereItIs() throws Exception {
    RMStateStore store = SchedulerRm.store(conf);
    try (SchedulerRm before = new SchedulerRm(conf.copy().set("queue-mappings", BY_USER), store)) {
      RMApp app = before.submitAs("bob", "default");
      conf.set("queue-mappings", "u:bob:root.a");
      try (SchedulerRm after = new SchedulerRm(conf, store)) {
        assertThat(after.queueOf(app)).isEqualTo("root.users.bob");
        after.verify();
      }
    }
  }

  @Test
  void queueMappedByCapacitySchedulerIsFoundAgain() throws Exception {
    SchedulerConf theirs = conf(CapacityScheduler.class).set("queue-mappings", BY_USER);
    RMStateStore store = SchedulerRm.store(theirs);
    try (SchedulerErrors errors = new SchedulerErrors();
        MockRM before = SchedulerFixture.resourceManager(theirs, store, errors)) {
      before.start();
      RMApp app =
          MockRMAppSubmitter.submit(
              before, SchedulerRm.application(before, "default").withUser("bob").build());
      try (SchedulerRm after = new SchedulerRm(conf.set("queue-mappings", BY_USER), store)) {
        assertThat(after.queueOf(app)).isEqualTo("root.users.bob");
        after.verify();
      }
    }
  }

  @Test
  void anAdministratorsOwnRuleIsAsked() throws Exception {
    conf.set("queue-mappings", "u:alice:root.users.alice")
        .yarn(
            YarnConfiguration.QUEUE_PLACEMENT_RULES, "user-group," + EverybodyToA.class.getName());
    try (SchedulerRm cluster = new SchedulerRm(conf)) {
      assertThat(cluster.submitAs("alice", "default").getQueue()).isEqualTo("root.users.alice");
      assertThat(cluster.submitAs("bob", "default").getQueue()).isEqualTo("root.a");
      cluster.verify();
    }
  }

  @Test
  void capacitySchedulersRuleByClassStandsForTheMappings() throws Exception {
    String name = "org.apache.hadoop.yarn.server.resourcemanager.placement.CSMappingPlacementRule";
    conf.set("queue-mappings", "u:alice:root.users.alice")
        .yarn(YarnConfiguration.QUEUE_PLACEMENT_RULES, name + ",user-group");
    try (SchedulerRm cluster = new SchedulerRm(conf)) {
      assertThat(cluster.rm.getRMContext().getQueuePlacementManager().getPlacementRules())
          .filteredOn(CSMappingPlacementRule.class::isInstance)
          .extracting(PlacementRule::getName)
          .containsExactly(name);
      assertThat(cluster.submitAs("alice", "default").getQueue()).isEqualTo("root.users.alice");
      cluster.verify();
    }
  }

  @Test
  void aRuleThatIsNotThereOrNotForThisSchedulerIsRefused() throws Exception {
    try (SchedulerRm cluster = new SchedulerRm(conf.copy())) {
      for (String bad :
          new String[] {
            "no.such.Rule",
            "java.lang.String",
            "org.apache.hadoop.yarn.server.resourcemanager.placement.UserPlacementRule"
          }) {
        conf.yarn(YarnConfiguration.QUEUE_PLACEMENT_RULES, bad);
        assertThatThrownBy(() -> refresh(cluster, conf))
            .isInstanceOf(IOException.class)
            .hasMessageContaining("yarn.scheduler.queue-placement-rules = \"" + bad + "\"")
            .hasMessageContaining("expected user-group, app-name, org.apache.hadoop");
      }
      cluster.verify();
    }
  }

  /** Knows one queue. */
  public static final class EverybodyToA extends PlacementRule {
    @Override
    public boolean initialize(ResourceScheduler scheduler) {
      return true;
    }

    @Override
    public @Nullable ApplicationPlacementContext getPlacementForApp(
        ApplicationSubmissionContext submission, String user) throws YarnException {
      return new ApplicationPlacementContext("a", "root");
    }
  }
}
