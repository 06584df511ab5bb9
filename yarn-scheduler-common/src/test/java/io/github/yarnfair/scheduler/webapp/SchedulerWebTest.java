// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.webapp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.StringReader;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import javax.xml.parsers.DocumentBuilderFactory;
import org.apache.hadoop.yarn.server.resourcemanager.MockAM;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.w3c.dom.Document;
import org.xml.sax.InputSource;

/** The page and the web services of a running ResourceManager whose administrator set nothing. */
class SchedulerWebTest {
  private static final String PAGE = "/cluster/scheduler";
  private static final String SERVICE = "/ws/v1/cluster/scheduler";

  private static WebCluster cluster;
  private static MockAM eve;

  @BeforeAll
  static void fillTheGpus() throws Exception {
    cluster = new WebCluster(Map.of());
    cluster.create("root.research.guest");
    eve = cluster.start("<script>alert(1)</script>", "<eve>", "root.prod");
    MockAM vera = cluster.start("train", "vera", "root.research.vision");
    WebCluster.askForGpus(eve, 6);
    WebCluster.askForGpus(vera, 6);
    cluster.await(root -> root.share().used().getResourceValue(WebCluster.GPU) == 4);
  }

  @AfterAll
  static void stop() {
    cluster.close();
  }

  @Test
  void pageHasALineForEachQueueWithItsShare() throws Exception {
    HttpResponse<String> page = cluster.get(PAGE, "text/html");

    assertThat(page.statusCode()).isEqualTo(200);
    assertThat(WebCluster.rows(page.body()))
        .containsExactly(
            "root 100.0% yarn.io/gpu 100.0% 8 GB, 8 VCores, 8 yarn.io/gpu 1 (100.0%) RUNNING 2"
                + " 6 GB / 32 GB 6 / 32 0 / 4 4 / 4",
            "▸ prod fifo 75.0% yarn.io/gpu 75.0% 3 GB, 3 VCores, 3 yarn.io/gpu 3 (75.0%) RUNNING 1"
                + " 4 GB / 16 GB 4 / 32 0 / 4 3 / 4",
            "&lt;script&gt;alert(1)&lt;/script&gt; "
                + eve.getApplicationAttemptId().getApplicationId()
                + " &lt;eve&gt; 75.0% yarn.io/gpu 75.0% 3 GB, 3 VCores, 3 yarn.io/gpu priority 0"
                + " 4 GB 4 0 3",
            "research 25.0% yarn.io/gpu 25.0% 5 GB, 5 VCores, 5 yarn.io/gpu 1 (25.0%) RUNNING 1"
                + " 2 GB / 32 GB 2 / 32 0 / 4 1 / 4",
            "▸ vision 25.0% yarn.io/gpu 25.0% 5 GB, 5 VCores, 5 yarn.io/gpu 1 (33.3%) RUNNING 1"
                + " 2 GB / 32 GB 2 / 32 0 / 4 1 / 4",
            "train "
                + vera()
                + " vera 25.0% yarn.io/gpu 25.0% 5 GB, 5 VCores, 5 yarn.io/gpu priority 0"
                + " 2 GB 2 0 1",
            "audio 0.0% 0.0% 1 (33.3%) STOPPED 0 0 B / 32 GB 0 / 32 0 / 4 0 / 4",
            "guest 0.0% 0.0% 1 (33.3%) RUNNING 0 0 B / 32 GB 0 / 32 0 / 4 0 / 4");
  }

  @Test
  void headingIsTheSchedulersName() throws Exception {
    assertThat(cluster.get(PAGE, "text/html").body())
        .containsPattern("<title>\\s*NaiveScheduler\\s*</title>")
        .doesNotContain("NEW_SAVING,");
  }

  /** YARN's script fills a table of applications, which explanations do not have. */
  @Test
  void explanationsDoNotFillATableThatTheyDoNotHave() throws Exception {
    assertThat(cluster.get(PAGE + "?why-queue=root.prod", "text/html").body())
        .containsPattern("<title>\\s*NaiveScheduler: why root.prod\\s*</title>")
        .doesNotContain("appsTableData");
  }

  @Test
  void waitingApplicationsAreListedAboveTheQueues() throws Exception {
    String page = cluster.get(PAGE, "text/html").body().replaceAll("\\s*\\n\\s*", "");
    String waits = page.substring(page.indexOf("What Waits"), page.indexOf("Application Queues"));

    assertThat(waits)
        .contains("Applications with pending requests: 2. Longest without a new container: ")
        .contains(
            ">train</a>", "root.research.vision", "5&nbsp;GB, 5&nbsp;VCores, 5&nbsp;yarn.io/gpu")
        .contains("aria-label=\"why " + vera() + " waits\"");
    assertThat(page)
        .containsPattern("root\\.research\\.vision(?s:.{0,900})class=\"wait\">[0-9]+&nbsp;s<");
  }

  @Test
  void linksAndSignsOfFoldsHaveNames() throws Exception {
    assertThat(cluster.get(PAGE, "text/html").body())
        .contains(
            "aria-label=\"why root.research\"",
            "aria-label=\"Users and applications of root.prod\"",
            "aria-expanded=\"false\"");
  }

  @Test
  void barsAreAsLongAsTheShares() throws Exception {
    String page = cluster.get(PAGE, "text/html").body();

    String prod = page.substring(page.indexOf("title=\"root.prod\""));
    assertThat(prod.substring(0, prod.indexOf("</tr>")))
        .containsSubsequence(
            "fifo",
            "class=\"limit",
            "width:100.00%",
            "class=\"used within",
            "width:75.00%",
            "class=\"ideal",
            "width:75.00%");
  }

  @Test
  void pageHasTheApplicationsBelow() throws Exception {
    assertThat(cluster.get(PAGE, "text/html").body())
        .contains("appsTableData", "train", "href=\"/cluster/app/" + vera() + "\"");
  }

  @Test
  void textFromUsersIsEscaped() throws Exception {
    assertThat(cluster.get(PAGE, "text/html").body())
        .contains("&lt;eve&gt;", "&lt;script&gt;alert(1)")
        .doesNotContain("<eve>", "<script>alert(1)");
  }

  @Test
  void jsonHasTheQueueTreeInCapacitySchedulersShape() throws Exception {
    JsonNode scheduler = cluster.json(SERVICE).at("/scheduler/schedulerInfo");

    assertThat(scheduler.get("type").asText()).isEqualTo("hierarchicalFairScheduler");
    assertThat(scheduler.get("schedulerName").asText()).isEqualTo("NaiveScheduler");
    assertThat(scheduler.get("queueName").asText()).isEqualTo("root");
    assertThat(scheduler.get("usedCapacity").asDouble()).isEqualTo(100);
    assertThat(paths(scheduler))
        .containsExactly(
            "root.prod",
            "root.research",
            "root.research.vision",
            "root.research.audio",
            "root.research.guest");
  }

  @Test
  void jsonHasTheNumbersOfAQueue() throws Exception {
    JsonNode prod = cluster.json(SERVICE).at("/scheduler/schedulerInfo/queues/queue/0");

    assertThat(prod.get("dominantResource").asText()).isEqualTo("yarn.io/gpu");
    assertThat(prod.get("dominantShare").asDouble()).isEqualTo(75);
    assertThat(prod.get("idealShare").asDouble()).isCloseTo(75, within(1e-6));
    assertThat(prod.get("weight").asDouble()).isEqualTo(3);
    assertThat(prod.get("capacity").asDouble()).isEqualTo(75);
    assertThat(prod.get("absoluteUsedCapacity").asDouble()).isEqualTo(75);
    assertThat(prod.get("usedCapacity").asDouble()).isCloseTo(100, within(1e-9));
    assertThat(prod.get("state").asText()).isEqualTo("RUNNING");
    assertThat(prod.get("orderingPolicyInfo").asText()).isEqualTo("fifo");
    assertThat(prod.get("numApplications").asInt()).isEqualTo(1);
    assertThat(WebCluster.amount(prod, "resourcesUsed", "yarn.io/gpu")).isEqualTo(3);
    assertThat(WebCluster.amount(prod, "resourcesPending", "yarn.io/gpu")).isEqualTo(3);
    assertThat(WebCluster.amount(prod, "resourcesReserved", "yarn.io/gpu")).isZero();
    assertThat(WebCluster.amount(prod, "maxEffectiveCapacity", "memory-mb")).isEqualTo(16_384);
    assertThat(WebCluster.amount(prod, "maxEffectiveCapacity", "mic")).isEqualTo(4);
  }

  @Test
  void jsonAndPageTellQueuesThatWereCreated() throws Exception {
    JsonNode queues =
        cluster.json(SERVICE).at("/scheduler/schedulerInfo/queues/queue/1/queues/queue");

    assertThat(queues)
        .extracting(queue -> queue.get("creationMethod").asText())
        .containsExactly("static", "static", "dynamicFlexible");
    assertThat(cluster.get(PAGE, "text/html").body())
        .contains("title=\"root.research.guest, created\"", "title=\"root.research.vision\"");
  }

  @Test
  void jsonHasTheApplicationsOfALeafQueue() throws Exception {
    JsonNode applications =
        cluster
            .json(SERVICE)
            .at("/scheduler/schedulerInfo/queues/queue/1/queues/queue/0/applications/application");

    assertThat(applications).hasSize(1);
    assertThat(applications.get(0).get("id").asText()).isEqualTo(vera());
    assertThat(applications.get(0).get("user").asText()).isEqualTo("vera");
    assertThat(applications.get(0).get("dominantShare").asDouble()).isEqualTo(25);
  }

  @Test
  void xmlSaysTheSame() throws Exception {
    HttpResponse<String> answer = cluster.get(SERVICE, "application/xml");

    assertThat(answer.headers().firstValue("Content-Type"))
        .hasValue("application/xml;charset=utf-8");
    Document document =
        DocumentBuilderFactory.newInstance()
            .newDocumentBuilder()
            .parse(new InputSource(new StringReader(answer.body())));
    assertThat(document.getDocumentElement().getTagName()).isEqualTo("scheduler");
    assertThat(document.getElementsByTagName("queue").getLength()).isEqualTo(5);
    assertThat(document.getElementsByTagName("dominantShare").item(1).getTextContent())
        .isEqualTo("75.0");
  }

  @ParameterizedTest
  @CsvSource({
    "/ws/v1/cluster/info, clusterInfo",
    "/ws/v1/cluster/metrics, clusterMetrics",
    "/ws/v1/cluster/nodes, nodes",
    "/ws/v1/cluster/apps, apps",
    "/ws/v1/cluster/apps?queue=root.research.vision, apps",
    "/ws/v1/cluster/scheduler-overview, scheduler",
  })
  void theOtherServicesAreYarns(String path, String root) throws Exception {
    cluster.reportUtilization();

    assertThat(cluster.json(path).fieldNames()).toIterable().containsExactly(root);
  }

  @Test
  void missingResourcesAreNotFound() throws Exception {
    assertThat(cluster.get("/ws/v1/cluster/apps/application_1_0001").statusCode()).isEqualTo(404);
    assertThat(cluster.get(SERVICE + "/nothing").statusCode()).isEqualTo(404);
    assertThat(cluster.json("/ws/v1/cluster/apps?queue=root.nowhere").get("apps")).isEmpty();
  }

  private static String vera() {
    return cluster
        .scheduler()
        .getAppsInQueue("root.research.vision")
        .get(0)
        .getApplicationId()
        .toString();
  }

  private static List<String> paths(JsonNode queue) {
    List<String> paths = new ArrayList<>();
    for (JsonNode child : queue.at("/queues/queue")) {
      paths.add(child.get("queuePath").asText());
      paths.addAll(paths(child));
    }
    return paths;
  }
}
