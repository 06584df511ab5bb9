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

import io.github.yarnfair.scheduler.testing.SchedulerConf;
import io.github.yarnfair.scheduler.testing.SchedulerRm;
import org.junit.jupiter.api.Test;

/** What the container of an ApplicationMaster is to the share tree. */
class MasterContainerSchedulerTest {
  /** The first container of an application is its master's, and counts like any other. */
  @Test
  void theMastersContainerIsATaskOfItsApplication() throws Exception {
    try (SchedulerRm rm =
        new SchedulerRm(SchedulerConf.of(HdrfScheduler.class).queues("root", "a,b"))) {
      var manager = rm.node("m1", resource(150, 4));
      var served = rm.submit("root.a");
      var waiting = rm.submit("root.b");
      manager.nodeHeartbeat(true);
      rm.rm.drainEvents();
      assertThat(rm.held(served.getApplicationId())).isEqualTo(resource(100, 1));
      assertThat(rm.held(waiting.getApplicationId())).isEqualTo(resource(0, 0));
      var all = rm.scheduler().snapshot();
      assertThat(all.share().used()).isEqualTo(resource(100, 1));
      assertThat(all.share().pending()).isEqualTo(resource(100, 1));
      assertThat(all.children().get(0).share().dominant()).isEqualTo(100.0 / 150);
      assertThat(all.children().get(1).share().pending()).isEqualTo(resource(100, 1));
      rm.verify();
    }
  }
}
