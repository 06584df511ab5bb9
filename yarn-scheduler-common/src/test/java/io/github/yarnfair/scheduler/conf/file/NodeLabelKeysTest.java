// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.conf.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.github.yarnfair.scheduler.conf.KeyNotice;
import io.github.yarnfair.scheduler.conf.QueueFileException;
import io.github.yarnfair.scheduler.conf.capacity.QueueLimit;
import io.github.yarnfair.scheduler.conf.capacity.QueueWeight;
import io.github.yarnfair.scheduler.conf.queue.QueueLabels;
import io.github.yarnfair.scheduler.conf.queue.QueueSpec;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Labels, and parts of the partitions that they name, by CapacityScheduler's keys. */
class NodeLabelKeysTest {
  private static final String LABELS = ".accessible-node-labels";
  private static final String DEFAULT = ".default-node-label-expression";

  private static QueueLabels labels(QueueFile file, String path) {
    return Keys.queue(file, path).labels();
  }

  @Test
  void rootMayUseEachLabelWhateverItsKeySays() throws Exception {
    QueueFile file = Keys.load("root.queues", "a", "root" + LABELS, "gpu");
    assertThat(labels(file, "root").accessible()).containsExactly("*");
    assertThat(labels(file, "root.a").mayUse("ssd")).isTrue();
  }

  @Test
  void labelsAreInheritedUnlessTheQueueNamesItsOwn() throws Exception {
    QueueFile file =
        Keys.load(
            "root.queues",
            "a,b,c,d",
            "root.a.queues",
            "x,y,z",
            "root.a" + LABELS,
            " gpu , ,ssd",
            "root.a.y" + LABELS,
            "ssd",
            "root.a.z" + LABELS,
            " ",
            "root.b" + LABELS,
            "gpu,*",
            "root.c" + LABELS,
            "");
    assertThat(labels(file, "root.a.x").accessible()).containsExactlyInAnyOrder("gpu", "ssd");
    assertThat(labels(file, "root.a.y").accessible()).containsExactly("ssd");
    assertThat(labels(file, "root.a.z").accessible()).isEmpty();
    assertThat(labels(file, "root.b").accessible()).containsExactly(QueueLabels.ANY);
    assertThat(labels(file, "root.c").accessible()).isEmpty();
    assertThat(labels(file, "root.d").accessible()).containsExactly(QueueLabels.ANY);
    assertThat(labels(file, "root.a.y").mayUse("ssd")).isTrue();
    assertThat(labels(file, "root.a.y").mayUse("gpu")).isFalse();
    assertThat(labels(file, "root.c").mayUse("")).isTrue();
  }

  @Test
  void theDefaultIsInheritedOnlyWithAllLabelsOfTheParent() throws Exception {
    QueueFile file =
        Keys.load(
            "root.queues",
            "a,b",
            "root.a.queues",
            "x,y,z",
            "root.a" + LABELS,
            "gpu,ssd",
            "root.a" + DEFAULT,
            " gpu ",
            "root.a.y" + LABELS,
            "gpu",
            "root.a.z" + DEFAULT,
            "");
    assertThat(labels(file, "root.a.x").defaultExpression()).isEqualTo("gpu");
    assertThat(labels(file, "root.a.y").defaultExpression()).isNull();
    assertThat(labels(file, "root.a.z").defaultExpression()).isEmpty();
    assertThat(labels(file, "root.b").defaultExpression()).isNull();
  }

  @Test
  void partsOfAPartitionAreOfTheKindsOfOtherCapacities() throws Exception {
    QueueFile file =
        Keys.load(
            "root.queues",
            "a,b,c,d",
            "root.a" + LABELS + ".gpu.capacity",
            "100",
            "root.a" + LABELS + ".gpu.maximum-capacity",
            "60",
            "root.a" + LABELS + ".ssd.capacity",
            "3w",
            "root.b" + LABELS + ".ssd.capacity",
            "[memory=1024,vcores=2]",
            "root.b" + LABELS + ".ssd.maximum-am-resource-percent",
            "0.5",
            "root.c" + LABELS + ".ssd.maximum-capacity",
            "[memory=50%]");
    QueueSpec a = Keys.queue(file, "root.a");
    assertThat(a.in("gpu").weight()).isEqualTo(new QueueWeight.Percentage(100));
    assertThat(a.in("gpu").maximum()).isEqualTo(new QueueLimit.Percentage(60));
    assertThat(a.in("gpu").maximumMasterShare()).isEqualTo(0.1);
    assertThat(a.in("ssd").weight()).isEqualTo(new QueueWeight.Weight(3));
    assertThat(a.in("ssd").maximum()).isEqualTo(QueueLimit.UNLIMITED);
    QueueSpec b = Keys.queue(file, "root.b");
    assertThat(b.in("ssd").weight()).isInstanceOf(QueueWeight.Absolute.class);
    assertThat(b.in("ssd").maximumMasterShare()).isEqualTo(0.5);
    assertThat(Keys.queue(file, "root.c").in("ssd").weight().isZero()).isTrue();
    assertThat(Keys.queue(file, "root.c").in("ssd").maximum()).isInstanceOf(QueueLimit.Mixed.class);
    assertThat(Keys.queue(file, "root.d").in("ssd").maximum())
        .isEqualTo(new QueueLimit.Percentage(0));
    assertThat(Keys.queue(file, "root").in("ssd").maximum()).isEqualTo(QueueLimit.UNLIMITED);
    assertThat(file.root().nodeLabels()).containsExactly("gpu", "ssd");
  }

  @Test
  void aPartWithoutAccessIsKeptAndOfNoUse() throws Exception {
    String key = "root.a" + LABELS + ".gpu.capacity";
    QueueFile file = Keys.load("root.queues", "a,b", "root.a" + LABELS, "ssd", key, "100");
    assertThat(Keys.queue(file, "root.a").in("gpu").weight())
        .isEqualTo(new QueueWeight.Percentage(100));
    assertThat(Keys.queue(file, "root.a").in("gpu").maximum())
        .isEqualTo(new QueueLimit.Percentage(0));
    assertThat(file.warnings())
        .extracting(KeyNotice::message)
        .containsExactly(
            "capacity-scheduler.xml: yarn.scheduler.capacity."
                + key
                + " = \"100\": expected a label that root.a may use, one of [ssd]; no request of it"
                + " can name gpu");
  }

  /** What is set for queues root.a, with x and y below it, and root.b; key refused; expected. */
  static Stream<Arguments> refused() {
    String gpu = LABELS + ".gpu.capacity";
    return Stream.of(
        arguments(
            Set.of("root.a" + LABELS + "=gpu", "root.a.x" + LABELS + "=gpu,ssd"),
            "root.a.x" + LABELS,
            "only labels that the queue above may use: gpu"),
        arguments(
            Set.of("root.a" + LABELS + "=gpu", "root.a.x" + LABELS + "=*"),
            "root.a.x" + LABELS,
            "only labels that the queue above may use: gpu"),
        arguments(
            Set.of("root.b" + LABELS + "=gpu,ssd", "root.b" + DEFAULT + "=fpga"),
            "root.b" + DEFAULT,
            "a label that the queue may use: gpu, ssd (not \"fpga\")"),
        arguments(
            Set.of("root.b" + LABELS + "=", "root.b" + DEFAULT + "=gpu"),
            "root.b" + DEFAULT,
            "a label that the queue may use: none (not \"gpu\")"),
        arguments(
            Set.of(
                "root.b.auto-create-child-queue.enabled=true",
                "root.b" + gpu + "=100",
                "root.b.leaf-queue-template.capacity=10",
                "root.b.leaf-queue-template.accessible-node-labels.ssd.capacity=10"),
            "root.b.leaf-queue-template.accessible-node-labels.ssd.capacity",
            "node labels that root.b has a part of and may use: [gpu]"),
        arguments(
            Set.of("root.b" + gpu + "=30.5", "root.b.allow-zero-capacity-sum=true"),
            "root.b" + gpu,
            "percentages of partition gpu below root that add up to 100, not a 0, b 30.5"),
        arguments(
            Set.of("root.b" + gpu + "=100", "root.a" + gpu + "=0", "root.a.y" + gpu + "=100"),
            "root.a.y" + gpu,
            "percentages of partition gpu below root.a that are 0, because root.a has no part, not"
                + " x 0, y 100"),
        arguments(
            Set.of("root.a" + gpu + "=100", "root.a.y" + gpu + "=0"),
            "root.a.y" + gpu,
            "percentages of partition gpu below root.a that add up to 100, because root.a has a"
                + " part, not x 0, y 0"));
  }

  @ParameterizedTest
  @MethodSource
  void refused(Set<String> keys, String key, String expected) {
    Configuration conf = percentages();
    keys.forEach(set -> Keys.add(conf, Keys.FILE, set.split("=", 2)));
    assertThatThrownBy(() -> QueueFile.load(conf, Keys.FILE))
        .isInstanceOf(QueueFileException.class)
        .hasMessageStartingWith("capacity-scheduler.xml: yarn.scheduler.capacity." + key + " ")
        .hasMessageEndingWith(": expected " + expected);
  }

  private static Configuration percentages() {
    return Keys.conf(
        "root.queues", "a,b",
        "root.a.queues", "x,y",
        "root.a.capacity", "50",
        "root.b.capacity", "50",
        "root.a.x.capacity", "50",
        "root.a.y.capacity", "50");
  }

  @Test
  void sumsAreNotCheckedWhereCapacitySchedulerDoesNot() throws Exception {
    String gpu = LABELS + ".gpu.capacity";
    Configuration conf = percentages();
    Keys.add(conf, Keys.FILE, "root.a" + gpu, "30", "legacy-queue-mode.enabled", "false");
    assertThat(QueueFile.load(conf, Keys.FILE).warnings()).isEmpty();
    Configuration allowed = percentages();
    Keys.add(allowed, Keys.FILE, "root.a" + gpu, "0", "root.allow-zero-capacity-sum", "true");
    assertThat(QueueFile.load(allowed, Keys.FILE).warnings()).isEmpty();
  }

  @Test
  void labelsOfTheClusterAreNamedWhereTheyAreMissing() throws Exception {
    QueueFile file =
        Keys.load(
            "root.queues",
            "a",
            "root.a" + LABELS,
            "gpu,sdd",
            "root.a" + LABELS + ".gpu.capacity",
            "100",
            "root.a" + LABELS + ".ssd.capacity",
            "100",
            "root.a" + DEFAULT,
            "gpu");
    String missing = ": expected node labels of the cluster, which are [ssd]; no request can name ";
    assertThat(file.unknownLabels(Set.of("ssd")))
        .extracting(notice -> notice.message().replace("capacity-scheduler.xml: ", ""))
        .containsExactly(
            "yarn.scheduler.capacity.root.a.accessible-node-labels = \"gpu,sdd\""
                + missing
                + "gpu, sdd before it is added",
            "yarn.scheduler.capacity.root.a.accessible-node-labels.gpu.capacity = \"100\""
                + missing
                + "gpu before it is added",
            "yarn.scheduler.capacity.root.a.default-node-label-expression = \"gpu\""
                + missing
                + "gpu before it is added");
  }

  @Test
  void createdQueuesHaveTheLabelsOfTheirTemplates() throws Exception {
    QueueFile file =
        Keys.load(
            "root.queues",
            "p",
            "root.p" + LABELS,
            "gpu,ssd",
            "root.p" + LABELS + ".gpu.capacity",
            "1w",
            "root.p.auto-queue-creation-v2.enabled",
            "true",
            "root.p.auto-queue-creation-v2.template.accessible-node-labels.gpu.capacity",
            "3w",
            "root.p.auto-queue-creation-v2.leaf-template.accessible-node-labels",
            "gpu",
            "root.p.auto-queue-creation-v2.leaf-template.default-node-label-expression",
            "gpu");
    QueueSpec created = file.names().missing("root.p.new").get(0);
    assertThat(created.labels().accessible()).containsExactly("gpu");
    assertThat(created.labels().defaultExpression()).isEqualTo("gpu");
    assertThat(created.in("gpu").weight()).isEqualTo(new QueueWeight.Weight(3));
    assertThat(created.in("ssd").maximum()).isEqualTo(new QueueLimit.Percentage(0));
  }
}
