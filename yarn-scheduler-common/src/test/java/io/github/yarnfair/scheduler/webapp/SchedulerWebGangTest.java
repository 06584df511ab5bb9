// SPDX-License-Identifier: Apache-2.0
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
      // What the page shows is up to a second old.
      cluster.await(root -> waits(cluster).contains(">horovod<"));

      String waits = waits(cluster);

      assertThat(waits)
          .contains("Applications with pending requests: 1.", ">horovod<", "gang: room for 0 of 2")
          .doesNotContain(">tune<");
    }
  }

  private static String waits(WebCluster cluster) {
    try {
      String page = cluster.get("/cluster/scheduler", "text/html").body();
      return page.substring(page.indexOf("What Waits"), page.indexOf("Application Queues"));
    } catch (Exception e) {
      throw new AssertionError(e);
    }
  }
}
