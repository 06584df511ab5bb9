// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.conf.file;

import static io.github.yarnfair.scheduler.conf.file.Keys.load;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.github.yarnfair.scheduler.conf.QueueFileException;
import io.github.yarnfair.scheduler.testing.SchedulerConf;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.api.records.Resource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Every refusal is one line that names file, key, value and what was expected. */
class QueueFileErrorsTest {
  private static final String VECTOR =
      "a vector such as [memory=4096,vcores=4] or [memory=50%,vcores=20%]";
  private static final String WEIGHT =
      "a weight such as 4w, a percentage from 0 to 100, or " + VECTOR;
  private static final String LIMIT = "a percentage from 0 to 100, -1 for no limit, or " + VECTOR;
  private static final String PREFIX = "yarn.scheduler.capacity.";

  /** Key, value, what was expected; added to queues root.a (a leaf), root.b and root.b.x. */
  static Stream<Arguments> oneBadKey() {
    return Stream.of(
        arguments("root.a.capacity", "-3", WEIGHT),
        arguments("root.a.capacity", "-3w", WEIGHT + " (a weight is a number from 0 to 10000)"),
        arguments("root.a.capacity", "many", WEIGHT),
        arguments("root.a.capacity", "NaN", WEIGHT),
        arguments("root.a.capacity", "Infinity", WEIGHT),
        arguments("root.a.capacity", "", WEIGHT),
        arguments(
            "root.a.capacity",
            "[gpus=1]",
            WEIGHT
                + " (unknown resource type \"gpus\", known are [memory, mic, vcores,"
                + " yarn.io/gpu])"),
        arguments("root.a.maximum-capacity", "-5", LIMIT),
        arguments("root.a.maximum-capacity", "101", LIMIT),
        arguments("root.a.maximum-capacity", "[memory=1w]", LIMIT + " (a limit has no weights)"),
        arguments(
            "root.a.maximum-capacity",
            "[memory=-1]",
            LIMIT + " (an amount is a whole number from 0 up, with a unit or without)"),
        arguments("root.a.state", "PAUSED", "RUNNING or STOPPED"),
        arguments("root.a.state", "DRAINING", "RUNNING or STOPPED"),
        arguments(
            "root.a.acl_application_max_priority",
            "[user=a max_priority=high]",
            "* or groups such as [user=a,b group=g max_priority=7 default_priority=2]"),
        arguments(
            "root.a.acl_application_max_priority",
            "[max_priority=1]",
            "* or groups such as [user=a,b group=g max_priority=7 default_priority=2]"),
        arguments(
            "root.a.acl_application_max_priority",
            "[user=a max_priority=3000000000]",
            "* or groups such as [user=a,b group=g max_priority=7 default_priority=2]"),
        arguments(
            "root.a.acl_application_max_priority",
            "[user=a]",
            "* or groups such as [user=a,b group=g max_priority=7 default_priority=2]"),
        arguments("root.a.default-application-priority", "x", "a whole number"),
        arguments("root.a.maximum-applications", "1.5", "a whole number from -1 up"),
        arguments("maximum-applications", "-1", "a whole number from 0 up"),
        arguments(
            "root.a.maximum-am-resource-percent",
            "-0.1",
            "a number from 0 up, such as 0.1 for a tenth"),
        arguments(
            "maximum-am-resource-percent", "10%", "a number from 0 up, such as 0.1 for a tenth"),
        arguments(
            "maximum-am-resource-percent", "NaN", "a number from 0 up, such as 0.1 for a tenth"),
        arguments("global-queue-max-application", "some", "a whole number from -1 up"),
        arguments("node-locality-delay", "-2", "a whole number from -1 up"),
        arguments("rack-locality-additional-delay", "", "a whole number from -1 up"),
        arguments(
            "per-node-heartbeat.maximum-container-assignments",
            "99999999999",
            "a whole number from -1 up"),
        arguments("root.a.queues", "x, ,y", "no empty name between the commas"),
        arguments("root.a.queues", "x,y.z", "names without a dot, not \"y.z\""),
        arguments("root.a.queues", "x,y,x,x", "each name once, but \"x\" is repeated"));
  }

  @ParameterizedTest
  @MethodSource
  void oneBadKey(String key, String value, String expected) {
    Configuration conf = Keys.conf("root.queues", "a,b", "root.b.queues", "x");
    Keys.add(conf, Keys.FILE, key, value);
    assertThatThrownBy(() -> QueueFile.load(conf, Keys.FILE))
        .isInstanceOf(QueueFileException.class)
        .hasMessage(
            "capacity-scheduler.xml: "
                + PREFIX
                + key
                + " = \""
                + value
                + "\": expected "
                + expected);
  }

  @Test
  void missingList() {
    for (String[] keys :
        new String[][] {{}, {"root.queues", ""}, {"root.queues", ","}, {"root.a.capacity", "1w"}}) {
      assertThatThrownBy(() -> load(keys))
          .hasMessageStartingWith("capacity-scheduler.xml: yarn.scheduler.capacity.root.queues ")
          .hasMessageEndingWith(": expected the names of the queues below root");
    }
  }

  @Test
  void cousinsMayBeOfTwoKinds() {
    assertThatCode(
            () ->
                load(
                    "root.queues",
                    "a,b",
                    "root.a.capacity",
                    "4w",
                    "root.b.capacity",
                    "2w",
                    "root.a.queues",
                    "x",
                    "root.a.x.capacity",
                    "100",
                    "root.b.queues",
                    "x",
                    "root.b.x.capacity",
                    "[memory=4]"))
        .doesNotThrowAnyException();
  }

  @Test
  void runningChildOfAStoppedParent() {
    assertThatThrownBy(
            () ->
                load(
                    "root.queues",
                    "a",
                    "root.a.queues",
                    "b",
                    "root.a.b.queues",
                    "c",
                    "root.a.state",
                    "STOPPED",
                    "root.a.b.c.state",
                    "RUNNING"))
        .hasMessage(
            "capacity-scheduler.xml: yarn.scheduler.capacity.root.a.b.c.state = \"RUNNING\":"
                + " expected STOPPED or nothing, because a queue above is STOPPED");
  }

  @Test
  void allProblemsOfAFileAtOnce() {
    assertThatThrownBy(
            () ->
                load(
                    "root.queues",
                    "a,b,a",
                    "root.a.capacity",
                    "-1w",
                    "root.b.state",
                    "x",
                    "root.b.maximum-capacity",
                    "200",
                    "node-locality-delay",
                    "soon",
                    "root.a.maximum-applications",
                    "many"))
        .satisfies(
            e ->
                assertThat(e.getMessage().lines())
                    .hasSize(6)
                    .allMatch(
                        line -> line.matches("capacity-scheduler.xml: \\S+ = \".+\": expected .+"))
                    .extracting(line -> line.split(" ", -1)[1].substring(PREFIX.length()))
                    .containsExactlyInAnyOrder(
                        "root.queues",
                        "root.a.capacity",
                        "root.b.state",
                        "root.b.maximum-capacity",
                        "node-locality-delay",
                        "root.a.maximum-applications"));
  }

  @Test
  void namesTheFileThatSetTheKey() {
    Configuration conf = Keys.conf("root.queues", "a");
    Keys.add(conf, "yarn-site.xml", "root.a.capacity", "x");
    conf.set(PREFIX + "node-locality-delay", "y");
    assertThatThrownBy(() -> QueueFile.load(conf, Keys.FILE))
        .satisfies(
            e ->
                assertThat(e.getMessage().lines())
                    .anyMatch(
                        line -> line.startsWith("yarn-site.xml: " + PREFIX + "root.a.capacity"))
                    .anyMatch(
                        line -> line.startsWith("set by a program: " + PREFIX + "node-locality")));
  }

  @Test
  void valueOfSeveralLinesIsShownInOne() {
    assertThatThrownBy(() -> load("root.queues", "a,\n   b,\n   a"))
        .hasMessageContaining("root.queues = \"a, b, a\": expected each name once");
  }

  @Test
  void capAboveTheCluster() throws Exception {
    QueueFile file =
        load(
            "root.queues",
            "a,b",
            "root.a.maximum-capacity",
            "[memory=2Gi,vcores=4]",
            "root.b.maximum-capacity",
            "[yarn.io/gpu=2]");
    file.checkAgainst(SchedulerConf.resource(2048, 4, 2, 0));
    // Nothing is known about resource types that no node has registered yet.
    file.checkAgainst(SchedulerConf.resource(2048, 4, 0, 0));
    file.checkAgainst(SchedulerConf.resource(0, 0, 0, 0));

    Resource small = SchedulerConf.resource(1024, 4, 1, 0);
    assertThatThrownBy(() -> file.checkAgainst(small))
        .isInstanceOf(QueueFileException.class)
        .hasMessage(
            "capacity-scheduler.xml: "
                + PREFIX
                + "root.a.maximum-capacity ="
                + " \"[memory=2Gi,vcores=4]\": expected at most 1024 for memory-mb, which is all the"
                + " cluster has\n"
                + "capacity-scheduler.xml: "
                + PREFIX
                + "root.b.maximum-capacity ="
                + " \"[yarn.io/gpu=2]\": expected at most 1 for yarn.io/gpu, which is all the"
                + " cluster has");
  }
}
