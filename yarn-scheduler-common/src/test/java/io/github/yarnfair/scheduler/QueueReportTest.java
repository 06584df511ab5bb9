// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler;

import static io.github.yarnfair.scheduler.testing.SchedulerConf.resource;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.yarnfair.scheduler.conf.PreemptionSettings;
import io.github.yarnfair.scheduler.model.LeafQueue;
import io.github.yarnfair.scheduler.testing.LabelledRm;
import io.github.yarnfair.scheduler.testing.NaiveScheduler;
import io.github.yarnfair.scheduler.testing.SchedulerConf;
import io.github.yarnfair.scheduler.testing.SchedulerFixture;
import io.github.yarnfair.scheduler.testing.SchedulerRm;
import io.github.yarnfair.scheduler.testing.SchedulerTestApp;
import io.github.yarnfair.scheduler.testing.SchedulerTestNode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.hadoop.yarn.api.records.QueueConfigurations;
import org.apache.hadoop.yarn.api.records.QueueInfo;
import org.apache.hadoop.yarn.api.records.impl.pb.QueueInfoPBImpl;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.server.resourcemanager.MockNM;
import org.apache.hadoop.yarn.server.resourcemanager.rmapp.RMApp;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.Queue;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.QueueMetrics;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.ResourceScheduler;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.capacity.AbstractLeafQueue;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.capacity.CapacityScheduler;
import org.junit.jupiter.api.Test;

/** What {@code yarn queue -status} shows, and how many applications queues take, is as there. */
class QueueReportTest {
  private final SchedulerConf conf =
      SchedulerConf.of(NaiveScheduler.class)
          .queues("root", "a,b")
          .queues("root.a", "x,y,z")
          .set("root.a.capacity", 40)
          .set("root.b.capacity", 60)
          .set("root.a.maximum-capacity", 50)
          .set("root.a.x.capacity", 25)
          .set("root.a.y.capacity", 25)
          .set("root.a.z.capacity", 50)
          .set("root.a.x.maximum-capacity", 60)
          .set("root.a.z.maximum-capacity", "[memory=1000,vcores=1]");

  @Test
  void capacitiesAreRelativeToTheParent() throws Exception {
    try (SchedulerRm cluster = new SchedulerRm(conf)) {
      assertThat(info(cluster, "root.a.x").getMaximumCapacity()).as("no node").isEqualTo(0.6f);
      cluster.node("n1", resource(8000, 8));
      assertThat(info(cluster, "root").getMaximumCapacity()).isEqualTo(1f);
      assertThat(info(cluster, "root.a").getMaximumCapacity()).isEqualTo(0.5f);
      assertThat(info(cluster, "root.a.x").getMaximumCapacity()).isEqualTo(0.6f);
      assertThat(info(cluster, "root.a.y").getMaximumCapacity()).isEqualTo(1f);
      assertThat(info(cluster, "root.a.z").getMaximumCapacity()).isEqualTo(0.25f);
      assertThat(info(cluster, "root.a.x").getCapacity()).isEqualTo(0.25f);

      QueueConfigurations x = info(cluster, "root.a.x").getQueueConfigurations().get("");
      assertThat(x.getCapacity()).isEqualTo(0.25f);
      assertThat(x.getAbsoluteCapacity()).isEqualTo(0.1f);
      assertThat(x.getMaxCapacity()).isEqualTo(0.6f);
      assertThat(x.getAbsoluteMaxCapacity()).isEqualTo(0.3f);
      assertThat(x.getEffectiveMinCapacity()).isEqualTo(resource(800, 0));
      assertThat(x.getEffectiveMaxCapacity()).isEqualTo(resource(2400, 2));
      cluster.verify();
    }
  }

  /**
   * The ResourceManager asks for a report at each call of a master, for its labels. A report that
   * counts containers at once flushes the metrics, as the last two lines do.
   */
  @Test
  void reportCountsContainersOnceTheyAreAskedFor() throws Exception {
    conf.set("user-metrics.enable", true);
    try (SchedulerFixture cluster = new SchedulerFixture(conf)) {
      SchedulerTestNode node = cluster.addNode("n1", resource(8000, 8));
      SchedulerTestApp app = cluster.submitAs("ann", "root.b");
      QueueMetrics ofUser = cluster.metrics("root.b").getUserMetrics("ann");
      app.ask(resource(1000, 1), 2);
      node.heartbeat();
      QueueInfo report = cluster.scheduler.getQueueInfo("root.b", false, false);
      assertThat(report.getAccessibleNodeLabels()).containsExactly("*");
      assertThat(report.getCapacity()).isEqualTo(0.6f);
      assertThat(ofUser.getAllocatedContainers()).as("not flushed").isZero();

      assertThat(report.getQueueStatistics().getAllocatedContainers()).isEqualTo(2);
      assertThat(ofUser.getAllocatedContainers()).isEqualTo(2);
    }
  }

  /** What is sent to a client has all figures, though none was asked for before. */
  @Test
  void reportThatIsSentHasAllFigures() throws Exception {
    try (SchedulerFixture cluster = new SchedulerFixture(conf)) {
      SchedulerTestNode node = cluster.addNode("n1", resource(8000, 8));
      cluster.submit("root.a.x").ask(resource(1000, 1), 2);
      node.heartbeat();
      QueueInfo report = cluster.scheduler.getQueueInfo("root.a", true, true);
      QueueInfo sent = new QueueInfoPBImpl(((QueueInfoPBImpl) report).getProto());
      assertThat(sent.getCapacity()).isEqualTo(0.4f);
      assertThat(sent.getMaximumCapacity()).isEqualTo(0.5f);
      assertThat(sent.getCurrentCapacity()).isEqualTo(0.625f);
      assertThat(sent.getQueueStatistics().getAllocatedContainers()).isEqualTo(2);
      assertThat(sent.getQueueConfigurations().get("").getAbsoluteCapacity()).isEqualTo(0.4f);
      assertThat(sent.getChildQueues()).hasSize(3);
      assertThat(sent.getChildQueues().get(0).getQueueStatistics().getAllocatedContainers())
          .isEqualTo(2);
    }
  }

  /** As the real CapacityScheduler reports them. */
  @Test
  void capacitiesOfPartitionsAreCapacitySchedulers() throws Exception {
    assertThat(ofPartitions(NaiveScheduler.class)).isEqualTo(ofPartitions(CapacityScheduler.class));
  }

  private static List<String> ofPartitions(Class<? extends ResourceScheduler> scheduler)
      throws Exception {
    Map<String, String> keys = new HashMap<>();
    keys.put("root.queues", "a,b,p,go");
    keys.put("root.go.capacity", "0");
    keys.put("root.go.accessible-node-labels", "gpu");
    keys.put("root.go.accessible-node-labels.gpu.capacity", "20");
    keys.put("root.a.capacity", "40");
    keys.put("root.b.capacity", "50");
    keys.put("root.p.capacity", "10");
    keys.put("root.p.queues", "x");
    keys.put("root.p.x.capacity", "100");
    keys.put("root.accessible-node-labels.gpu.capacity", "100");
    keys.put("root.a.accessible-node-labels", "gpu");
    keys.put("root.a.accessible-node-labels.gpu.capacity", "25");
    keys.put("root.a.accessible-node-labels.gpu.maximum-capacity", "50");
    keys.put("root.b.accessible-node-labels", "gpu");
    keys.put("root.b.accessible-node-labels.gpu.capacity", "55");
    List<String> figures = new ArrayList<>();
    try (LabelledRm cluster = new LabelledRm(scheduler, keys)) {
      for (String queue : List.of("root.a", "root.b", "root.p.x", "root.go")) {
        figures.add(queue + " takes %d applications".formatted(mostApplications(cluster, queue)));
        Map<String, QueueConfigurations> byLabel =
            cluster
                .rm
                .getResourceScheduler()
                .getQueueInfo(queue, false, false)
                .getQueueConfigurations();
        for (String label : queue.equals("root.p.x") ? List.of("") : List.of("", "gpu")) {
          QueueConfigurations of = byLabel.get(label);
          figures.add(
              "%s in \"%s\": %.3f of the parent, %.3f of all, at most %.3f, %.3f; %s to %s"
                  .formatted(
                      queue,
                      label,
                      of.getCapacity(),
                      of.getAbsoluteCapacity(),
                      of.getMaxCapacity(),
                      of.getAbsoluteMaxCapacity(),
                      of.getEffectiveMinCapacity(),
                      of.getEffectiveMaxCapacity()));
        }
      }
    }
    return figures;
  }

  private static int mostApplications(LabelledRm cluster, String queue) {
    Queue found =
        cluster.rm.getResourceScheduler() instanceof CapacityScheduler theirs
            ? theirs.getQueue(queue)
            : ((NaiveScheduler) cluster.rm.getResourceScheduler()).getQueue(queue);
    return found instanceof LeafQueue ours
        ? ours.maximumApplications()
        : ((AbstractLeafQueue) Objects.requireNonNull(found)).getMaxApplications();
  }

  /** Fails if its capacity were a number next to nothing, by which what it holds is immense. */
  @Test
  void aQueueOfCapacityZeroHoldsAPartOfTheCluster() throws Exception {
    try (SchedulerRm cluster =
        new SchedulerRm(conf.set("root.a.capacity", 100).set("root.b.capacity", 0))) {
      MockNM node = cluster.node("n1", resource(8000, 8));
      cluster.launch(cluster.submit("root.b"), node);
      assertThat(info(cluster, "root.b").getCapacity()).isZero();
      assertThat(info(cluster, "root.b").getCurrentCapacity()).isBetween(0.01f, 0.5f);
      assertThat(info(cluster, "root.b").getQueueConfigurations().get("").getAbsoluteCapacity())
          .isZero();
      cluster.verify();
    }
  }

  @Test
  void preemptionAndParallelApplicationsAreShown() throws Exception {
    conf.set("root.a.disable_preemption", true);
    try (SchedulerRm cluster = new SchedulerRm(conf)) {
      assertThat(info(cluster, "root.b").getPreemptionDisabled()).as("no monitor").isTrue();
      assertThat(info(cluster, "root.b").getIntraQueuePreemptionDisabled()).isTrue();
      assertThat(cluster.scheduler().getQueueInfo("root", true, true).getChildQueues())
          .allSatisfy(queue -> assertThat(queue.getPreemptionDisabled()).isTrue());
    }
    conf.yarn(YarnConfiguration.RM_SCHEDULER_ENABLE_MONITORS, true)
        .yarn(PreemptionSettings.PREFIX + "intra-queue-preemption.enabled", true);
    try (SchedulerRm cluster = new SchedulerRm(conf)) {
      assertThat(info(cluster, "root.a.x").getSchedulerType()).isEqualTo("NaiveScheduler");
      assertThat(info(cluster, "root.a.x").getPreemptionDisabled()).isTrue();
      assertThat(info(cluster, "root.b").getPreemptionDisabled()).isFalse();
      assertThat(info(cluster, "root.b").getIntraQueuePreemptionDisabled()).isFalse();
      assertThat(info(cluster, "root.b").getMaxParallelApps()).isEqualTo(Integer.MAX_VALUE);
      cluster.verify();
    }
  }

  @Test
  void aQueueTakesItsShareOfTheApplications() throws Exception {
    try (SchedulerRm cluster = new SchedulerRm(conf.set("maximum-applications", 20))) {
      cluster.node("n1", resource(8000, 8));
      cluster.submit("root.a.x");
      cluster.submit("root.a.x");
      assertThat(cluster.refusal("root.a.x")).contains("root.a.x has 2 applications already");
      for (int i = 0; i < 12; i++) {
        cluster.submit("root.b");
      }
      assertThat(cluster.refusal("root.b")).contains("root.b has 12 applications already");
      cluster.verify();
    }
  }

  @Test
  void aUserMayHaveAPartOfThem() throws Exception {
    conf.set("root.b.maximum-applications", 4)
        .set("root.b.minimum-user-limit-percent", 25)
        .set("root.b.user-limit-factor", 2);
    try (SchedulerRm cluster = new SchedulerRm(conf)) {
      RMApp first = cluster.submit("root.b");
      cluster.submit("root.b");
      assertThat(cluster.refusal("root.b")).contains("alice has 2 applications in queue root.b");
      cluster.submitAs("bob", "root.b");
      cluster.rm.killApp(first.getApplicationId());
      cluster.rm.waitForAppRemovedFromScheduler(first.getApplicationId());
      cluster.submit("root.b");
      cluster.verify();
    }
  }

  private static QueueInfo info(SchedulerRm cluster, String queue) throws Exception {
    return cluster.scheduler().getQueueInfo(queue, false, false);
  }
}
