// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.conf.queue;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.yarnfair.core.scenario.Seed;
import io.github.yarnfair.core.scenario.TestSize;
import io.github.yarnfair.scheduler.conf.QueueFileException;
import io.github.yarnfair.scheduler.conf.file.QueueFile;
import io.github.yarnfair.scheduler.conf.key.QueueKeys;
import io.github.yarnfair.scheduler.testing.NaiveScheduler;
import io.github.yarnfair.scheduler.testing.SchedulerConf;
import io.github.yarnfair.scheduler.testing.SchedulerErrors;
import io.github.yarnfair.scheduler.testing.SchedulerFixture;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.metrics2.lib.DefaultMetricsSystem;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.api.records.ResourceInformation;
import org.apache.hadoop.yarn.server.resourcemanager.MockRM;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.QueueMetrics;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.ResourceScheduler;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.capacity.CSQueue;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.capacity.CapacityScheduler;
import org.apache.hadoop.yarn.util.resource.DominantResourceCalculator;
import org.apache.hadoop.yarn.util.resource.ResourceUtils;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Random files with maximum allocations, running applications and lifetimes of queues, some with
 * mistakes: a file is refused where CapacityScheduler refuses it, and means the same otherwise.
 */
class QueueNumbersAgreementTest {
  private static final int FILES = TestSize.of(600, 150);
  private static final List<String> QUEUES = List.of("root", "root.a", "root.b", "root.a.x");

  /** By the end of the key; the cluster's maximum is 8192 MB and 4 vcores. */
  private static final Map<String, List<String>> VALUES =
      new TreeMap<>(
          Map.of(
              "maximum-allocation-mb",
              List.of("1000", "4000", "8192", "0", "-1", "-5", "9000", "many"),
              "maximum-allocation-vcores",
              List.of("1", "2", "4", "-1", "5"),
              "maximum-allocation",
              List.of(
                  "memory-mb=4096,vcores=4",
                  "memory-mb=4G,vcores=2",
                  "memory=2 g , vcores=1",
                  "vcores=2",
                  "memory-mb=10,vcores=1,yarn.io/gpu=2",
                  "gpu=1,memory-mb=100,vcores=1",
                  "",
                  "memory-mb=9000,vcores=1",
                  "wood=3",
                  "memory-mb",
                  "memory-mb=1T"),
              "max-parallel-apps",
              List.of("5", "0", "-1", "2147483647", "many"),
              "maximum-application-lifetime",
              List.of("100", "50", "0", "-1", "1d"),
              "default-application-lifetime",
              List.of("10", "60", "0", "-1")));

  private final SchedulerErrors errors = new SchedulerErrors();
  private MockRM rm;

  @BeforeEach
  void boot() {
    DefaultMetricsSystem.setMiniClusterMode(true);
    rm = SchedulerFixture.resourceManager(conf(CapacityScheduler.class, Map.of()), null, errors);
    rm.start();
  }

  @AfterEach
  void stop() {
    rm.stop();
    errors.close();
  }

  private static SchedulerConf conf(
      Class<? extends ResourceScheduler> scheduler, Map<String, String> keys) {
    SchedulerConf conf =
        SchedulerConf.of(scheduler)
            .queues("root", "a,b")
            .queues("root.a", "x")
            .set("root.a.capacity", 50)
            .set("root.b.capacity", 50)
            .set("root.a.x.capacity", 100)
            .set("resource-calculator", DominantResourceCalculator.class.getName())
            .yarn("yarn.scheduler.maximum-allocation-mb", 8192)
            .yarn("yarn.scheduler.maximum-allocation-vcores", 4)
            .yarn("yarn.scheduler.minimum-allocation-vcores", 1);
    keys.forEach(conf::set);
    return conf;
  }

  @Test
  void eachFileMeansWhatItMeansUnderCapacityScheduler() {
    long seed = Seed.of("queue numbers", 20_261_123);
    int accepted = 0;
    for (int i = 0; i < FILES; i++) {
      Map<String, String> keys = keys(Seed.random(seed, i));
      accepted += areSame(keys, "seed %d, file %d: %s".formatted(seed, i, keys)) ? 1 : 0;
    }
    System.out.printf("queue numbers: %d files agree, %d of them accepted%n", FILES, accepted);
    assertThat(accepted).isBetween(FILES / 2, FILES * 19 / 20);
  }

  private static Map<String, String> keys(Random random) {
    Map<String, String> keys = new TreeMap<>();
    for (String queue : QUEUES) {
      VALUES.forEach(
          (key, values) -> {
            if (random.nextInt(4) == 0) {
              // Mistakes are at the end of each list.
              int likely = random.nextInt(6) == 0 ? values.size() : values.size() * 2 / 3;
              keys.put(queue + "." + key, values.get(random.nextInt(likely)));
            }
          });
    }
    if (random.nextInt(3) == 0) {
      keys.put("max-parallel-apps", "7");
    }
    return keys;
  }

  private boolean areSame(Map<String, String> keys, String file) {
    QueueSpec ours = null;
    String refusal = null;
    try {
      ours = QueueFile.load(conf(NaiveScheduler.class, keys).build(), "file").root();
    } catch (QueueFileException e) {
      refusal = e.getMessage();
    }
    CapacityScheduler theirs = new CapacityScheduler();
    try {
      start(theirs, keys);
    } catch (Exception e) {
      assertThat(refusal).as("refused there with %s: %s", e, file).isNotNull();
      return false;
    }
    try {
      assertThat(refusal).as(file).isNull();
      ours.subtree().forEach(queue -> compare(queue, theirs.getQueue(queue.path()), file));
      return true;
    } finally {
      theirs.stop();
    }
  }

  private void start(CapacityScheduler theirs, Map<String, String> keys) {
    QueueMetrics.clearQueueMetrics();
    Configuration conf = conf(CapacityScheduler.class, keys).build();
    theirs.setConf(conf);
    theirs.setRMContext(rm.getRMContext());
    theirs.init(conf);
  }

  private static void compare(QueueSpec ours, CSQueue theirs, String file) {
    String where = ours.path() + " of " + file;
    Resource ofCluster =
        ResourceUtils.fetchMaximumAllocationFromConfig(
            conf(NaiveScheduler.class, Map.of()).build());
    Resource most = ours.limits().allocation().within(ofCluster);
    for (ResourceInformation type : theirs.getMaximumAllocation().getResources()) {
      assertThat(most.getResourceValue(type.getName()))
          .as("%s, %s", where, type.getName())
          .isEqualTo(Math.max(0, type.getValue()));
    }
    assertThat(ours.values().get(QueueKeys.MAX_PARALLEL_APPS))
        .as(where)
        .isEqualTo(Math.max(0, theirs.getMaxParallelApps()));
    assertThat(ours.limits().lifetime().maximum())
        .as(where)
        .isEqualTo(theirs.getMaximumApplicationLifetime());
    assertThat(ours.limits().lifetime().byDefault())
        .as(where)
        .isEqualTo(theirs.getDefaultApplicationLifetime());
  }
}
