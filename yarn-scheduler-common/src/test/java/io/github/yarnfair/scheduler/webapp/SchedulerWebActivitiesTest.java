// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.webapp;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.yarn.server.resourcemanager.MockAM;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** YARN's own scheduler and application activities: eve wants one GPU more than her queue may. */
class SchedulerWebActivitiesTest {
  private static final String SCHEDULER = "/ws/v1/cluster/scheduler/";

  private static WebCluster cluster;
  private static String application;

  @BeforeAll
  static void waitForAGpu() throws Exception {
    cluster =
        new WebCluster(
            Map.of(
                "yarn.scheduler.capacity.root.prod.maximum-capacity",
                "[memory=16384,vcores=32,yarn.io/gpu=2,mic=4]"));
    MockAM eve = cluster.start("train", "eve", "root.prod");
    application = eve.getApplicationAttemptId().getApplicationId().toString();
    WebCluster.askForGpus(eve, 5);
    cluster.await(root -> root.share().used().getResourceValue(WebCluster.GPU) == 2);
  }

  @AfterAll
  static void stop() {
    cluster.close();
  }

  private static void heartbeat() throws Exception {
    cluster.heartbeat();
  }

  @Test
  void nextHeartbeatOfANodeIsRecorded() throws Exception {
    String address = SCHEDULER + "activities?nodeId=127.0.0.1:1";
    cluster.json(address);
    heartbeat();
    JsonNode activities = cluster.json(address).get("activities");
    assertThat(activities.get("nodeId").asText()).isEqualTo("127.0.0.1:1");
    String all = activities.toString();
    assertThat(all)
        .contains("\"root\"", "\"root.prod\"", application, "Queue hits max-capacity limit")
        .contains("SKIPPED");
  }

  @Test
  void nextHeartbeatOfAnyNodeIsRecorded() throws Exception {
    cluster.json(SCHEDULER + "activities");
    heartbeat();
    assertThat(cluster.json(SCHEDULER + "activities").toString()).contains(application);
  }

  @Test
  void someHeartbeatsAreRecordedTogether() throws Exception {
    CompletableFuture<String> answer =
        CompletableFuture.supplyAsync(
            () -> {
              try {
                return cluster.json(SCHEDULER + "bulk-activities?activitiesCount=2").toString();
              } catch (Exception e) {
                throw new AssertionError(e);
              }
            });
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
    while (!answer.isDone() && System.nanoTime() < deadline) {
      heartbeat();
    }
    assertThat(answer.get(1, TimeUnit.SECONDS)).contains(application);
  }

  @Test
  void activitiesOfAnApplicationAreRecorded() throws Exception {
    String address = SCHEDULER + "app-activities/" + application;
    cluster.json(address + "?actions=refresh&maxTime=60");
    heartbeat();
    JsonNode activities = cluster.json(address + "?actions=get").get("appActivities");
    assertThat(activities.get("applicationId").asText()).isEqualTo(application);
    assertThat(activities.toString()).contains("Queue hits max-capacity limit", "REJECTED");
  }

  @Test
  void placedContainersAreRecorded() throws Exception {
    MockAM bob = cluster.start("serve", "bob", "root.research.vision");
    String id = bob.getApplicationAttemptId().getApplicationId().toString();
    String address = SCHEDULER + "app-activities/" + id;
    cluster.json(address + "?actions=refresh&maxTime=60");
    cluster.json(SCHEDULER + "activities?nodeId=127.0.0.1");
    bob.allocate("*", 1024, 1, new ArrayList<>());
    heartbeat();
    assertThat(cluster.json(address + "?actions=get").toString()).contains("ALLOCATED");
    bob.unregisterAppAttempt();
  }

  @Test
  void unknownNodeIsSaidToBe() throws Exception {
    JsonNode activities = cluster.json(SCHEDULER + "activities?nodeId=nowhere:1").get("activities");
    assertThat(activities.get("diagnostic").asText())
        .isEqualTo("Cannot find node manager with given node id");
    assertThat(
            cluster
                .json(SCHEDULER + "activities?nodeId=127.0.0.1:1&groupBy=colour")
                .at("/activities/diagnostic")
                .asText())
        .contains("invalid groupBy");
  }
}
