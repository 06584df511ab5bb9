// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.testing;

import static io.github.yarnfair.scheduler.testing.SchedulerConf.resource;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.apache.hadoop.yarn.api.records.Resource;
import org.junit.jupiter.api.AfterEach;

/** Nodes with room for four tasks each, and queues below root that are alike. */
abstract class GangFixture {
  final List<SchedulerTestNode> nodes = new ArrayList<>();
  SchedulerFixture cluster;
  long now = 1_000_000;

  private final List<String> leaves;

  GangFixture(String... leaves) {
    this.leaves = List.of(leaves);
  }

  /** The scheduler under test, without queues. */
  abstract SchedulerConf conf();

  SchedulerConf queues() {
    return conf().queues("root", String.join(",", leaves));
  }

  static Resource task() {
    return resource(1024, 1);
  }

  void boot(SchedulerConf conf, int count) {
    cluster = new SchedulerFixture(conf);
    cluster.scheduler.setClock(() -> now);
    for (int i = 1; i <= count; i++) {
      nodes.add(cluster.addNode("n" + i, resource(4096, 4)));
    }
  }

  @AfterEach
  void verify() {
    if (cluster != null) {
      try (SchedulerFixture closing = cluster) {
        closing.drainAndVerify(
            Stream.concat(Stream.of("root"), leaves.stream().map(leaf -> "root." + leaf))
                .toArray(String[]::new));
      }
    }
  }
}
