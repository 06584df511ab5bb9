/*
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *     http://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */
package io.github.yarnfair.hdrf;

import static io.github.yarnfair.scheduler.testing.SchedulerConf.resource;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.yarnfair.core.FairnessPolicy;
import io.github.yarnfair.core.ShareTree;
import io.github.yarnfair.core.Shares;
import io.github.yarnfair.scheduler.HierarchicalScheduler;
import io.github.yarnfair.scheduler.testing.SchedulerConf;
import io.github.yarnfair.scheduler.testing.SchedulerFixture;
import io.github.yarnfair.scheduler.testing.SchedulerTestApp;
import io.github.yarnfair.scheduler.testing.SchedulerTestNode;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a heartbeat that cannot place anything costs, in decisions. */
class IdleHeartbeatSchedulerTest {
  private static final AtomicInteger DECISIONS = new AtomicInteger();

  /** H-DRF, counting how often it is asked whose turn it is. */
  public static final class CountingScheduler extends HierarchicalScheduler {
    public CountingScheduler() {
      super(CountingScheduler.class.getName());
    }

    @Override
    protected FairnessPolicy createPolicy(Configuration configuration) {
      return new CountingPolicy();
    }
  }

  private static final class CountingPolicy implements FairnessPolicy {
    private final HdrfPolicy policy = new HdrfPolicy();

    @Override
    public String name() {
      return "counting";
    }

    @Override
    public void prepare(ShareTree tree) {
      DECISIONS.incrementAndGet();
    }

    @Override
    public double queueKey(Shares shares, int queue) {
      return policy.queueKey(shares, queue);
    }
  }

  private static SchedulerConf conf(String mode) {
    return SchedulerConf.of(CountingScheduler.class)
        .queues("root", "a,b")
        .yarn("yarn.scheduler.counting.node-headroom", mode);
  }

  @ParameterizedTest
  @ValueSource(strings = {"reservation", "largest-task", "none"})
  void aFullNodeAsksNobody(String mode) {
    try (SchedulerFixture cluster = new SchedulerFixture(conf(mode))) {
      SchedulerTestNode node = cluster.addNode("n1", resource(4096, 4));
      cluster.submit("root.a").ask(resource(1024, 1), 100);
      cluster.submit("root.b").ask(resource(4096, 4), 100);
      cluster.rounds(2);
      node.resize(node.allocated(), -1);
      DECISIONS.set(0);
      node.heartbeats(10);
      assertThat(DECISIONS).hasValue(0);
      cluster.drainAndVerify("root");
    }
  }

  /** All of them are larger than what is free and have no node left to reserve. */
  @Test
  void theCostDoesNotGrowWithTheNumberOfApplications() {
    try (SchedulerFixture cluster = new SchedulerFixture(conf("reservation"))) {
      SchedulerTestNode[] nodes = {
        cluster.addNode("n1", resource(4096, 4)), cluster.addNode("n2", resource(4096, 4))
      };
      SchedulerTestApp small = cluster.submit("root.a");
      small.ask(resource(1024, 1), 8);
      cluster.rounds(2);
      for (int i = 0; i < 50; i++) {
        cluster.submit("root.b").ask(resource(3072, 3), 1);
      }
      for (SchedulerTestNode node : nodes) {
        small.containers().stream()
            .filter(container -> container.getNodeId().equals(node.id()))
            .limit(1)
            .forEach(small::complete);
        node.heartbeat();
      }
      assertThat(nodes[0].inScheduler().getReservedContainer()).isNotNull();
      assertThat(nodes[1].inScheduler().getReservedContainer()).isNull();
      for (SchedulerTestNode node : nodes) {
        DECISIONS.set(0);
        node.heartbeat();
        assertThat(DECISIONS.get()).isBetween(1, 20);
      }
      cluster.drainAndVerify("root");
    }
  }
}
