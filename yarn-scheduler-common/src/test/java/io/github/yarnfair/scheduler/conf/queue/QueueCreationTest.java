// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.conf.queue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.yarnfair.scheduler.conf.KeyNotice;
import io.github.yarnfair.scheduler.conf.QueueFileException;
import io.github.yarnfair.scheduler.conf.capacity.QueueLimit;
import io.github.yarnfair.scheduler.conf.capacity.QueueWeight;
import io.github.yarnfair.scheduler.conf.file.Keys;
import io.github.yarnfair.scheduler.conf.file.QueueFile;
import io.github.yarnfair.scheduler.conf.key.QueueKeys;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.yarn.api.records.QueueState;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.exceptions.YarnException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class QueueCreationTest {
  private static final String V2 = "root.users.auto-queue-creation-v2.";

  /** Leaf queue root.a, and root.users with queues created below it. */
  private static QueueFile load(String... keysAndValues) throws QueueFileException {
    List<String> all = new ArrayList<>(List.of("root.queues", "a,users", V2 + "enabled", "true"));
    all.addAll(Arrays.asList(keysAndValues));
    return Keys.load(all.toArray(String[]::new));
  }

  private static QueueSpec created(QueueFile file, String path) throws YarnException {
    List<QueueSpec> missing = file.names().missing(path);
    return missing.get(missing.size() - 1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"auto-create-child-queue.enabled", "auto-queue-creation-v2.enabled"})
  void aQueueBelowWhichQueuesAreCreatedIsNoLeafQueue(String key) throws Exception {
    QueueFile file = Keys.load("root.queues", "a,b", "root.a." + key, "true");
    assertThat(Keys.queue(file, "root.a").isLeaf()).isFalse();
    assertThat(Keys.queue(file, "root.b").isLeaf()).isTrue();
    assertThat(file.ignoredKeys()).isEmpty();
    QueueSpec alice = created(file, "root.a.alice");
    assertThat(alice.isLeaf()).isTrue();
    assertThat(alice.origin()).isEqualTo(QueueOrigin.CREATED);
    assertThat(alice.weight()).isEqualTo(QueueWeight.EQUAL);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "root.users.auto-queue-creation-v2.leaf-template.maximum-allocation",
        "root.users.auto-queue-creation-v2.template.maximum-allocation-vcores"
      })
  void aTemplateBeyondTheClustersMaximumAllocationIsNamedAndStarts(String key) throws Exception {
    String most = key.endsWith("vcores") ? "6" : "memory-mb=1024,vcores=6";
    QueueFile file = load(key, most);
    assertThat(file.warnings())
        .anySatisfy(
            notice ->
                assertThat(notice.message())
                    .contains(key, "at most 4 for vcores, the cluster's maximum allocation"));
    assertThat(
            created(file, "root.users.alice")
                .limits()
                .allocation()
                .within(Resource.newInstance(8192, 4))
                .getVirtualCores())
        .isEqualTo(4);
  }

  @Test
  void parentsAreCreatedAsDeepAsIsAllowed() throws Exception {
    assertThat(load().names().missing("users.dev.alice"))
        .extracting(QueueSpec::path)
        .containsExactly("root.users.dev", "root.users.dev.alice");
    assertThat(load().names().missing("root.users")).isEmpty();
    assertThatThrownBy(() -> load().names().missing("users.x.y.z"))
        .hasMessageContaining("at most 2 level(s) of queues are created below root.users");
    QueueFile deep = load("auto-queue-creation-v2.maximum-queue-depth", "3");
    assertThat(deep.names().missing("users.x.y.z")).hasSize(3);
    QueueFile flat = load(V2 + "maximum-queue-depth", "1");
    assertThatThrownBy(() -> flat.names().missing("users.x.y")).hasMessageContaining("1 level(s)");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          root.a.x     | there is no queue root.a.x, and none are created below root.a
          nowhere.x    | there is no queue nowhere.x
          root.x       | there is no queue root.x, and none are created below root
          users..x     | "users..x" has an empty part
          users.*      | users.* is no path of a queue: * stands for any in templates
          """)
  void otherQueuesAreNotCreated(String target, String why) throws Exception {
    QueueFile file = load();
    assertThatThrownBy(() -> file.names().missing(target)).hasMessage(why);
  }

  @Test
  void ownKeysWinOverTemplatesAndSpecialTemplatesOverCommonOnes() throws Exception {
    QueueFile file =
        load(
            V2 + "template.capacity",
            "2w",
            V2 + "template.maximum-applications",
            "7",
            V2 + "leaf-template.capacity",
            "3w",
            V2 + "parent-template.capacity",
            "4w",
            "root.users.bob.capacity",
            "5w",
            "root.users.bob.default-application-priority",
            "6");
    assertThat(weight(file, "users.alice")).isEqualTo(3);
    assertThat(weight(file, "users.bob")).isEqualTo(5);
    assertThat(created(file, "users.bob").values().get(QueueKeys.DEFAULT_PRIORITY)).isEqualTo(6);
    assertThat(created(file, "users.bob").limits().applications().most(1)).isEqualTo(7);
    List<QueueSpec> below = file.names().missing("users.dev.alice");
    assertThat(below.get(0).weight().resolve(null)).isEqualTo(4);
    assertThat(below.get(1).weight())
        .as("no template of root.users.dev")
        .isEqualTo(QueueWeight.EQUAL);
  }

  private static double weight(QueueFile file, String path) throws YarnException {
    return ((QueueWeight.Weight) created(file, path).weight()).weight();
  }

  /** Of a queue that is created nobody knows the name, so its own templates have a wildcard. */
  @Test
  void templatesWithWildcardsComeLast() throws Exception {
    String any = "root.users.*.auto-queue-creation-v2.template.";
    QueueFile file =
        load(
            any + "capacity",
            "2w",
            any + "maximum-applications",
            "8",
            "root.*.*.auto-queue-creation-v2.template.capacity",
            "3w",
            "root.*.*.auto-queue-creation-v2.template.default-application-priority",
            "4",
            "root.users.dev.auto-queue-creation-v2.template.capacity",
            "9w");
    assertThat(file.warnings()).isEmpty();
    assertThat(file.ignoredKeys()).isEmpty();
    assertThat(weight(file, "users.ops.alice")).isEqualTo(2);
    assertThat(created(file, "users.ops.alice").values().get(QueueKeys.DEFAULT_PRIORITY))
        .isEqualTo(4);
    assertThat(created(file, "users.ops.alice").limits().applications().most(1)).isEqualTo(8);
    assertThat(weight(file, "users.dev.alice")).isEqualTo(9);
    assertThat(weight(file, "users.alice")).isEqualTo(1);
  }

  @Test
  void theOlderKindHasATemplateOfItsOwnAndOneLevel() throws Exception {
    QueueFile file =
        Keys.load(
            "root.queues", "a",
            "root.a.auto-create-child-queue.enabled", "true",
            "root.a.auto-create-child-queue.max-queues", "3",
            "root.a.leaf-queue-template.capacity", "20",
            "root.a.leaf-queue-template.maximum-capacity", "50",
            "root.a.leaf-queue-template.user-limit-factor", "2",
            "root.a.auto-queue-creation-v2.template.capacity", "7w");
    assertThat(created(file, "a.alice").weight()).isEqualTo(new QueueWeight.Percentage(20));
    assertThat(created(file, "a.alice").limits().maximum()).isNotEqualTo(QueueLimit.UNLIMITED);
    assertThat(Keys.queue(file, "root.a").creation().maximumQueues()).isEqualTo(3);
    assertThatThrownBy(() -> created(file, "a.b.alice")).hasMessageContaining("1 level(s)");
    assertThat(created(file, "a.alice").users().limitFactor()).isEqualTo(2);
    assertThat(file.ignoredKeys()).isEmpty();
  }

  @Test
  void aStoppedParentHasStoppedQueuesAndSoHasATemplate() throws Exception {
    QueueFile stopped = load("root.users.state", "STOPPED");
    assertThat(created(stopped, "users.alice").state()).isEqualTo(QueueState.STOPPED);
    QueueFile alone = load("root.users.alice.state", "STOPPED");
    assertThat(created(alone, "users.alice").state()).isEqualTo(QueueState.STOPPED);
    assertThat(created(alone, "users.bob").state()).isEqualTo(QueueState.RUNNING);
  }

  @Test
  void aTemplateSaysWhetherQueuesStay() throws Exception {
    QueueFile file =
        load(
            V2 + "template.auto-queue-creation-v2.queue-auto-removal.enable",
            "false",
            "root.users.bob.auto-queue-creation-v2.queue-auto-removal.enable",
            "true");
    assertThat(created(file, "users.alice").origin()).isEqualTo(QueueOrigin.CREATED_TO_STAY);
    assertThat(created(file, "users.bob").origin()).isEqualTo(QueueOrigin.CREATED);
  }

  @Test
  void aTemplateSaysWhoMaySubmit() throws Exception {
    QueueFile file = load(V2 + "template.acl_submit_applications", "alice");
    assertThat(created(file, "users.x").access().submit().getUsers()).containsExactly("alice");
    assertThat(Keys.queue(file, "root.users").access().submit().getUsers()).isEmpty();
  }

  @Test
  void queueWithoutACapacityGetsTheRemainderOfThePercentages() throws Exception {
    QueueFile file =
        load(
            "root.users.queues",
            "x,y",
            "root.users.x.capacity",
            "70",
            "root.users.y.capacity",
            "30");
    assertThat(created(file, "users.alice").weight()).isEqualTo(new QueueWeight.Percentage(0));
    assertThat(file.warnings())
        .extracting(KeyNotice::message)
        .anyMatch(text -> text.contains("so it gets what these leave"));
    assertThat(
            created(load("root.users.queues", "x", "root.users.x.capacity", "7w"), "users.alice")
                .weight())
        .isEqualTo(QueueWeight.EQUAL);
  }

  /** The key that is wrong is named, and nothing is created by guessing. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          max-queues                               | many  | a whole number from 0 up
          maximum-queue-depth                      | 0     | a whole number from 1 up
          template.capacity                        | -1w   |
          leaf-template.maximum-capacity           | x     |
          parent-template.state                    | OFF   | RUNNING or STOPPED
          template.maximum-am-resource-percent     | -1    | a number from 0 up
          parent-template.auto-queue-creation-v2.max-queues | x | a whole number from 0 up
          """)
  void errorInATemplateIsFoundAtLoading(String key, String value, String expected) {
    assertThatThrownBy(() -> load(V2 + key, value))
        .isInstanceOf(QueueFileException.class)
        .hasMessageStartingWith(
            "capacity-scheduler.xml: yarn.scheduler.capacity."
                + V2
                + key
                + " = \""
                + value
                + "\": expected")
        .hasMessageContaining(expected == null ? "" : expected)
        .satisfies(e -> assertThat(e.getMessage().lines()).hasSize(1));
  }

  @Test
  void errorInAQueueNotYetCreatedIsFoundAtLoading() {
    assertThatThrownBy(() -> load("root.users.bob.capacity", "much"))
        .hasMessageStartingWith(
            "capacity-scheduler.xml: yarn.scheduler.capacity.root.users.bob.capacity = \"much\"");
  }

  @Test
  void createdQueueMayHaveACapacityOfAnotherKind() throws Exception {
    QueueFile file =
        load(
            "root.users.queues",
            "x",
            "root.users.x.capacity",
            "70",
            V2 + "template.capacity",
            "2w");
    assertThat(file.names().missing("root.users.bob").get(0).weight())
        .isEqualTo(new QueueWeight.Weight(2));
  }

  @Test
  void keysOfTemplatesAreCheckedLikeThoseOfQueues() throws Exception {
    QueueFile file =
        load(
            V2 + "template.multi-node-sorting.policy",
            "2",
            V2 + "template.capaticy",
            "2w",
            "root.*.capacity",
            "1w");
    assertThat(file.ignoredKeys())
        .extracting(KeyNotice::message)
        .singleElement()
        .asString()
        .contains("multi-node-sorting.policy", "nodes are not sorted");
    assertThat(file.warnings())
        .extracting(KeyNotice::message)
        .anyMatch(text -> text.contains("template.capaticy") && text.contains("no such key"))
        .anyMatch(text -> text.contains("* stands for any queue in the keys of templates only"))
        .hasSize(2);
  }

  @Test
  void createdQueuesAreFoundWhileTheyAreThereAndInTheirOwnNamesAlone() throws Exception {
    QueueFile file = load();
    Map<String, QueueSpec> created = new HashMap<>();
    QueueNames names = file.names().and(new CreatedByPath(created));
    QueueSpec alice = names.missing("users.alice").get(0);
    created.put("root.users.alice", alice);
    assertThat(names.find("alice")).isEqualTo(alice);
    assertThat(names.nearest("root.users.alice.x")).isEqualTo(alice);
    assertThat(names.missing("alice")).isEmpty();
    assertThat(file.names().find("alice")).isNull();
    assertThat(file.names().missing("users.alice")).isNotEmpty();
    created.clear();
    assertThat(names.find("alice")).isNull();
    assertThat(names.pathsOf("alice")).isEmpty();
  }

  private record CreatedByPath(Map<String, QueueSpec> queues) implements QueueNames.Created {
    @Override
    public @Nullable QueueSpec at(String path) {
      return queues.get(path);
    }

    @Override
    public List<String> pathsOf(String name) {
      return queues.keySet().stream().filter(path -> path.endsWith("." + name)).toList();
    }
  }
}
