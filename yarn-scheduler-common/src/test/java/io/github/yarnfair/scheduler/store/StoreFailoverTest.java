// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.store;

import static io.github.yarnfair.scheduler.testing.StoredQueues.ADMINISTRATOR;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.yarnfair.scheduler.HierarchicalScheduler;
import io.github.yarnfair.scheduler.testing.NaiveScheduler;
import io.github.yarnfair.scheduler.testing.QueueRequest;
import io.github.yarnfair.scheduler.testing.SchedulerConf;
import io.github.yarnfair.scheduler.testing.SchedulerErrors;
import io.github.yarnfair.scheduler.testing.SchedulerFixture;
import io.github.yarnfair.scheduler.testing.StoredQueues;
import java.nio.file.Path;
import org.apache.hadoop.ha.HAServiceProtocol.RequestSource;
import org.apache.hadoop.ha.HAServiceProtocol.StateChangeRequestInfo;
import org.apache.hadoop.yarn.conf.HAUtil;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.server.resourcemanager.MockRM;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Two ResourceManagers by turns: the active one has what the other one was told. */
class StoreFailoverTest {
  private static final StateChangeRequestInfo BY_USER =
      new StateChangeRequestInfo(RequestSource.REQUEST_BY_USER);

  private @TempDir Path directory;

  private SchedulerConf conf(String store, String zooKeeper) throws Exception {
    SchedulerConf conf =
        SchedulerConf.of(NaiveScheduler.class)
            .queues("root", "a,b")
            .set("root.a.capacity", "1w")
            .set("root.b.capacity", "1w")
            .yarn("hadoop.zk.address", zooKeeper)
            .yarn(YarnConfiguration.RECOVERY_ENABLED, false)
            .yarn(YarnConfiguration.RM_HA_ENABLED, true)
            .yarn(YarnConfiguration.AUTO_FAILOVER_ENABLED, false)
            .yarn(YarnConfiguration.RM_HA_IDS, "rm1,rm2");
    for (String key : YarnConfiguration.getServiceAddressConfKeys(conf.build())) {
      conf.yarn(HAUtil.addSuffix(key, "rm1"), "localhost:0");
      conf.yarn(HAUtil.addSuffix(key, "rm2"), "localhost:0");
    }
    return StoredQueues.in(directory, store, conf);
  }

  private static MockRM start(SchedulerConf conf, String id, SchedulerErrors errors) {
    MockRM rm =
        SchedulerFixture.resourceManager(
            conf.copy().yarn(YarnConfiguration.RM_HA_ID, id), null, errors);
    rm.start();
    return rm;
  }

  private static HierarchicalScheduler scheduler(MockRM rm) {
    return (HierarchicalScheduler) rm.getResourceScheduler();
  }

  private static void failOver(MockRM from, MockRM to) throws Exception {
    from.getRMContext().getRMAdminService().transitionToStandby(BY_USER);
    to.getRMContext().getRMAdminService().transitionToActive(BY_USER);
  }

  @ParameterizedTest
  @ValueSource(strings = {"fs", "zk"})
  void eachTakesWhatTheOtherWasTold(String store) throws Exception {
    try (LocalZooKeeper zooKeeper = new LocalZooKeeper(directory.resolve("zookeeper"));
        SchedulerErrors errors = new SchedulerErrors()) {
      SchedulerConf conf = conf(store, zooKeeper.address());
      try (MockRM first = start(conf, "rm1", errors);
          MockRM second = start(conf, "rm2", errors)) {
        first.getRMContext().getRMAdminService().transitionToActive(BY_USER);
        MockRM active = first;
        MockRM standby = second;
        for (int weight = 2; weight < 6; weight++) {
          scheduler(active)
              .changes()
              .make(
                  ADMINISTRATOR,
                  new QueueRequest()
                      .update("root.a", "capacity", weight + "w")
                      .add("root.q" + weight, "capacity", "1w")
                      .build());
          failOver(active, standby);
          MockRM before = active;
          active = standby;
          standby = before;
          assertThat(scheduler(active).getQueueInfo("root.a", false, false).getWeight())
              .isEqualTo(weight);
          assertThat(scheduler(active).getQueue("root.q" + weight)).isNotNull();
        }
      }
      assertThat(errors.messages()).isEmpty();
    }
  }

  @Test
  void storesThatAreNotSharedCauseAWarning() throws Exception {
    try (LocalZooKeeper zooKeeper = new LocalZooKeeper(directory.resolve("zookeeper"));
        SchedulerErrors errors = new SchedulerErrors()) {
      start(conf("leveldb", zooKeeper.address()), "rm1", errors).close();
      assertThat(errors.warnings())
          .anyMatch(
              text -> text.contains("\"leveldb\": the other ResourceManagers have stores of"));
    }
  }
}
