// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.webapp;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * The page with very many queues and applications stays small: a tenth of 1,000 queues and 10,000
 * applications, or all of them in the profile {@code exhaustive}. {@link PageMeasurement} measures
 * times.
 */
class LargePageTest {
  private static final int SCALE = Boolean.getBoolean("yarnfair.exhaustive") ? 10 : 1;
  private static final int DEPARTMENTS = 10;
  private static final int QUEUES = 100 * SCALE;
  private static final int APPLICATIONS = 1_200 * SCALE;

  private static WebCluster cluster;

  @BeforeAll
  static void fill() throws Exception {
    cluster = cluster(DEPARTMENTS, QUEUES, APPLICATIONS);
  }

  /** Starts a cluster with queues in departments, and applications of them that all run. */
  static WebCluster cluster(int departments, int queues, int applications) throws Exception {
    Map<String, String> settings = new HashMap<>();
    String root = "yarn.scheduler.capacity.root.";
    settings.put(root + "queues", names("department", departments));
    settings.put("yarn.scheduler.capacity.maximum-am-resource-percent", "1");
    settings.put("yarn.scheduler.capacity.maximum-applications", "20000");
    for (int d = 0; d < departments; d++) {
      String department = root + "department" + d + ".";
      settings.put(department + "capacity", "1w");
      settings.put(department + "queues", names("queue-of-" + d + "-", queues / departments));
      for (int q = 0; q < queues / departments; q++) {
        settings.put(department + "queue-of-" + d + "-" + q + ".capacity", "1w");
      }
    }
    WebCluster made = new WebCluster(settings, applications / 10);
    for (int i = 0; i < applications; i++) {
      int d = i % departments;
      int q = i / departments % (queues / departments);
      made.submit("root.department" + d + ".queue-of-" + d + "-" + q, "user" + i % 50);
    }
    made.await(all -> all.share().used().getMemorySize() == 1024L * applications);
    made.scheduler().readings().sample();
    return made;
  }

  private static String names(String prefix, int count) {
    return IntStream.range(0, count).mapToObj(i -> prefix + i).collect(Collectors.joining(","));
  }

  @AfterAll
  static void stop() {
    cluster.close();
  }

  /** All that a browser loads, but for Hadoop's own style sheets and scripts. */
  @Test
  void pageAndItsPlotsAreAtMostTwoMegabytes() throws Exception {
    int page = bytes("/cluster/scheduler");
    int plots =
        bytes("/ws/v1/cluster/scheduler/history")
            + PageMeasurement.compressed(cluster, "/ws/v1/cluster/scheduler/plots/echarts.min.js")
            + bytes("/ws/v1/cluster/scheduler/plots/plots.js");

    assertThat(page + plots).isLessThan(2_000_000);
    assertThat(page).isLessThan(200_000 + 1_150 * QUEUES + 350_000);
  }

  @Test
  void eachQueueHasALineAndApplicationsAreBehindALink() throws Exception {
    String page = cluster.get("/cluster/scheduler", "text/html").body();

    assertThat(WebCluster.rows(page)).hasSize(1 + DEPARTMENTS + QUEUES);
    assertThat(page).contains("?queue=root.department3.queue-of-3-1#queues");
  }

  @Test
  void theQueueThatIsAskedForShowsItsApplications() throws Exception {
    String page =
        cluster.get("/cluster/scheduler?queue=root.department3.queue-of-3-1", "text/html").body();

    assertThat(WebCluster.rows(page))
        .hasSize(1 + DEPARTMENTS + QUEUES + APPLICATIONS / QUEUES)
        .anyMatch(row -> row.startsWith("one of many application_"));
  }

  @Test
  void tableOfApplicationsSaysThatItIsNotComplete() throws Exception {
    HttpResponse<String> page = cluster.get("/cluster/scheduler", "text/html");

    assertThat(page.body())
        .contains("500 of " + APPLICATIONS + " applications", "apps.num=" + APPLICATIONS);
    assertThat(page.body().split("<a href='/cluster/app/", -1)).hasSize(501);
  }

  private static int bytes(String path) throws Exception {
    return cluster.get(path, "*/*").body().getBytes(StandardCharsets.UTF_8).length;
  }
}
