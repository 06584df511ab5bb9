// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler;

import static io.github.yarnfair.scheduler.testing.SchedulerConf.resource;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.yarnfair.scheduler.testing.NaiveScheduler;
import io.github.yarnfair.scheduler.testing.SchedulerConf;
import io.github.yarnfair.scheduler.testing.SchedulerErrors;
import io.github.yarnfair.scheduler.testing.SchedulerFixture;
import io.github.yarnfair.scheduler.testing.SchedulerRm;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.hadoop.metrics2.lib.DefaultMetricsSystem;
import org.apache.hadoop.yarn.api.records.QueueConfigurations;
import org.apache.hadoop.yarn.api.records.QueueInfo;
import org.apache.hadoop.yarn.server.resourcemanager.MockRM;
import org.apache.hadoop.yarn.server.resourcemanager.MockRMAppSubmitter;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.QueueMetrics;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.ResourceScheduler;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.capacity.CapacityScheduler;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.capacity.QueuePath;
import org.apache.hadoop.yarn.util.resource.DominantResourceCalculator;
import org.junit.jupiter.api.Test;

/** {@code yarn queue -status} answers for each kind of capacity as CapacityScheduler does. */
class QueueInfoAgreementTest {
  private static final String LEGACY = "legacy-queue-mode.enabled";

  private static Map<String, String> queues(String a, String b, String x, String y) {
    Map<String, String> keys = new TreeMap<>();
    keys.put("root.queues", "a,b");
    keys.put("root.a.queues", "x,y");
    keys.put("root.a.capacity", a);
    keys.put("root.b.capacity", b);
    keys.put("root.a.x.capacity", x);
    keys.put("root.a.y.capacity", y);
    return keys;
  }

  @Test
  void percentages() throws Exception {
    compare(queues("40", "60", "25", "75"), true);
  }

  @Test
  void percentagesWithMaxima() throws Exception {
    Map<String, String> keys = queues("40", "60", "25", "75");
    keys.put("root.a.maximum-capacity", "50");
    keys.put("root.a.x.maximum-capacity", "60");
    compare(keys, true);
  }

  @Test
  void weights() throws Exception {
    compare(queues("2w", "6w", "1w", "3w"), true);
  }

  @Test
  void weightsBelowPercentages() throws Exception {
    compare(queues("40", "60", "1w", "3w"), true);
  }

  @Test
  void absoluteCapacities() throws Exception {
    compare(
        queues(
            "[memory=2000,vcores=4]",
            "[memory=5000,vcores=4]",
            "[memory=900,vcores=1]",
            "[memory=1000,vcores=3]"),
        true);
  }

  @Test
  void vectors() throws Exception {
    compare(
        queues(
            "[memory=25%,vcores=50%]",
            "[memory=75%,vcores=50%]", "[memory=45%,vcores=50%]", "[memory=55%,vcores=50%]"),
        false);
  }

  @Test
  void mixedVectors() throws Exception {
    compare(
        queues(
            "[memory=2000,vcores=50%]",
            "[memory=1w,vcores=1w]", "[memory=1w,vcores=20%]", "[memory=3w,vcores=1w]"),
        false);
  }

  @Test
  void percentageBesideAWeight() throws Exception {
    compare(queues("40", "1w", "25", "75"), false);
  }

  @Test
  void absoluteCapacityBesideAPercentage() throws Exception {
    compare(queues("[memory=2000,vcores=4]", "60", "25", "75"), false);
  }

  @Test
  void managedParent() throws Exception {
    Map<String, String> keys = new TreeMap<>();
    keys.put("root.queues", "a,b");
    keys.put("root.a.capacity", "50");
    keys.put("root.b.capacity", "50");
    keys.put("root.a.auto-create-child-queue.enabled", "true");
    keys.put("root.a.leaf-queue-template.capacity", "25");
    keys.put("root.a.leaf-queue-template.maximum-capacity", "50");
    compare(keys, true, "root.a.x", "root.a.y");
  }

  @Test
  void flexibleParent() throws Exception {
    Map<String, String> keys = new TreeMap<>();
    keys.put("root.queues", "a,b");
    keys.put("root.a.capacity", "1w");
    keys.put("root.b.capacity", "3w");
    keys.put("root.a.auto-queue-creation-v2.enabled", "true");
    keys.put("root.a.auto-queue-creation-v2.template.capacity", "2w");
    compare(keys, true, "root.a.x", "root.a.y");
  }

  private static void compare(Map<String, String> keys, boolean isLegacy, String... created)
      throws Exception {
    List<String> both = new ArrayList<>();
    for (Class<? extends ResourceScheduler> each :
        List.of(CapacityScheduler.class, NaiveScheduler.class)) {
      both.add(String.join("\n", figures(each, keys, isLegacy, created)));
    }
    assertThat(both.get(1)).isEqualTo(both.get(0));
  }

  private static List<String> figures(
      Class<? extends ResourceScheduler> scheduler,
      Map<String, String> keys,
      boolean isLegacy,
      String... created)
      throws Exception {
    DefaultMetricsSystem.setMiniClusterMode(true);
    QueueMetrics.clearQueueMetrics();
    SchedulerConf conf =
        SchedulerConf.of(scheduler)
            .set("resource-calculator", DominantResourceCalculator.class.getName())
            .set(LEGACY, isLegacy)
            .yarn("yarn.scheduler.minimum-allocation-vcores", 1);
    keys.forEach(conf::set);
    SchedulerErrors errors = new SchedulerErrors();
    MockRM rm = SchedulerFixture.resourceManager(conf, null, errors);
    rm.start();
    try {
      rm.registerNode("n1:1", resource(8000, 10));
      rm.drainEvents();
      List<String> lines = new ArrayList<>();
      for (String queue : created) {
        create(rm, queue);
      }
      add(rm.getResourceScheduler().getQueueInfo("root", true, true), lines);
      return lines;
    } finally {
      rm.stop();
      errors.close();
    }
  }

  private static void create(MockRM rm, String queue) throws Exception {
    if (rm.getResourceScheduler() instanceof CapacityScheduler theirs) {
      theirs.getCapacitySchedulerQueueManager().createQueue(new QueuePath(queue));
    } else {
      MockRMAppSubmitter.submit(rm, SchedulerRm.application(rm, queue).build());
    }
    rm.drainEvents();
  }

  /** One line for each queue. */
  private static void add(QueueInfo info, List<String> lines) {
    QueueConfigurations all = info.getQueueConfigurations().get("");
    lines.add(
        "%s: weight %.4f, capacity %.4f, %.4f, of the cluster %.4f, %s, at most %.4f, %.4f"
            .formatted(
                info.getQueuePath(),
                info.getWeight(),
                info.getCapacity(),
                all.getCapacity(),
                all.getAbsoluteCapacity(),
                all.getEffectiveMinCapacity(),
                info.getMaximumCapacity(),
                all.getAbsoluteMaxCapacity()));
    info.getChildQueues().stream()
        .sorted(Comparator.comparing(QueueInfo::getQueuePath))
        .forEach(child -> add(child, lines));
  }
}
