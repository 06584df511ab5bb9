// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.testing;

import static io.github.yarnfair.scheduler.testing.SchedulerConf.resource;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.exceptions.InvalidResourceRequestException;
import org.apache.hadoop.yarn.server.resourcemanager.MockAM;
import org.apache.hadoop.yarn.server.resourcemanager.MockNM;
import org.apache.hadoop.yarn.server.resourcemanager.rmapp.RMApp;
import org.junit.jupiter.api.Test;

/** The most that one container of a queue may have, of what the cluster's maximum allows. */
abstract class MaximumAllocationContract {
  private static final String MOST = "maximum-allocation";

  /** The scheduler under test, without queues. */
  abstract SchedulerConf conf();

  private SchedulerConf queues() {
    return conf()
        .queues("root", "a,b")
        .queues("root.a", "x,y")
        .set("root.a.capacity", "1w")
        .set("root.b.capacity", "1w")
        .set("root.a.x.capacity", "1w")
        .set("root.a.y.capacity", "1w")
        .set("root.a." + MOST + "-mb", 4000)
        .set("root.a.y." + MOST, "memory-mb=6000,vcores=4,yarn.io/gpu=1");
  }

  private static Resource most(SchedulerRm rm, String queue) {
    return rm.scheduler().getMaximumResourceCapability(queue);
  }

  @Test
  void queuesInheritItAndMayHaveTheirOwn() throws Exception {
    Resource all = resource(1_000_000, 10_000, Long.MAX_VALUE, Long.MAX_VALUE);
    try (SchedulerRm rm = new SchedulerRm(queues())) {
      assertThat(most(rm, "root.a.x")).isEqualTo(resource(4000, 10_000, all(all, 2), all(all, 3)));
      assertThat(most(rm, "y"))
          .as("none of types without a name")
          .isEqualTo(resource(6000, 4, 1, 0));
      assertThat(most(rm, "root.b")).isEqualTo(all);
      assertThat(most(rm, "root.a")).as("no leaf queue").isEqualTo(all);
      assertThat(most(rm, "nowhere")).isEqualTo(all);
      assertThat(most(rm, null)).isEqualTo(all);
      assertThat(rm.scheduler().getMaximumResourceCapability()).isEqualTo(all);
    }
  }

  private static long all(Resource cluster, int type) {
    return cluster.getResourceInformation(type).getValue();
  }

  @Test
  void requestAboveItIsRefusedAndOneThatFitsIsServed() throws Exception {
    try (SchedulerRm rm = new SchedulerRm(queues())) {
      MockNM node = rm.node("n1", resource(20_000, 20, 2, 0));
      RMApp app = rm.submit("root.a.y");
      MockAM master = rm.launch(app, node);
      assertThatThrownBy(() -> rm.ask(master, SchedulerTestApp.anywhere(resource(6001, 1), 1, 1)))
          .isInstanceOf(InvalidResourceRequestException.class)
          .hasMessageContaining("6001")
          .hasMessageContaining("6000");
      assertThatThrownBy(
              () -> rm.ask(master, SchedulerTestApp.anywhere(resource(100, 1, 2, 0), 1, 1)))
          .isInstanceOf(InvalidResourceRequestException.class);
      assertThat(rm.obtain(master, node, resource(6000, 4, 1, 0), 1)).hasSize(1);
      rm.verify();
    }
  }

  @Test
  void createdQueuesHaveThatOfTheirTemplateBeforeTheyAreThere() throws Exception {
    SchedulerConf conf =
        queues()
            .set("root.b.auto-queue-creation-v2.enabled", true)
            .set("root.b.auto-queue-creation-v2.template." + MOST + "-vcores", 3);
    try (SchedulerRm rm = new SchedulerRm(conf)) {
      assertThat(most(rm, "root.b.new").getVirtualCores()).isEqualTo(3);
      rm.submit("root.b.new");
      assertThat(most(rm, "root.b.new").getVirtualCores()).isEqualTo(3);
      rm.verify();
    }
  }

  /** Masters have been told it when they registered; CapacityScheduler refuses it for that. */
  @Test
  void refreshRaisesItAndDoesNotLowerIt() throws Exception {
    SchedulerConf conf = queues();
    try (SchedulerRm rm = new SchedulerRm(conf)) {
      rm.scheduler()
          .reinitialize(
              conf.copy().set("root.a." + MOST + "-mb", 5000).build(), rm.rm.getRMContext());
      assertThat(most(rm, "root.a.x").getMemorySize()).isEqualTo(5000);
      for (String key : new String[] {"root.a." + MOST + "-mb", "root.b." + MOST + "-mb"}) {
        assertThatThrownBy(
                () ->
                    rm.scheduler()
                        .reinitialize(
                            conf.copy().set("root.a." + MOST + "-mb", 5000).set(key, 4000).build(),
                            rm.rm.getRMContext()))
            .hasMessageContaining("yarn.scheduler.capacity." + key + " = \"4000\"")
            .hasMessageContaining("at least ");
      }
      assertThat(most(rm, "root.a.x").getMemorySize()).isEqualTo(5000);
      assertThat(most(rm, "root.b").getMemorySize()).isEqualTo(1_000_000);
      rm.verify();
    }
  }
}
