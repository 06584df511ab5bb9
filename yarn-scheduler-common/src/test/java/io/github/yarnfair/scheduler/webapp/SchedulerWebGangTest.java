// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.webapp;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.apache.hadoop.yarn.server.resourcemanager.MockAM;
import org.apache.hadoop.yarn.util.resource.Resources;
import org.junit.jupiter.api.Test;

/**
 * The page Scheduler while a gang waits for GPUs that another application holds, and a further one
 * for its queue's limit of running applications. The share tree knows nothing of what they ask for.
 */
class SchedulerWebGangTest {
  /** The gang's line with a wait of a second or more, counted since a sample. */
  private static final String WAITING =
      "<td>\\s*[1-9][0-9]*&nbsp;s\\s*<(?s:.{0,40})<td>\\s*<a[^>]*>\\s*horovod";

  @Test
  void whatWaitsHasGangsAndHeldBackOnesAndNotAGangThatHasAskedForTooFew() throws Exception {
    try (WebCluster cluster =
        new WebCluster(Map.of("yarn.scheduler.capacity.root.prod.max-parallel-apps", "1"))) {
      MockAM holder = cluster.start("train", "vera", "root.research.vision");
      WebCluster.askForGpus(holder, 4);
      cluster.await(root -> root.share().used().getResourceValue(WebCluster.GPU) == 4);
      // More than the half of the GPUs that may be kept: it starts once all its room is free.
      MockAM gang = cluster.start("horovod", "gina", "root.research.vision", "gang=3");
      WebCluster.askForGpus(gang, 3);
      MockAM incomplete = cluster.start("tune", "tom", "root.research.vision", "gang=4");
      WebCluster.askForGpus(incomplete, 1);
      cluster.start("serve", "sam", "root.prod");
      cluster.submit("root.prod", List.of("walt"));
      cluster.scheduler().readings().sample();
      // What the page shows is up to a second old.
      cluster.await(root -> Pattern.compile(WAITING).matcher(waits(cluster)).find());

      String waits = waits(cluster);

      assertThat(waits)
          .contains("Applications with pending requests: 2.", ">horovod<", "gang: room for 0 of 3")
          .containsPattern(">waiting<(?s:.*)root\\.prod(?s:.*)walt(?s:.*)held back by a limit")
          .doesNotContain(">tune<");
      assertThat(cluster.scheduler().readings().snapshot().children().get(1).share().pendingInAll())
          .as("of the gang, in the share tree")
          .isEqualTo(Resources.none());
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
