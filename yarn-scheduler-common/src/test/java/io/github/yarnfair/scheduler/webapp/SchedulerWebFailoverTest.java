// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.webapp;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.ha.HAServiceProtocol.RequestSource;
import org.apache.hadoop.ha.HAServiceProtocol.StateChangeRequestInfo;
import org.apache.hadoop.yarn.conf.HAUtil;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.server.resourcemanager.MockRM;
import org.junit.jupiter.api.Test;

/** A standby starts its web application before its scheduler is active, and keeps it. */
class SchedulerWebFailoverTest {
  private static final StateChangeRequestInfo BY_USER =
      new StateChangeRequestInfo(RequestSource.REQUEST_BY_USER);

  @Test
  void answersAfterEachFailover() throws Exception {
    Configuration conf = WebCluster.configuration();
    conf.setBoolean(YarnConfiguration.RM_HA_ENABLED, true);
    conf.setBoolean(YarnConfiguration.AUTO_FAILOVER_ENABLED, false);
    conf.set(YarnConfiguration.RM_HA_IDS, "rm1,rm2");
    conf.set(YarnConfiguration.RM_HA_ID, "rm1");
    for (String key : YarnConfiguration.getServiceAddressConfKeys(conf)) {
      conf.set(HAUtil.addSuffix(key, "rm1"), "localhost:0");
      conf.set(HAUtil.addSuffix(key, "rm2"), "localhost:0");
    }
    try (MockRM rm = new MockRM(conf)) {
      rm.start();
      for (int failover = 0; failover < 2; failover++) {
        rm.getRMContext().getRMAdminService().transitionToActive(BY_USER);

        assertThat(get(rm, "/ws/v1/cluster/scheduler")).contains("hierarchicalFairScheduler");
        assertThat(get(rm, "/cluster/scheduler")).contains("<table id=\"queues\"");

        rm.getRMContext().getRMAdminService().transitionToStandby(BY_USER);
      }
    }
  }

  private static String get(MockRM rm, String path) throws Exception {
    String address = rm.getConfig().get(YarnConfiguration.RM_WEBAPP_ADDRESS);
    return HttpClient.newHttpClient()
        .send(
            HttpRequest.newBuilder(URI.create("http://" + address + path)).build(),
            BodyHandlers.ofString())
        .body();
  }
}
