// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.webapp;

import java.io.ByteArrayOutputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.Arrays;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.junit.jupiter.api.Test;

/**
 * Measures the scheduler's page with 1,000 queues and 10,000 running applications: bytes, and the
 * time until the last byte. No test: it runs only by name,
 *
 * <pre>
 *   mvn -B -ntp test -pl yarn-scheduler-common -am -Dtest=PageMeasurement \
 *       -Dsurefire.failIfNoSpecifiedTests=false
 * </pre>
 */
class PageMeasurement {
  private static final int ROUNDS = 11;

  @Test
  void thousandQueuesTenThousandApplications() throws Exception {
    try (WebCluster cluster = LargePageTest.cluster(30, 990, 10_000)) {
      measureAll(cluster);
    }
  }

  void measureAll(WebCluster cluster) throws Exception {
    for (String path :
        new String[] {
          "/cluster/scheduler",
          "/ws/v1/cluster/scheduler",
          "/ws/v1/cluster/scheduler/history",
          "/ws/v1/cluster/scheduler/plots/echarts.min.js",
          "/ws/v1/cluster/scheduler/plots/plots.js"
        }) {
      measure(cluster, path);
    }
    for (int i = 0; i < ROUNDS; i++) {
      long begin = System.nanoTime();
      cluster.scheduler().readings().sample();
      System.out.printf("sample: %.1f ms%n", (System.nanoTime() - begin) / 1e6);
    }
  }

  private static void measure(WebCluster cluster, String path) throws Exception {
    double[] millis = new double[ROUNDS];
    int bytes = 0;
    for (int i = 0; i < ROUNDS; i++) {
      // Older than a snapshot may be: each round reads the queues again.
      Thread.sleep(1_100);
      long begin = System.nanoTime();
      bytes = compressed(cluster, path);
      millis[i] = (System.nanoTime() - begin) / 1e6;
    }
    double first = millis[0];
    Arrays.sort(millis);
    System.out.printf(
        "%s: %,d bytes, first %.0f ms, median %.0f ms, slowest %.0f ms%n",
        path, bytes, first, millis[ROUNDS / 2], millis[ROUNDS - 1]);
  }

  /** Returns the size of an answer to a caller that accepts compression. */
  static int compressed(WebCluster cluster, String path) throws Exception {
    String address = cluster.conf().get(YarnConfiguration.RM_WEBAPP_ADDRESS);
    HttpRequest request =
        HttpRequest.newBuilder(URI.create("http://" + address + path))
            .header("Accept-Encoding", "gzip")
            .build();
    ByteArrayOutputStream body = new ByteArrayOutputStream();
    body.write(HttpClient.newHttpClient().send(request, BodyHandlers.ofByteArray()).body());
    return body.size();
  }
}
