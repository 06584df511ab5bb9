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
package io.github.yarnfair.udrf;

import static io.github.yarnfair.scheduler.testing.SchedulerConf.resource;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.yarnfair.scheduler.testing.SchedulerConf;
import io.github.yarnfair.scheduler.testing.SchedulerFixture;
import io.github.yarnfair.scheduler.testing.SchedulerTestApp;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class UdrfSchedulerTest {
  @ParameterizedTest
  @CsvSource({"flat, udrf", "tree, hdrf", "' tree ', hdrf"})
  void theOptionNamesTheHierarchy(String option, String policy) throws Exception {
    Configuration conf = new Configuration(false);
    conf.set(UdrfScheduler.HIERARCHY_KEY, option);
    assertThat(new UdrfScheduler().createPolicy(conf).name()).isEqualTo(policy);
  }

  @Test
  void itIsFlatUnlessSaidOtherwise() throws Exception {
    assertThat(new UdrfScheduler().createPolicy(new Configuration(false)).name()).isEqualTo("udrf");
  }

  /**
   * 120 cores for root.a and root.b.x, each with an application, while root.b.y is idle: flat, they
   * have a half and a quarter of the weight; in the tree, root.b.x has all that is root.b's.
   */
  @ParameterizedTest
  @CsvSource({"flat, 80, 40", "tree, 60, 60"})
  void whatAnIdleQueueLeavesGoesToAllOrToItsSiblings(String hierarchy, int ofA, int ofX) {
    SchedulerConf conf =
        SchedulerConf.of(UdrfScheduler.class)
            .yarn(UdrfScheduler.HIERARCHY_KEY, hierarchy)
            .queues("root", "a,b")
            .queues("root.b", "x,y");
    try (SchedulerFixture cluster = new SchedulerFixture(conf)) {
      cluster.addNode("n1", resource(1_000_000, 120));
      SchedulerTestApp a = cluster.submit("root.a");
      SchedulerTestApp x = cluster.submit("root.b.x");
      a.ask(resource(1, 1), 1000);
      x.ask(resource(1, 1), 1000);
      cluster.rounds(10);
      assertThat(a.live()).isCloseTo(ofA, within(1));
      assertThat(x.live()).isCloseTo(ofX, within(1));
      cluster.drainAndVerify("root", "root.a", "root.b");
    }
  }

  /**
   * The GPUs that an application holds count like what its neighbour holds of the cores, so the
   * queue has half of the cores. By what the queue holds in all, the neighbour would get none.
   */
  @ParameterizedTest
  @CsvSource({"flat, 30", "tree, 30"})
  void gpusOfANeighbourCostAUsersOtherJobNoCores(String hierarchy, int cores) {
    SchedulerConf conf =
        SchedulerConf.of(UdrfScheduler.class)
            .yarn(UdrfScheduler.HIERARCHY_KEY, hierarchy)
            .queues("root", "a,b");
    try (SchedulerFixture cluster = new SchedulerFixture(conf)) {
      cluster.addNode("n1", resource(1_000_000, 60, 10, 0));
      SchedulerTestApp gpu = cluster.submit("root.a");
      gpu.ask(resource(1, 0, 1, 0), 1000);
      cluster.rounds(5);
      assertThat(gpu.held().getResourceValue("yarn.io/gpu")).isEqualTo(10);
      SchedulerTestApp cpu = cluster.submit("root.a");
      SchedulerTestApp other = cluster.submit("root.b");
      cpu.ask(resource(1, 1), 1000);
      other.ask(resource(1, 1), 1000);
      cluster.rounds(5);
      assertThat(cpu.live()).isCloseTo(cores, within(1));
      assertThat(cpu.live() + other.live()).isEqualTo(60);
      cluster.drainAndVerify("root", "root.a", "root.b");
    }
  }

  /**
   * Alice has three applications and bob one, in one queue. The users of UDRF are the queues, and
   * each application of the queue has a quarter; or they are alice and bob.
   */
  @ParameterizedTest
  @CsvSource({
    "flat, leaf-queues, 30",
    "flat, users-of-queues, 60",
    "tree, leaf-queues, 30",
    "tree, users-of-queues, 60"
  })
  void usersAreLeafQueuesOrTheUsersWithinThem(String hierarchy, String users, int ofBob) {
    SchedulerConf conf =
        SchedulerConf.of(UdrfScheduler.class)
            .yarn(UdrfScheduler.HIERARCHY_KEY, hierarchy)
            .yarn(UdrfScheduler.USERS_KEY, users)
            .queues("root", "a,b");
    try (SchedulerFixture cluster = new SchedulerFixture(conf)) {
      cluster.addNode("n1", resource(1_000_000, 120));
      for (int i = 0; i < 3; i++) {
        cluster.submitAs("alice", "root.a").ask(resource(1, 1), 1000);
      }
      SchedulerTestApp bob = cluster.submitAs("bob", "root.a");
      bob.ask(resource(1, 1), 1000);
      cluster.rounds(10);
      assertThat(bob.live()).isCloseTo(ofBob, within(1));
      cluster.drainAndVerify("root", "root.a", "root.b");
    }
  }
}
