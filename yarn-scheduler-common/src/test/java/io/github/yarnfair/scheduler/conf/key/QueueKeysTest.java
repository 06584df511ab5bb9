// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.conf.key;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.yarnfair.scheduler.conf.file.Keys;
import io.github.yarnfair.scheduler.conf.file.QueueFile;
import io.github.yarnfair.scheduler.conf.queue.QueueSpec;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is derived from the declarations of a queue's keys. */
class QueueKeysTest {
  @Test
  void eachKeyIsDeclaredOnce() {
    assertThat(QueueKeys.all()).extracting(QueueKey::name).doesNotHaveDuplicates();
    assertThat(QueueKeys.all()).noneMatch(key -> key.page().contains("|"));
  }

  @ParameterizedTest
  @CsvSource({
    "capacity, capacity",
    "accessible-node-labels.gpu.capacity, accessible-node-labels.<label>.capacity",
    "user-settings.a.b.weight, user-settings.<user>.weight",
    "accessible-node-labels.a.b.capacity,",
    "user-settings.weight,",
    "capacity.x,"
  })
  void aKeyIsFoundByItsWrittenName(String written, String declared) {
    assertThat(QueueKeys.find(written).map(QueueKey::name).orElse(null)).isEqualTo(declared);
  }

  @Test
  void aKeyOfAPartitionIsTheDeclaredOne() {
    assertThat(QueueKeys.CAPACITY.inPartition("root.a", "")).isEqualTo(full("root.a.capacity"));
    assertThat(QueueKeys.CAPACITY.inPartition("root.a", "gpu"))
        .isEqualTo(full("root.a." + QueueKeys.LABEL_CAPACITY.nameOf("gpu")));
    assertThat(QueueKeys.MASTER_SHARE.inPartition("root.a", "gpu"))
        .isEqualTo(full("root.a." + QueueKeys.LABEL_MASTER_SHARE.nameOf("gpu")));
    assertThat(QueueKeys.MAXIMUM_CAPACITY.inPartition("root.a", "gpu"))
        .isEqualTo(full("root.a." + QueueKeys.LABEL_MAXIMUM_CAPACITY.nameOf("gpu")));
  }

  private static String full(String rest) {
    return "yarn.scheduler.capacity." + rest;
  }

  /** Own value, that of the queue above, that of all queues, default: each kind of inheritance. */
  @Test
  void aValueIsOwnOrInheritedAsDeclared() throws Exception {
    QueueFile file =
        Keys.load(
            "root.queues", "a,b",
            "root.a.queues", "x,y",
            "root.a.disable_preemption", "true",
            "root.a.y.disable_preemption", "false",
            "maximum-am-resource-percent", "0.3",
            "root.a.maximum-am-resource-percent", "0.4",
            "root.a.y.maximum-am-resource-percent", "0.5",
            "root.a.default-application-priority", "7",
            "root.b.auto-queue-creation-v2.enabled", "true",
            "root.b.auto-queue-creation-v2.template.user-limit-factor", "2");
    QueueValues x = Keys.queue(file, "root.a.x").values();
    QueueValues y = Keys.queue(file, "root.a.y").values();
    QueueSpec created = file.names().missing("root.b.new").get(0);

    assertThat(x.get(QueueKeys.DISABLE_PREEMPTION)).isTrue();
    assertThat(y.get(QueueKeys.DISABLE_PREEMPTION)).isFalse();
    assertThat(created.values().get(QueueKeys.DISABLE_PREEMPTION)).isFalse();
    assertThat(x.get(QueueKeys.MASTER_SHARE)).as("of all, not of a").isEqualTo(0.3);
    assertThat(y.get(QueueKeys.MASTER_SHARE)).isEqualTo(0.5);
    assertThat(created.values().get(QueueKeys.MASTER_SHARE)).isEqualTo(1);
    assertThat(x.get(QueueKeys.DEFAULT_PRIORITY)).isZero();
    assertThat(x.get(QueueKeys.USER_LIMIT_FACTOR)).isEmpty();
    assertThat(created.values().get(QueueKeys.USER_LIMIT_FACTOR)).isEqualTo(OptionalDouble.of(2));
  }

  /** A page lists the keys that have an effect in its queue. */
  @Test
  void valuesOfLeafQueuesAreNotThoseOfQueuesAbove() {
    assertThat(QueueValues.DEFAULTS.of(QueueKind.LEAF))
        .containsEntry("disable_preemption", "false")
        .containsEntry("maximum-applications", "-1");
    assertThat(QueueValues.DEFAULTS.of(QueueKind.PARENT))
        .containsEntry("disable_preemption", "false")
        .doesNotContainKey("maximum-applications");
  }
}
