// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.webapp;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.apache.hadoop.yarn.server.resourcemanager.MockAM;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** What service and page tell of the users of a queue: two that run something, 105 that wait. */
class SchedulerWebUsersTest {
  private static final String PROD = "yarn.scheduler.capacity.root.prod.";

  private static WebCluster cluster;

  /** Of 32 GiB the queue is entitled to three quarters, and one user to half of that. */
  @BeforeAll
  static void fill() throws Exception {
    cluster =
        new WebCluster(
            Map.of(
                PROD + "user-limit-factor", "0.5",
                PROD + "minimum-user-limit-percent", "50",
                PROD + "user-settings.eve.weight", "1.5"));
    MockAM eve = cluster.start("train", "eve", "root.prod");
    cluster.start("serve", "bob", "root.prod");
    WebCluster.askForGpus(eve, 6);
    cluster.submit(
        "root.prod", IntStream.range(0, 105).mapToObj(i -> "user" + (1000 + i)).toList());
    cluster.await(
        root ->
            root.share().used().getResourceValue(WebCluster.GPU) > 0
                && root.applicationCount() == 107);
  }

  @AfterAll
  static void stop() {
    cluster.close();
  }

  private static JsonNode queue() throws Exception {
    return cluster.json("/ws/v1/cluster/scheduler").at("/scheduler/schedulerInfo/queues/queue/0");
  }

  private static JsonNode user(String name) throws Exception {
    for (JsonNode user : queue().at("/users/user")) {
      if (user.get("username").asText().equals(name)) {
        return user;
      }
    }
    throw new AssertionError("no user " + name);
  }

  @Test
  void serviceHasAllUsersByCapacitySchedulersNames() throws Exception {
    assertThat(queue().at("/users/user")).hasSize(107);
    JsonNode eve = user("eve");
    assertThat(eve.get("userWeight").asDouble()).isEqualTo(1.5);
    assertThat(eve.get("numActiveApplications").asInt()).isEqualTo(1);
    assertThat(eve.get("isActive").asBoolean()).isTrue();
    assertThat(WebCluster.amount(eve, "userResourceLimit", "memory-mb")).isEqualTo(18_432);
    assertThat(WebCluster.amount(eve, "AMResourceUsed", "memory-mb")).isEqualTo(1024);
    assertThat(eve.get("idealShare").asDouble()).isPositive();
    JsonNode waiting = user("user1104");
    assertThat(waiting.get("numPendingApplications").asInt()).isEqualTo(1);
    assertThat(waiting.get("numActiveApplications").asInt()).isZero();
    assertThat(WebCluster.amount(waiting, "userResourceLimit", "memory-mb")).isEqualTo(12_288);
    assertThat(WebCluster.amount(waiting, "resourcesUsed", "memory-mb")).isZero();
  }

  /** A queue whose share is not divided has none. */
  @Test
  void otherQueuesHaveNoUsers() throws Exception {
    JsonNode research =
        cluster.json("/ws/v1/cluster/scheduler").at("/scheduler/schedulerInfo/queues/queue/1");
    assertThat(research.at("/queues/queue/0").has("users")).isFalse();
  }

  @Test
  void pageHasTheHundredLargestUsers() throws Exception {
    List<String> rows = WebCluster.rows(cluster.get("/cluster/scheduler", "text/html").body());
    List<String> users = rows.stream().filter(row -> row.startsWith("user ")).toList();
    assertThat(users).hasSize(100);
    assertThat(users.get(0)).startsWith("user eve ").contains(" 1.500 ");
    assertThat(users.get(1)).startsWith("user bob ");
    assertThat(users.get(2)).startsWith("user user1000 ").contains("1 pending");
    assertThat(rows).contains("and 7 more users, with smaller shares");
  }
}
