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
package io.github.yarnfair.scheduler.webapp;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.apache.hadoop.yarn.server.resourcemanager.MockAM;
import org.junit.jupiter.api.Test;

/** The page Scheduler while a gang waits for GPUs that are held by another application. */
class SchedulerWebGangTest {

  @Test
  void whatWaitsHasAGangThatHasNoRoomAndNotOneThatHasAskedForTooFew() throws Exception {
    try (WebCluster cluster = new WebCluster(Map.of())) {
      MockAM holder = cluster.start("train", "vera", "root.research.vision");
      WebCluster.askForGpus(holder, 4);
      cluster.await(root -> root.share().used().getResourceValue(WebCluster.GPU) == 4);
      MockAM gang = cluster.start("horovod", "gina", "root.research.vision", "gang=2");
      WebCluster.askForGpus(gang, 2);
      MockAM incomplete = cluster.start("tune", "tom", "root.research.vision", "gang=3");
      WebCluster.askForGpus(incomplete, 1);
      cluster.heartbeat();
      cluster.scheduler().sample();

      String page = cluster.get("/cluster/scheduler", "text/html").body();

      String waits = page.substring(page.indexOf("What Waits"), page.indexOf("Application Queues"));
      assertThat(waits)
          .contains("Applications with pending requests: 1.", ">horovod<", "gang: room for 0 of 2")
          .doesNotContain(">tune<");
    }
  }
}
