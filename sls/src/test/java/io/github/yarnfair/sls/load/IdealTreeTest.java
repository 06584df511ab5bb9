// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.sls.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.yarnfair.core.tree.Demand;
import io.github.yarnfair.host.QueueFiles;
import io.github.yarnfair.host.QueueShape;
import io.github.yarnfair.scheduler.conf.file.QueueFile;
import io.github.yarnfair.scheduler.conf.queue.QueueSpec;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.api.records.Resource;
import org.junit.jupiter.api.Test;

class IdealTreeTest {
  private static QueueSpec queues(Map<String, String> further) throws Exception {
    QueueShape shape =
        QueueShape.root(
            QueueShape.queue("a", 1),
            QueueShape.queue("b", 3, QueueShape.queue("c", 1), QueueShape.queue("d", 1)));
    Configuration conf = new Configuration(false);
    QueueFiles.capacityKeys(shape).forEach(conf::set);
    further.forEach(conf::set);
    return QueueFile.load(conf, "capacity-scheduler.xml").root();
  }

  private static IdealTree tree(Map<String, String> further) throws Exception {
    IdealTree tree =
        new IdealTree(
            queues(further), Resource.newInstance(100_000, 100), List.of(new long[] {10_000, 10}));
    tree.add("root.a", Demand.of(new long[] {100, 1}, 1000));
    tree.add("root.b.c", Demand.of(new long[] {100, 1}, 1000));
    return tree;
  }

  @Test
  void sharesFollowWeightsAndWhatIsAskedFor() throws Exception {
    Map<String, Double> ideal = tree(Map.of()).ideal();
    assertThat(ideal.get("root.a")).isCloseTo(0.25, within(1e-6));
    assertThat(ideal.get("root.b.c")).isCloseTo(0.75, within(1e-6));
    assertThat(ideal.get("root.b.d")).isZero();
  }

  @Test
  void maximumCapacityBoundsAQueue() throws Exception {
    Map<String, Double> ideal =
        tree(Map.of("yarn.scheduler.capacity.root.b.maximum-capacity", "40")).ideal();
    assertThat(ideal.get("root.a")).isCloseTo(0.6, within(1e-6));
    assertThat(ideal.get("root.b.c")).isCloseTo(0.4, within(1e-6));
  }
}
