// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.it;

import static io.github.yarnfair.host.QueueShape.queue;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.yarnfair.hdrf.HdrfScheduler;
import io.github.yarnfair.host.QueueShape;
import io.github.yarnfair.minicluster.HeterogeneousCluster;
import io.github.yarnfair.minicluster.NodeShape;
import java.util.Set;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.api.records.YarnApplicationState;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Two jobs that each need two thirds of the cluster at once, as real applications with the tag: the
 * second starts when the first has ended, and neither ever runs in part.
 */
@Timeout(300)
class GangTest {
  private static final String TASK = "memory-mb=256,vcores=1";

  @Test
  void twoJobsThatNeedTwoThirdsEachRunOneAfterTheOther() throws Exception {
    try (FairCluster cluster =
        FairCluster.start(
            HeterogeneousCluster.named("gangs")
                .scheduler(HdrfScheduler.class.getName())
                .set("yarn.scheduler.hdrf.gang.maximum-share", "1")
                .node(NodeShape.of("one", 4096, 6))
                .node(NodeShape.of("other", 4096, 6))
                .queues(QueueShape.root(queue("a", 1), queue("b", 1)))
                .queueKey("yarn.scheduler.capacity.maximum-am-resource-percent", "1.0"))) {
      ApplicationId first = cluster.submitTagged("root.a", TASK, 8, Set.of("gang=8:120"));
      FairCluster.await("all tasks of the first", () -> tasks(cluster, first) == 8);
      ApplicationId second = cluster.submitTagged("root.b", TASK, 8, Set.of("gang=8"));
      FairCluster.await(
          "room for the part that fits beside it",
          () -> cluster.report(second).getDiagnostics().contains("Gang of 8: room is kept for 4"));
      assertThat(tasks(cluster, second)).isZero();
      assertThat(cluster.scheduler().readings().snapshot().keptForGangs().getVirtualCores())
          .isEqualTo(4);
      assertThat(cluster.scheduler().readings().audit()).isEmpty();

      cluster.client.killApplication(first);
      cluster.awaitState(first, YarnApplicationState.KILLED);
      FairCluster.await(
          "all tasks of the second",
          () -> {
            assertThat(tasks(cluster, second)).isIn(0, 8);
            return tasks(cluster, second) == 8;
          });
      assertThat(cluster.report(second).getDiagnostics()).doesNotContain("Gang");
      cluster.clear();
    }
  }

  /**
   * Returns the tasks, of one vcore each, as they are between two holds of the scheduler's lock.
   */
  private static int tasks(FairCluster cluster, ApplicationId id) {
    return cluster.scheduler().readings().snapshot().children().stream()
        .flatMap(queue -> queue.applications().stream())
        .filter(application -> application.id().equals(id))
        .mapToInt(application -> application.share().used().getVirtualCores())
        .sum();
  }
}
