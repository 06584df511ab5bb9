// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.webapp;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** With permissions on, who may see which application. Queues everybody sees, as in YARN. */
class SchedulerWebAccessTest {
  private static WebCluster cluster;
  private static String application;

  @BeforeAll
  static void startOne() throws Exception {
    cluster =
        new WebCluster(
            Map.of(
                YarnConfiguration.YARN_ACL_ENABLE,
                "true",
                YarnConfiguration.YARN_ADMIN_ACL,
                "admin",
                "yarn.scheduler.capacity.root.acl_submit_applications",
                "*",
                "yarn.scheduler.capacity.root.acl_administer_queue",
                " ",
                "yarn.scheduler.capacity.root.prod.acl_administer_queue",
                "boss"));
    application =
        cluster
            .start("secret", "eve", "root.prod")
            .getApplicationAttemptId()
            .getApplicationId()
            .toString();
    cluster.await(root -> root.applicationCount() == 1 && root.share().dominant() > 0);
  }

  @AfterAll
  static void stop() {
    cluster.close();
  }

  @ParameterizedTest
  @CsvSource({"eve, true", "boss, true", "admin, true", "mallory, false"})
  void seesTheApplicationsShare(String caller, boolean visible) throws Exception {
    String page = cluster.get("/cluster/scheduler?user.name=" + caller, "text/html").body();
    String service = cluster.get("/ws/v1/cluster/scheduler?user.name=" + caller).body();

    assertThat(page).contains("title=\"root.prod\"");
    assertThat(service).contains("\"queuePath\":\"root.prod\"");
    assertThat(page.contains("/cluster/app/" + application + "\"")).isEqualTo(visible);
    assertThat(service.contains(application)).isEqualTo(visible);
  }
}
