// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.testing;

import static io.github.yarnfair.scheduler.testing.SchedulerConf.resource;
import static io.github.yarnfair.scheduler.testing.SchedulerTestApp.anywhere;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.yarnfair.scheduler.ask.AskTable;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import org.apache.hadoop.thirdparty.com.google.common.collect.Iterables;
import org.apache.hadoop.yarn.api.records.ResourceRequest;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** An application that asks for thousands of sizes costs the others what one of few does. */
abstract class ManySizesContract {
  private static final int SIZES = 3000;

  private SchedulerFixture cluster;
  private SchedulerTestApp app;

  /** The scheduler under test, without queues. */
  abstract SchedulerConf conf();

  private void boot(String headroom) {
    cluster = new SchedulerFixture(conf().queues("root", "a,b").option("node-headroom", headroom));
    cluster.scheduler.setClock(() -> 1_000_000); // No size has its turn by time.
    for (int i = 0; i < 2; i++) {
      cluster.addNode("n" + i, resource(100_000, 50));
    }
    app = cluster.submit("root.a");
    List<ResourceRequest> asks = new ArrayList<>();
    for (int size = 1; size <= SIZES; size++) {
      asks.add(anywhere(resource(10 + size, 1), 1, size));
    }
    app.ask(asks);
    cluster.scheduler.readings().snapshot(); // All that is asked for is taken in.
  }

  @AfterEach
  void verify() {
    try (SchedulerFixture closing = cluster) {
      closing.drainAndVerify("root", "root.a");
    }
  }

  private AskTable asks() {
    return app.attempt().application().asks();
  }

  /** What a decision looks at: sizes in the share tree, groups in a visit, shapes in a headroom. */
  private void assertBounded() {
    int most = AskTable.MOST_CLASSES;
    assertThat(asks().demand(app.attempt().queue().classes()).size()).isLessThanOrEqualTo(most);
    assertThat(Iterables.size(asks().alike())).isLessThanOrEqualTo(most);
    assertThat(Iterables.size(asks().classes())).isLessThanOrEqualTo(most);
    assertThat(asks().shapes()).hasSizeLessThanOrEqualTo(most);
  }

  private static List<Long> sizes(int first, int last) {
    return LongStream.rangeClosed(first + 10, last + 10).boxed().toList();
  }

  @ParameterizedTest
  @ValueSource(strings = {"reservation", "largest-task", "none"})
  void sizesTakePartByPriorityAndFollowEachOther(String headroom) {
    boot(headroom);
    assertBounded();
    for (int round = 1; round <= 3; round++) {
      cluster.rounds(4);
      assertThat(app.live()).as("the cluster is full").isEqualTo(100);
      assertBounded();
      // Sizes grow with the priority's number: a hundred are served at a time, those first.
      assertThat(app.containers())
          .extracting(container -> container.getResource().getMemorySize())
          .containsExactlyInAnyOrderElementsOf(sizes((round - 1) * 100 + 1, round * 100));
      cluster.verify();
      List.copyOf(app.containers()).forEach(app::complete);
    }
  }
}
