// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.webapp;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.net.http.HttpResponse;
import java.util.Map;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.server.resourcemanager.MockAM;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Explanations as service and page, with permissions on: eve's application waits for a third GPU
 * where its queue may have two.
 */
class SchedulerWebExplainTest {
  private static final String EXPLAIN = "/ws/v1/cluster/scheduler/explain/";

  private static WebCluster cluster;
  private static String application;

  @BeforeAll
  static void waitForAGpu() throws Exception {
    String queues = "yarn.scheduler.capacity.root.";
    cluster =
        new WebCluster(
            Map.of(
                YarnConfiguration.YARN_ACL_ENABLE,
                "true",
                YarnConfiguration.YARN_ADMIN_ACL,
                "admin",
                queues + "acl_submit_applications",
                " ",
                queues + "acl_administer_queue",
                " ",
                queues + "prod.acl_submit_applications",
                "eve,bob",
                queues + "prod.acl_administer_queue",
                "boss",
                queues + "prod.max-parallel-apps",
                "7",
                queues + "prod.maximum-capacity",
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

  @Test
  void ownerReadsWhyItWaitsAsJson() throws Exception {
    JsonNode why =
        cluster
            .json(EXPLAIN + "app/" + application + "?user.name=eve")
            .at("/applicationExplanation");
    assertThat(why.get("queuePath").asText()).isEqualTo("root.prod");
    assertThat(why.get("waiting").asBoolean()).isTrue();
    assertThat(why.get("idealSharesBy").asText()).isEqualTo("H-DRF");
    assertThat(why.at("/levels/level")).hasSize(3);
    assertThat(why.at("/levels/level/2/dominantShare").asDouble()).isEqualTo(50);
    JsonNode request = why.at("/requests/request/0");
    assertThat(request.get("numContainers").asInt()).isEqualTo(3);
    JsonNode finding = request.at("/findings/finding/0");
    assertThat(finding.get("kind").asText()).isEqualTo("QUEUE_LIMIT");
    assertThat(finding.get("sentence").asText()).contains("2 of at most 2 yarn.io/gpu");
    assertThat(why.at("/expectedStart/known").asBoolean(true)).isFalse();
    assertThat(why.at("/expectedStart/sentence").asText())
        .contains("When it starts its next container is not known. No ");
    assertThat(finding.at("/figures/figure/0/resource").asText()).isEqualTo("yarn.io/gpu");
    assertThat(finding.at("/remedies/remedy/0/subject").asText())
        .isEqualTo("yarn.scheduler.capacity.root.prod.maximum-capacity");
  }

  @Test
  void andAsXml() throws Exception {
    HttpResponse<String> answer =
        cluster.get(EXPLAIN + "app/" + application + "?user.name=eve", "application/xml");
    assertThat(answer.statusCode()).isEqualTo(200);
    assertThat(answer.headers().firstValue("Content-Type").orElse("")).contains("application/xml");
    assertThat(answer.body())
        .contains("<applicationExplanation>", "<kind>QUEUE_LIMIT</kind>", "</remedies>")
        .contains("<expectedStart><known>false</known><sentence>When it starts");
    HttpResponse<String> queue =
        cluster.get(EXPLAIN + "queue/root.prod?user.name=eve", "application/xml");
    assertThat(queue.body())
        .contains("<queueExplanation>", "<queuePath>root.prod</queuePath>")
        .contains("<idealSharesBy>H-DRF</idealSharesBy>");
  }

  @ParameterizedTest
  @CsvSource({
    "eve, 200",
    "boss, 200",
    "admin, 200",
    "bob, 403",
    "mallory, 403",
  })
  void applicationIsExplainedToThoseThatMayViewIt(String caller, int status) throws Exception {
    HttpResponse<String> answer =
        cluster.get(EXPLAIN + "app/" + application + "?user.name=" + caller);
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(status);
    assertThat(answer.body().contains("yarn.io/gpu")).isEqualTo(status == 200);
  }

  @ParameterizedTest
  @CsvSource({"eve, 200", "bob, 200", "boss, 200", "admin, 200", "mallory, 403"})
  void queueIsExplainedToThoseThatMaySubmit(String caller, int status) throws Exception {
    HttpResponse<String> answer = cluster.get(EXPLAIN + "queue/root.prod?user.name=" + caller);
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(status);
    if (caller.equals("bob")) {
      JsonNode why = new ObjectMapper().readTree(answer.body()).get("queueExplanation");
      assertThat(why.get("waitingApplications").asInt()).isEqualTo(1);
      assertThat(answer.body()).as("an application of another user").doesNotContain(application);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "app/application_1_1, 404",
    "app/application_1, 400",
    "app/root.prod, 400",
    "app/application_1_99999999999999999999, 400",
    "queue/root.nosuch, 404",
    "queue/%3Cscript%3E, 404"
  })
  void unknownOrMalformedIdIsRefused(String what, int status) throws Exception {
    HttpResponse<String> answer = cluster.get(EXPLAIN + what + "?user.name=admin");
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(status);
  }

  @Test
  void pageHasALinkBehindEachRow() throws Exception {
    String page = cluster.get("/cluster/scheduler?user.name=eve", "text/html").body();
    assertThat(page)
        .contains("/cluster/scheduler?why-queue=root.research.vision\"")
        .contains("/cluster/scheduler?why-app=" + application + "\"");
    String why =
        cluster
            .get("/cluster/scheduler?why-app=" + application + "&user.name=eve", "text/html")
            .body();
    assertThat(why)
        .contains("2 of at most 2 yarn.io/gpu", "queue root.prod")
        .contains("When it starts its next container is not known. No ");
    String queue =
        cluster.get("/cluster/scheduler?why-queue=root.prod&user.name=eve", "text/html").body();
    assertThat(queue).contains("2 of at most 2 yarn.io/gpu", "why-app=" + application);
    assertThat(queue.replaceAll("<[^>]*>", " ").replaceAll("\\s+", " "))
        .contains("max-parallel-apps 7 ", "user-limit-factor any ", "applications 1 running");
  }

  @Test
  void pageRefusesAsTheServiceDoes() throws Exception {
    String refused =
        cluster
            .get("/cluster/scheduler?why-app=" + application + "&user.name=mallory", "text/html")
            .body();
    assertThat(refused).contains("You may not view " + application).doesNotContain("yarn.io/gpu");
    String hostile =
        cluster
            .get("/cluster/scheduler?why-queue=%3Cscript%3Ealert(1)&user.name=eve", "text/html")
            .body();
    assertThat(hostile).contains("There is no queue &lt;script").doesNotContain("<script>alert(1)");
  }
}
