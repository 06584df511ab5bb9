// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.testing;

import static io.github.yarnfair.scheduler.testing.SchedulerConf.resource;
import static io.github.yarnfair.scheduler.testing.SchedulerTestApp.anywhere;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * With largest-task a node makes its next offer only when what is free covers the largest pending
 * task that it could ever hold and that needs nothing exhausted on it.
 */
abstract class LargestTaskContract {
  private static final long TIMEOUT = 1_000;

  private SchedulerFixture cluster;
  private SchedulerTestNode node;
  private SchedulerTestApp small;
  private long now = 1_000_000;

  /** The scheduler under test, without queues. */
  abstract SchedulerConf conf();

  /** A node full of small tasks, with two GPUs that nobody uses. */
  @BeforeEach
  void boot() {
    cluster =
        new SchedulerFixture(
            conf()
                .queues("root", "a,b")
                .option("node-headroom", "largest-task")
                .option("node-headroom.timeout-ms", TIMEOUT));
    cluster.scheduler.setClock(() -> now);
    node = cluster.addNode("n1", resource(8192, 8, 2, 0));
    small = cluster.submit("root.a");
    small.ask(resource(1024, 1), 100);
    cluster.rounds(2);
    assertThat(small.live()).isEqualTo(8);
  }

  @AfterEach
  void verify() {
    try (SchedulerFixture closing = cluster) {
      closing.drainAndVerify("root", "root.a", "root.b");
    }
  }

  private void end(int tasks) {
    small.containers().stream().limit(tasks).forEach(small::complete);
    node.heartbeat();
  }

  @Test
  void aNodeWaitsUntilTheLargestTaskFits() {
    SchedulerTestApp large = cluster.submit("root.b");
    large.ask(resource(4096, 4), 1);
    end(3);
    assertThat(small.live()).isEqualTo(5);
    end(1);
    assertThat(large.live()).isEqualTo(1);
    assertThat(node.free()).isEqualTo(resource(0, 0, 2, 0));
  }

  @Test
  void withdrawnRequestKeepsNoRoomFree() {
    SchedulerTestApp large = cluster.submit("root.b");
    large.ask(resource(4096, 4), 1);
    end(3);
    large.ask(resource(4096, 4), 0);
    node.heartbeat();
    assertThat(small.live()).isEqualTo(8);
    large.ask(resource(4096, 4), 1);
    end(3);
    assertThat(small.live()).isEqualTo(5);
    large.finish();
    node.heartbeat();
    assertThat(small.live()).isEqualTo(8);
  }

  @Test
  void aTaskThatTheNodeCanNeverHoldIsNotWaitedFor() {
    // It reports too late for anything: requests are normalised to what some node has.
    cluster.addNode("n2", resource(16_384, 4));
    SchedulerTestApp large = cluster.submit("root.b");
    large.ask(resource(16_384, 4), 1);
    end(3);
    assertThat(small.live()).isEqualTo(8);
  }

  @Test
  void aTaskThatNeedsWhatIsExhaustedIsNotWaitedFor() {
    SchedulerTestApp gpus = cluster.submit("root.b");
    gpus.ask(List.of(anywhere(resource(1024, 1, 2, 0), 1, 1)));
    end(1);
    assertThat(gpus.live()).isEqualTo(1);
    gpus.ask(List.of(anywhere(resource(4096, 4, 1, 0), 1, 1)));
    end(2);
    assertThat(small.live()).as("4 GiB and a GPU are wanted, but no GPU is left").isEqualTo(7);
  }

  @Test
  void aNodeWaitsNoLongerThanTheTimeout() {
    SchedulerTestApp large = cluster.submit("root.b");
    large.ask(resource(4096, 4), 1);
    end(3);
    now += TIMEOUT - 1;
    node.heartbeat();
    assertThat(small.live()).isEqualTo(5);
    now += 1;
    node.heartbeat();
    assertThat(small.live()).isEqualTo(8);
    end(3);
    assertThat(small.live()).as("waits again").isEqualTo(5);
  }
}
