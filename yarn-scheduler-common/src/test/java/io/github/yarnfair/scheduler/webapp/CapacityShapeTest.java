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

import java.util.HashMap;
import java.util.Map;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.server.resourcemanager.MockAM;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.ResourceScheduler;
import org.apache.hadoop.yarn.util.resource.DominantResourceCalculator;
import org.junit.jupiter.api.Test;

class CapacityShapeTest {
  private static Map<String, String> settings(Class<? extends ResourceScheduler> scheduler) {
    Map<String, String> settings = new HashMap<>();
    String root = "yarn.scheduler.capacity.root.";
    settings.put(YarnConfiguration.RM_SCHEDULER, scheduler.getName());
    settings.put(
        "yarn.scheduler.capacity.resource-calculator", DominantResourceCalculator.class.getName());
    settings.put("yarn.scheduler.capacity.maximum-am-resource-percent", "0.5");
    settings.put(root + "prod.capacity", "75");
    settings.put(root + "prod.maximum-capacity", "80");
    settings.put(root + "research.capacity", "25");
    settings.put(root + "research.vision.capacity", "60");
    settings.put(root + "research.audio.capacity", "40");
    settings.put(root + "research.auto-queue-creation-v2.enabled", "false");
    settings.put("yarn.resource-types", "yarn.io/gpu,mic");
    return settings;
  }

  @Test
  void dump() throws Exception {
    Map<String, String> ours = settings(io.github.yarnfair.scheduler.testing.NaiveScheduler.class);
    ours.put("yarn.scheduler.naive.rest-type", "capacityScheduler");
    try (WebCluster cluster = new WebCluster(ours)) {
      MockAM eve = cluster.start("train", "eve", "root.prod");
      System.out.println("CSJSON " + cluster.get("/ws/v1/cluster/scheduler").body());
      System.out.println(
          "CSXML " + cluster.get("/ws/v1/cluster/scheduler", "application/xml").body());
    }
  }
}
