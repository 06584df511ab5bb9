// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.yarn.client.cli.RMAdminCLI;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What an administrator reads whose queue file has a mistake. */
@Timeout(120)
class BadQueueFileTest {
  private static final String PREFIX = "yarn.scheduler.capacity.";
  private static final String FILE = "capacity-scheduler.xml";

  @ParameterizedTest
  @CsvSource({
    "root.first.cpu.capacity, -4w",
    "root.first.cpu.capacity, plenty",
    "root.second.batch.maximum-capacity, 140",
    "root.first.queues, 'cpu,cpu'"
  })
  void theResourceManagerDoesNotStart(String key, String value) {
    assertThatThrownBy(
            () ->
                FairCluster.describe("bad-at-start").queueKey(PREFIX + key, value).start().close())
        .hasMessageContaining(FILE)
        .hasMessageContaining(PREFIX + key)
        .hasMessageContaining(value)
        .hasMessageContaining("expected");
  }

  @Test
  void refreshingKeepsTheOldQueuesAndSaysWhy() throws Exception {
    try (FairCluster cluster = FairCluster.start(FairCluster.describe("bad-at-refresh"))) {
      Map<String, String> good = keys(cluster);
      Map<String, String> bad = new LinkedHashMap<>(good);
      bad.put(PREFIX + "root.first.cpu.capacity", "-4w");
      bad.put(PREFIX + "root.second.queues", "batch,mic,later");
      bad.put(PREFIX + "root.second.later.capacity", "1w");

      cluster.yarn.writeQueueFile(bad);
      Outcome refused = refresh(cluster);

      assertThat(refused.status()).isNotZero();
      assertThat(refused.errors())
          .contains(FILE, PREFIX + "root.first.cpu.capacity", "-4w", "expected");
      assertThat(cluster.client.getQueueInfo("root.first.cpu").getQueuePath())
          .isEqualTo("root.first.cpu");
      assertThat(cluster.client.getQueueInfo("root.second.later")).isNull();

      bad.put(PREFIX + "root.first.cpu.capacity", "4w");
      cluster.yarn.writeQueueFile(bad);
      Outcome taken = refresh(cluster);

      assertThat(taken.status()).as(taken.errors()).isZero();
      assertThat(cluster.client.getQueueInfo("root.second.later").getQueuePath())
          .isEqualTo("root.second.later");
    }
  }

  private record Outcome(int status, String errors) {}

  /** What {@code yarn rmadmin -refreshQueues} does and prints. */
  private static Outcome refresh(FairCluster cluster) throws Exception {
    ByteArrayOutputStream errors = new ByteArrayOutputStream();
    PrintStream console = System.err;
    System.setErr(new PrintStream(errors, true, StandardCharsets.UTF_8));
    try {
      int status =
          new RMAdminCLI(cluster.yarn.configuration()).run(new String[] {"-refreshQueues"});
      return new Outcome(status, errors.toString(StandardCharsets.UTF_8));
    } finally {
      System.setErr(console);
    }
  }

  private static Map<String, String> keys(FairCluster cluster) {
    Configuration file = new Configuration(false);
    file.addResource(new Path(cluster.yarn.queueFile().toUri()));
    Map<String, String> keys = new LinkedHashMap<>();
    file.forEach(entry -> keys.put(entry.getKey(), entry.getValue()));
    return keys;
  }
}
