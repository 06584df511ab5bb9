// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.conf.file;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.yarnfair.scheduler.conf.KeyReader;
import io.github.yarnfair.scheduler.conf.capacity.QueueLimit;
import io.github.yarnfair.scheduler.conf.capacity.QueueWeight;
import io.github.yarnfair.scheduler.conf.key.QueueKeys;
import io.github.yarnfair.scheduler.conf.queue.QueueSpec;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;

/** Files of the shapes that others wrote, with all of which CapacityScheduler starts. */
class ForeignFileTest {
  @Test
  void keyWithoutRootAndBlankMappings() throws Exception {
    QueueFile file = load("management-stack.xml");
    assertThat(paths(file)).containsExactly("root", "root.default");
    assertThat(file.mappings().rules()).isEmpty();
    assertThat(messages(file))
        .containsExactly(
            "default.minimum-user-limit-percent = \"100\": expected a queue path that begins with"
                + " root; it has no effect; is root.default meant?",
            "root.default.acl_administer_jobs = \"*\": no such key is known");
  }

  @Test
  void keysOfAQueueThatNoListNames() throws Exception {
    QueueFile file = load("distribution-sample.xml");
    assertThat(paths(file)).containsExactly("root", "root.default");
    assertThat(messages(file))
        .contains(
            "root.unfunded.capacity = \"50\": expected a queue that is listed, but"
                + " yarn.scheduler.capacity.root.queues does not name unfunded; it has no effect"
                + "; the nearest queue is root",
            "root.unfunded.maximum-capacity = \"-1\": expected a queue that is listed, but"
                + " yarn.scheduler.capacity.root.queues does not name unfunded; it has no effect"
                + "; the nearest queue is root")
        .hasSize(4);
  }

  @Test
  void leftOverQueueAndValuesOfOtherTypes() throws Exception {
    QueueFile file = load("left-over-default.xml");
    assertThat(paths(file)).containsExactly("root", "root.prod", "root.dev");
    assertThat(Keys.queue(file, "root.dev").isPreemptable()).isTrue();
    assertThat(Keys.queue(file, "root.prod").values().get(QueueKeys.DEFAULT_PRIORITY))
        .isEqualTo(-1);
    assertThat(file.preemption().mostPerRound()).isEqualTo(0.1);
    assertThat(messages(file))
        .extracting(message -> message.substring(0, message.indexOf(" = ")))
        .containsExactlyInAnyOrder(
            "root.default.acl_submit_applications",
            "root.default.user-limit-factor",
            "root.dev.disable_preemption",
            "root.prod.default-application-priority",
            "yarn.resourcemanager.monitor.capacity.preemption.total_preemption_per_round");
  }

  @Test
  void capacitiesOfSeveralKinds() throws Exception {
    QueueFile file = load("several-kinds.xml");
    assertThat(file.warnings()).isEmpty();
    assertThat(paths(file))
        .containsExactly(
            "root", "root.prod", "root.prod.a", "root.prod.b", "root.dev", "root.test");
    assertThat(Keys.queue(file, "root.prod").weight()).isInstanceOf(QueueWeight.Mixed.class);
    assertThat(Keys.queue(file, "root.prod").limits().maximum())
        .isInstanceOf(QueueLimit.Mixed.class);
  }

  @Test
  void leftOversAtSeveralLevels() throws Exception {
    QueueFile file = load("test-default.xml");
    assertThat(paths(file))
        .containsExactly("root", "root.default", "root.default.alpha", "root.default.beta");
    assertThat(messages(file))
        .extracting(message -> message.substring(0, message.indexOf(" = ")))
        .containsExactly("root.a1.capacity", "root.default.beta.gamma.state");
  }

  private static QueueFile load(String name) throws Exception {
    try (var stream =
        Objects.requireNonNull(ForeignFileTest.class.getResourceAsStream("/queue-files/" + name))) {
      String text = new String(stream.readAllBytes(), StandardCharsets.UTF_8);
      return QueueFile.load(new Configuration(false), Keys.provider(text));
    }
  }

  private static List<String> paths(QueueFile file) {
    return file.root().subtree().map(QueueSpec::path).toList();
  }

  private static List<String> messages(QueueFile file) {
    String start = Keys.FILE + ": ";
    assertThat(file.warnings()).allMatch(notice -> notice.message().startsWith(start));
    return file.warnings().stream()
        .map(
            notice ->
                notice.message().substring(start.length()).replaceFirst("^" + KeyReader.PREFIX, ""))
        .toList();
  }
}
