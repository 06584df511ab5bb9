// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.conf.queue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.yarnfair.scheduler.conf.QueueFileException;
import io.github.yarnfair.scheduler.conf.file.Keys;
import io.github.yarnfair.scheduler.conf.file.QueueFile;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.capacity.CapacitySchedulerConfiguration;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.capacity.QueuePath;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.policy.OrderingPolicy;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What {@code ordering-policy} says of a leaf queue, and of one above others. */
class OrderParserTest {
  private static final String PACKAGE =
      "org.apache.hadoop.yarn.server.resourcemanager.scheduler.policy.";

  private static QueueFile file(String queue, String value) throws QueueFileException {
    return Keys.load("root.queues", "a", queue + ".ordering-policy", value);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "fifo",
        " fair ",
        "fifo-with-partitions",
        "fifo-for-pending-apps",
        PACKAGE + "FifoOrderingPolicy",
        PACKAGE + "FairOrderingPolicy",
        PACKAGE + "FifoOrderingPolicyForPendingApps",
        PACKAGE + "FifoOrderingPolicyWithExclusivePartitions"
      })
  void aLeafQueueHasTheOrderThatCapacitySchedulerNames(String value) throws Exception {
    QueueFile file = file("root.a", value);
    CapacitySchedulerConfiguration theirs = new CapacitySchedulerConfiguration();
    theirs.set("yarn.scheduler.capacity.root.a.ordering-policy", value.trim());
    OrderingPolicy<?> policy = theirs.getAppOrderingPolicy(new QueuePath("root.a"));
    assertThat(Keys.queue(file, "root.a").order().configName()).isEqualTo(policy.getConfigName());
    assertThat(file.warnings()).isEmpty();
    assertThat(file.ignoredKeys()).isEmpty();
  }

  @Test
  void unsetApplicationsShare() throws Exception {
    assertThat(Keys.queue(Keys.load("root.queues", "a"), "root.a").order())
        .isEqualTo(ApplicationOrder.FAIR);
  }

  @ParameterizedTest
  @ValueSource(strings = {"FIFO", "fifo-with-priorities", "utilization", ""})
  void anyOtherNameIsRefused(String value) {
    assertThatThrownBy(() -> file("root.a", value))
        .isInstanceOf(QueueFileException.class)
        .hasMessageContaining("capacity-scheduler.xml")
        .hasMessageContaining("root.a.ordering-policy = \"" + value + "\"")
        .hasMessageContaining("one of fair, fifo, fifo-with-partitions, fifo-for-pending-apps");
  }

  /** CapacityScheduler would start with it. */
  @Test
  void aClassOfOnesOwnIsWarnedOf() throws Exception {
    QueueFile file = file("root.a", "com.example.Lottery");
    assertThat(Keys.queue(file, "root.a").order()).isEqualTo(ApplicationOrder.FAIR);
    assertThat(file.warnings())
        .singleElement()
        .satisfies(notice -> assertThat(notice.message()).contains("com.example.Lottery", "fair"));
  }

  @Test
  void aboveQueuesPrioritiesAreNamedAndOtherValuesWarnedOf() throws Exception {
    assertThat(file("root", "utilization").warnings()).isEmpty();
    assertThat(file("root", "utilization").ignoredKeys()).isEmpty();
    assertThat(file("root", "priority-utilization").ignoredKeys())
        .singleElement()
        .satisfies(
            notice ->
                assertThat(notice.message())
                    .contains("root.ordering-policy", "siblings are served by their shares"));
    QueueFile other = file("root", "fifo");
    assertThat(other.warnings())
        .singleElement()
        .satisfies(
            notice -> assertThat(notice.message()).contains("utilization or priority-utilization"));
    assertThat(Keys.queue(other, "root").order()).isEqualTo(ApplicationOrder.FAIR);
  }
}
