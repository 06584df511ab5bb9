// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.webapp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.ByteArrayInputStream;
import java.io.StringReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.Collections;
import java.util.Map;
import javax.xml.parsers.DocumentBuilderFactory;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.server.resourcemanager.MockAM;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.w3c.dom.Document;
import org.xml.sax.InputSource;

/** {@code /ws/v1/cluster/scheduler/what-if} and {@code when} of a running ResourceManager. */
class WhatIfServiceTest {
  private static final String WHAT_IF = "/ws/v1/cluster/scheduler/what-if?user.name=";
  private static final String WHEN = "/ws/v1/cluster/scheduler/when/";
  private static final String JSON = "application/json";
  private static final String XML = "application/xml";

  private static WebCluster cluster;
  private static MockAM master;

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
                " "));
    master = cluster.start("secret", "eve", "root.prod");
    WebCluster.askForGpus(master, 10);
    cluster.await(root -> root.share().pending().getMemorySize() == 6 * 1024);
  }

  @AfterAll
  static void stop() {
    cluster.close();
  }

  private static JsonNode queue(JsonNode answer, String path) {
    for (JsonNode queue : answer.at("/whatIf/queues")) {
      if (queue.get("path").asText().equals(path)) {
        return queue;
      }
    }
    throw new AssertionError(path + " is not in " + answer);
  }

  @Test
  void administratorsReadInJsonWhatWouldChange() throws Exception {
    HttpResponse<String> answer =
        cluster.send(
            "POST",
            WHAT_IF + "admin",
            JSON,
            """
            {"what-if": {
              "keys": [{"key": "root.prod.capacity", "value": "1w"}],
              "add-nodes": [{"resources": "memory-mb=1024,vcores=1,yarn.io/gpu=6", "count": 2}],
              "submit": [{"queue": "root.research.vision", "user": "bob", "count": 3,
                          "resources": "memory-mb=1024,vcores=1"}]}}
            """);
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
    assertThat(answer.headers().firstValue("Content-Type").orElseThrow()).startsWith(JSON);
    JsonNode json = new ObjectMapper().readTree(answer.body());
    assertThat(queue(json, "root.prod").at("/before/guaranteed").asDouble())
        .isCloseTo(0.75, within(1e-9));
    assertThat(queue(json, "root.prod").at("/after/guaranteed").asDouble())
        .isCloseTo(0.5, within(1e-9));
    assertThat(queue(json, "root.prod").at("/before/ideal").asDouble())
        .as("all four GPUs")
        .isCloseTo(1.0, within(1e-9));
    assertThat(queue(json, "root.prod").at("/after/ideal").asDouble())
        .as("at most 4 of 16")
        .isCloseTo(0.25, within(1e-9));
    assertThat(json.at("/whatIf/submitted/0/idealTasks").asInt()).isEqualTo(3);
    assertThat(json.at("/whatIf/counts/applicationsThatLose").asInt()).isOne();
  }

  @Test
  void requestAndAnswerMayBeXml() throws Exception {
    String request =
        "<what-if><keys><key>root.prod.capacity</key><value>1w</value></keys>"
            + "<submit><queue>root.research.vision</queue><user>bob</user>"
            + "<resources>memory-mb=1024,vcores=1</resources></submit></what-if>";
    HttpResponse<String> answer = cluster.send("POST", WHAT_IF + "admin", XML, request, XML);
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
    assertThat(answer.headers().firstValue("Content-Type").orElseThrow()).startsWith(XML);
    Document document =
        DocumentBuilderFactory.newInstance()
            .newDocumentBuilder()
            .parse(new InputSource(new StringReader(answer.body())));
    assertThat(document.getDocumentElement().getTagName()).isEqualTo("whatIf");
    assertThat(document.getElementsByTagName("queues").getLength()).isEqualTo(5);
    assertThat(document.getElementsByTagName("idealTasks").item(0).getTextContent()).isEqualTo("1");
  }

  @ParameterizedTest
  @CsvSource({"eve", "mallory"})
  void othersThanAdministratorsAreRefused(String caller) throws Exception {
    HttpResponse<String> answer =
        cluster.send("POST", WHAT_IF + caller, JSON, "{\"policy\": \"hdrf\"}");
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(403);
    assertThat(answer.body()).contains("Only admins");
  }

  /** Fails if a caller that still sends were cut off instead of answered. */
  @Test
  void largeRequestsAreRefused() throws Exception {
    String large = "{\"queue-file\": \"" + "x".repeat(16 * WhatIfAnswers.MOST_BYTES) + "\"}";
    HttpResponse<String> answer = cluster.send("POST", WHAT_IF + "admin", JSON, large);
    assertThat(answer.statusCode()).isEqualTo(413);
    assertThat(answer.body()).contains("expected at most 1048576 bytes");
  }

  /** In chunks, without a Content-Length. */
  @Test
  void largeRequestsOfUnknownLengthAreRefused() throws Exception {
    byte[] large = new byte[WhatIfAnswers.MOST_BYTES + 1];
    String address = cluster.conf().get(YarnConfiguration.RM_WEBAPP_ADDRESS);
    HttpRequest request =
        HttpRequest.newBuilder(URI.create("http://" + address + WHAT_IF + "admin"))
            .header("Content-Type", JSON)
            .POST(BodyPublishers.ofInputStream(() -> new ByteArrayInputStream(large)))
            .build();
    HttpResponse<String> answer = HttpClient.newHttpClient().send(request, BodyHandlers.ofString());
    assertThat(answer.statusCode()).isEqualTo(413);
  }

  @Test
  void moreNodesThanAnyClusterHasAreRefused() throws Exception {
    for (int entries : new int[] {2, 15_000}) {
      String each = "{\"resources\": \"vcores=1\", \"count\": 1000000}";
      String body =
          "{\"add-nodes\": [" + String.join(",", Collections.nCopies(entries, each)) + "]}";
      HttpResponse<String> answer = cluster.send("POST", WHAT_IF + "admin", JSON, body);
      assertThat(answer.statusCode()).as(answer.body()).isEqualTo(400);
      assertThat(answer.body())
          .contains("add-nodes: expected at most 1000 entries and 1000000 nodes, not " + entries);
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "|The body: expected an object",
        "[]|The body: expected an object",
        "{|The body, line 1, column",
        "{}|The request is empty: expected some of [add-nodes, keys,",
        "{\"quues\": 1}|quues: expected one of [add-nodes, keys,",
        "{\"keys\": [{\"value\": 1}]}|keys[0].key is not set: expected a key",
        "{\"keys\": 7}|keys[0] = \"7\": expected an object",
        "{\"keys\": [{\"key\": \"root.prod.capacity\", \"value\": \"-1w\"}]}|root.prod.capacity = \"-1w\": expected",
        "{\"keys\": [{\"key\": \"root.prod.capacity\", \"value\": \"${env.PATH}\"}]}|root.prod.capacity = \"${env.PATH}\": expected a value without",
        "{\"queue-file\": \"<configuration><property><name>a.b</name><value>${java.home}</value></property></configuration>\"}|a.b = \"${java.home}\": expected a value without",
        "{\"remove-nodes\": [7]}|remove-nodes = \"7\": expected text",
        "{\"add-nodes\": [{\"resources\": \"a lot\"}]}|add-nodes[0].resources = \"a lot\": expected amounts",
        "{\"add-nodes\": [{\"resources\": \"vcores=0\"}]}|add-nodes[0].resources = \"vcores=0\": expected amounts",
        "{\"add-nodes\": [{\"resources\": \"vcores=1\", \"count\": 0}]}|add-nodes[0].count = \"0\": expected a whole",
        "{\"submit\": [{\"resources\": \"vcores=1\"}]}|submit[0].queue is not set: expected a leaf",
        "{\"policy\": \"fifo\"}|policy = \"fifo\": expected one of [naive]",
      })
  void malformedRequestsAreRefusedWithKeyValueAndWhatWasExpected(String body, String message)
      throws Exception {
    HttpResponse<String> answer =
        cluster.send("POST", WHAT_IF + "admin", JSON, body == null ? "" : body);
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(400);
    assertThat(answer.body()).contains(message);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "<what-if|The body: expected XML",
        "<other/>|root element \"other\": expected \"what-if\"",
        "<what-if/>|The request is empty",
        "<!DOCTYPE a [<!ENTITY b SYSTEM \"file:///etc/passwd\">]><what-if><policy>&b;</policy></what-if>|The body: expected XML",
        "<what-if><a><a><a><a><a><a><a><a><a><a/></a></a></a></a></a></a></a></a></a></what-if>|at most 10 levels",
      })
  void malformedXmlIsRefused(String body, String message) throws Exception {
    HttpResponse<String> answer = cluster.send("POST", WHAT_IF + "admin", XML, body);
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(400);
    assertThat(answer.body()).contains(message);
  }

  /** Before a container has ended nothing is known; afterwards there is an interval. */
  @Test
  void theOwnerReadsWhenTheNextContainerStarts() throws Exception {
    String id = master.getApplicationAttemptId().getApplicationId().toString();
    JsonNode before = cluster.json(WHEN + id + "?user.name=eve").get("expectedStart");
    assertThat(before.get("known").asBoolean()).isFalse();
    assertThat(before.get("reason").asText()).contains("No container has ended");
    assertThat(cluster.get(WHEN + id + "?user.name=mallory").statusCode()).isEqualTo(403);
    assertThat(cluster.get(WHEN + id + "?user.name=admin").statusCode()).isEqualTo(200);
    assertThat(cluster.get(WHEN + "application_1_0001?user.name=admin").statusCode())
        .isEqualTo(404);
    assertThat(cluster.get(WHEN + "nonsense?user.name=admin").statusCode()).isBetween(400, 404);
    HttpResponse<String> xml = cluster.get(WHEN + id + "?user.name=eve", XML);
    assertThat(xml.body()).contains("<expectedStart><id>" + id + "</id><known>false</known>");
  }
}
