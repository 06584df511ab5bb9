// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.conf.queue;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.yarnfair.scheduler.conf.file.QueueFile;
import io.github.yarnfair.scheduler.testing.NaiveScheduler;
import io.github.yarnfair.scheduler.testing.SchedulerConf;
import io.github.yarnfair.scheduler.testing.SchedulerErrors;
import io.github.yarnfair.scheduler.testing.SchedulerFixture;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.hadoop.metrics2.lib.DefaultMetricsSystem;
import org.apache.hadoop.yarn.server.resourcemanager.MockRM;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.QueueMetrics;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.ResourceScheduler;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.capacity.CapacityScheduler;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.capacity.QueuePath;
import org.apache.hadoop.yarn.util.resource.DominantResourceCalculator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * What masters may take of a queue that is created, by all combinations of the keys that may say
 * so, beside what CapacityScheduler makes of the same keys.
 */
class CreatedMastersAgreementTest {
  private static final String MASTERS = "maximum-am-resource-percent";
  private static final String V2 = "auto-queue-creation-v2.";

  private final SchedulerErrors errors = new SchedulerErrors();

  @AfterEach
  void close() {
    errors.close();
  }

  private static SchedulerConf conf(
      Class<? extends ResourceScheduler> scheduler, Map<String, String> keys) {
    SchedulerConf conf =
        SchedulerConf.of(scheduler)
            .queues("root", "a,users")
            .set("resource-calculator", DominantResourceCalculator.class.getName())
            .yarn("yarn.scheduler.minimum-allocation-vcores", 1)
            .unset(MASTERS);
    keys.forEach(conf::set);
    return conf;
  }

  @Test
  void flexibleQueueHasAllForMastersUnlessATemplateSaysOtherwise() throws Exception {
    compareAll(
        Map.of(
            "root.a.capacity",
            "1w",
            "root.users.capacity",
            "1w",
            "root.users." + V2 + "enabled",
            "true"),
        List.of(
            MASTERS,
            "root.users." + MASTERS,
            "root.users." + V2 + "template." + MASTERS,
            "root.users." + V2 + "leaf-template." + MASTERS,
            "root.users." + V2 + "parent-template." + MASTERS,
            "root.*." + V2 + "template." + MASTERS));
  }

  @Test
  void managedQueueHasTheDefaultOfAllQueuesUnlessItsTemplateSaysOtherwise() throws Exception {
    compareAll(
        Map.of(
            "root.a.capacity", "50",
            "root.users.capacity", "50",
            "root.users.auto-create-child-queue.enabled", "true",
            "root.users.leaf-queue-template.capacity", "10"),
        List.of(MASTERS, "root.users." + MASTERS, "root.users.leaf-queue-template." + MASTERS));
  }

  /** Each value differs from the others, so that the key that wins is known. */
  private void compareAll(Map<String, String> queues, List<String> masterKeys) throws Exception {
    for (int chosen = 0; chosen < 1 << masterKeys.size(); chosen++) {
      Map<String, String> keys = new TreeMap<>(queues);
      for (int i = 0; i < masterKeys.size(); i++) {
        if ((chosen >> i & 1) == 1) {
          keys.put(masterKeys.get(i), String.valueOf((i + 2) / 16.0));
        }
      }
      assertThat((float) ours(keys)).as("%s", keys).isEqualTo(theirs(keys));
    }
  }

  private static double ours(Map<String, String> keys) throws Exception {
    return QueueFile.load(conf(NaiveScheduler.class, keys).build(), "file")
        .root()
        .subtree()
        .filter(queue -> queue.path().equals("root.users"))
        .findFirst()
        .orElseThrow()
        .creation()
        .queues(List.of("alice"))
        .get(0)
        .maximumMasterShare();
  }

  private float theirs(Map<String, String> keys) throws Exception {
    DefaultMetricsSystem.setMiniClusterMode(true);
    QueueMetrics.clearQueueMetrics();
    MockRM rm = SchedulerFixture.resourceManager(conf(CapacityScheduler.class, keys), null, errors);
    rm.start();
    try {
      CapacityScheduler scheduler = (CapacityScheduler) rm.getResourceScheduler();
      return scheduler
          .getCapacitySchedulerQueueManager()
          .createQueue(new QueuePath("root.users.alice"))
          .getQueueCapacities()
          .getMaxAMResourcePercentage();
    } finally {
      rm.stop();
    }
  }
}
