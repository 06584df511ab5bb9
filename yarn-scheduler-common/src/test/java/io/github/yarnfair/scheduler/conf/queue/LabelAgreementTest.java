// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.conf.queue;

import static io.github.yarnfair.scheduler.testing.SchedulerConf.resource;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.yarnfair.core.scenario.Seed;
import io.github.yarnfair.core.scenario.TestSize;
import io.github.yarnfair.scheduler.conf.QueueFileException;
import io.github.yarnfair.scheduler.conf.capacity.PartitionCapacity;
import io.github.yarnfair.scheduler.conf.capacity.QueueLimit;
import io.github.yarnfair.scheduler.conf.capacity.QueueWeight;
import io.github.yarnfair.scheduler.conf.file.Keys;
import io.github.yarnfair.scheduler.conf.file.QueueFile;
import io.github.yarnfair.scheduler.testing.SchedulerConf;
import io.github.yarnfair.scheduler.testing.SchedulerErrors;
import io.github.yarnfair.scheduler.testing.SchedulerFixture;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.metrics2.lib.DefaultMetricsSystem;
import org.apache.hadoop.yarn.api.records.NodeId;
import org.apache.hadoop.yarn.server.resourcemanager.MockRM;
import org.apache.hadoop.yarn.server.resourcemanager.nodelabels.RMNodeLabelsManager;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.QueueMetrics;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.SchedulerUtils;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.capacity.CSQueue;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.capacity.CapacityScheduler;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.capacity.QueueCapacities;
import org.apache.hadoop.yarn.util.resource.DominantResourceCalculator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Random files with node labels, most with mistakes, under CapacityScheduler and here: each file
 * that it starts with is accepted, with the same labels, defaults and parts of partitions.
 */
class LabelAgreementTest {
  private static final int FILES = TestSize.of(400, 120);
  private static final String BOTH_ACCEPT = "accepted by both";
  private static final String BOTH_REFUSE = "refused by both";

  /** Why CapacityScheduler refuses files that are accepted here. */
  private static final Map<String, Pattern> ACCEPTED_HERE =
      Map.of(
          "capacities of several kinds are accepted here",
          Pattern.compile("used mixed of"),
          "sums of the partition without a label are not checked here",
          Pattern.compile("Illegal capacity sum .* for label=(\\.|$)"),
          "labels of queues that no list names do not count here",
          Pattern.compile("capacity sum of 0\\.0 for children of queue root for label="),
          "root's label keys are not read here",
          Pattern.compile("for queue=root ?label="));

  private final SchedulerErrors errors = new SchedulerErrors();
  private MockRM rm;

  @BeforeEach
  void boot() throws Exception {
    DefaultMetricsSystem.setMiniClusterMode(true);
    rm =
        SchedulerFixture.resourceManager(
            theirConf(Map.of("root.queues", "a", "root.a.capacity", "100")), null, errors);
    rm.start();
    RMNodeLabelsManager labels = rm.getRMContext().getNodeLabelManager();
    labels.addToCluserNodeLabelsWithDefaultExclusivity(Set.of("gpu", "ssd"));
    labels.addLabelsToNode(
        Map.of(
            NodeId.newInstance("g", 1), Set.of("gpu"), NodeId.newInstance("s", 1), Set.of("ssd")));
    for (String host : Set.of("g", "s", "n")) {
      rm.registerNode(host + ":1", resource(10_000, 10));
    }
  }

  @AfterEach
  void stop() {
    rm.stop();
    errors.close();
  }

  private static SchedulerConf theirConf(Map<String, String> keys) {
    SchedulerConf conf = SchedulerConf.of(CapacityScheduler.class);
    keys.forEach(conf::set);
    return conf.set("resource-calculator", DominantResourceCalculator.class.getName())
        .yarn("yarn.scheduler.minimum-allocation-vcores", 1);
  }

  @Test
  void eachFileThatCapacitySchedulerStartsWithMeansTheSameHere() {
    long seed = Seed.of("labels", 20261123);
    Map<String, Integer> counts = new TreeMap<>();
    for (int i = 0; i < FILES; i++) {
      Map<String, String> keys = LabelFile.random(Seed.random(seed, i));
      String outcome = compare(keys, "seed %d, file %d: %s".formatted(seed, i, keys));
      counts.merge(outcome, 1, Integer::sum);
    }
    System.out.println("labels: " + counts);
    assertThat(counts.get(BOTH_ACCEPT)).isGreaterThan(FILES / 4);
    assertThat(counts.get(BOTH_REFUSE)).isGreaterThan(FILES / 5);
  }

  private String compare(Map<String, String> keys, String file) {
    String ourRefusal = null;
    QueueSpec ours = null;
    try {
      Configuration conf = new Configuration(false);
      keys.forEach((key, value) -> Keys.add(conf, Keys.FILE, key, value));
      ours = QueueFile.load(conf, Keys.FILE).root();
    } catch (QueueFileException e) {
      ourRefusal = e.getMessage();
    }
    CapacityScheduler theirs = new CapacityScheduler();
    try {
      start(theirs, keys);
    } catch (Exception e) {
      if (ourRefusal != null) {
        return BOTH_REFUSE;
      }
      return acceptedHere(e, file);
    }
    try {
      assertThat(ourRefusal).as(file).isNull();
      for (String queue : LabelFile.QUEUES) {
        QueueSpec spec =
            ours.subtree().filter(q -> q.path().equals(queue)).findFirst().orElseThrow();
        compare(spec, theirs.getQueue(queue), file);
      }
      return BOTH_ACCEPT;
    } finally {
      theirs.stop();
    }
  }

  private static String acceptedHere(Throwable e, String file) {
    if (e.getCause() != null) {
      return acceptedHere(e.getCause(), file);
    }
    String theirs = String.valueOf(e.getMessage());
    return ACCEPTED_HERE.entrySet().stream()
        .filter(reason -> reason.getValue().matcher(theirs).find())
        .map(Map.Entry::getKey)
        .findFirst()
        .orElseThrow(() -> new AssertionError("accepted: " + file, e));
  }

  private void start(CapacityScheduler theirs, Map<String, String> keys) {
    QueueMetrics.clearQueueMetrics();
    Configuration conf = theirConf(keys).build();
    theirs.setConf(conf);
    theirs.setRMContext(rm.getRMContext());
    theirs.init(conf);
  }

  private static void compare(QueueSpec ours, CSQueue theirs, String file) {
    String where = ours.path() + " of " + file;
    QueueLabels labels = ours.labels();
    assertThat(labels.accessible()).as(where).isEqualTo(theirs.getAccessibleNodeLabels());
    assertThat(labels.defaultExpression())
        .as(where)
        .isEqualTo(theirs.getDefaultNodeLabelExpression());
    for (String label : LabelFile.LABELS) {
      assertThat(labels.mayUse(label))
          .as("%s, label %s", where, label)
          .isEqualTo(
              SchedulerUtils.checkQueueLabelExpression(
                  theirs.getAccessibleNodeLabels(), label, null));
      boolean isLegacy = !file.contains("legacy-queue-mode");
      if (isLegacy && theirs.getParent() != null) {
        compare(labels.configured(label), theirs.getQueueCapacities(), label, where);
      }
    }
  }

  private static void compare(
      PartitionCapacity ours, QueueCapacities theirs, String label, String where) {
    float percent = ours.weight() instanceof QueueWeight.Percentage p ? (float) p.percent() : 0;
    float weight = ours.weight() instanceof QueueWeight.Weight w ? (float) w.weight() : -1;
    assertThat(theirs.getCapacity(label)).as(where).isEqualTo(percent / 100);
    assertThat(theirs.getWeight(label)).as(where).isEqualTo(weight);
    assertThat(theirs.getMaximumCapacity(label))
        .as(where)
        .isEqualTo((float) ((QueueLimit.Percentage) ours.maximum()).percent() / 100);
  }
}
