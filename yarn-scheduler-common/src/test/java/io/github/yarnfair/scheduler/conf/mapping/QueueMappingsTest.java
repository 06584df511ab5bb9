// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.conf.mapping;

import static io.github.yarnfair.scheduler.conf.file.Keys.load;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.yarnfair.scheduler.conf.QueueFileException;
import io.github.yarnfair.scheduler.conf.file.Keys;
import io.github.yarnfair.scheduler.conf.file.QueueFile;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Which mappings are read, and what is refused by file, key, value and what was expected. */
class QueueMappingsTest {
  private static final String APP_NAME = "yarn.scheduler.queue-placement-rules.app-name";

  /** The leaf queues root.a, root.users.bob, root.teams.bob and root.teams.dev. */
  private static Configuration queues(String... keysAndValues) {
    Configuration conf =
        Keys.conf(
            "root.queues", "a,users,teams",
            "root.users.queues", "bob",
            "root.teams.queues", "bob,dev");
    return Keys.add(conf, Keys.FILE, keysAndValues);
  }

  private static QueueMappings read(String... keysAndValues) throws QueueFileException {
    return QueueFile.load(queues(keysAndValues), Keys.FILE).mappings();
  }

  private static String json(String rule) {
    return "{\"rules\":[{" + rule.replace('\'', '"') + "}]}";
  }

  @Test
  void withoutAnyNothingIsMapped() throws Exception {
    QueueMappings mappings = load("root.queues", "a").mappings();
    assertThat(mappings.rules()).isEmpty();
    assertThat(mappings.overrides()).isFalse();
    assertThat(mappings.placementRules()).containsExactly("user-group");
    assertThat(read("queue-mappings", "", "mapping-rule-json", "").rules()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "u:alice:a",
        "u:alice:root.users.bob",
        "u:alice:users.bob",
        "u:%user:root.users.%user",
        "u:%user:%user",
        "u:%user:%primary_group.%user",
        "g:staff:root.teams.%secondary_group",
        " u : alice : dev , g:staff:root.a"
      })
  void mappingsThatLeadSomewhereAreTaken(String entries) throws Exception {
    assertThat(read("queue-mappings", entries).rules()).hasSize(entries.split(",", -1).length);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          alice:a                | u:<user>:<queue> or g:<group>:<queue> instead of "alice:a"
          u:alice:a,x:bob:a      | u:<user>:<queue> or g:<group>:<queue> instead of "x:bob:a"
          u:alice:               | u:<user>:<queue> or g:<group>:<queue> instead of "u:alice:"
          u:alice:nowhere        | instead of "u:alice:nowhere": there is no queue nowhere
          u:alice:root.nowhere   | there is no queue root.nowhere
          u:alice:root.users     | queue root.users has queues below it
          u:alice:bob            | bob is the name of several queues: [root.users.bob, root.teams.bob]
          u:alice:root..a        | "root..a" has an empty part
          u:%user:root.a.%user   | queue root.a has no queues below it
          u:%user:nowhere.%user  | there is no queue nowhere
          """)
  void othersAreRefusedWithFileKeyAndValue(String entries, String expected) {
    assertThatThrownBy(() -> read("queue-mappings", entries))
        .isInstanceOf(QueueFileException.class)
        .hasMessageContaining(
            "capacity-scheduler.xml: yarn.scheduler.capacity.queue-mappings = \"" + entries + "\"")
        .hasMessageContaining("expected ")
        .hasMessageContaining(expected);
  }

  @Test
  void eachMistakeIsALineOfItsOwn() {
    assertThatThrownBy(() -> read("queue-mappings", "x:a:a,u:b:nowhere", "root.a.capacity", "-1"))
        .satisfies(e -> assertThat(e.getMessage().lines()).hasSize(3));
  }

  @Test
  void aQueueThatWouldBeCreatedIsNoMistake() throws Exception {
    String created = "u:alice:root.users.alice,g:dev:root.users.dev.x,u:%user:root.users.x.%user";
    assertThatThrownBy(() -> read("queue-mappings", created)).hasMessageContaining("no queue");
    QueueFile file =
        QueueFile.load(
            queues("queue-mappings", created, "root.users.auto-queue-creation-v2.enabled", "true"),
            Keys.FILE);
    assertThat(file.mappings().rules()).hasSize(3);
    MappingTargets targets = new MappingTargets(file.names());
    assertThat(targets.leaf("users.alice", true)).isEqualTo("root.users.alice");
    assertThatThrownBy(() -> targets.leaf("root.users.alice", false))
        .hasMessage("there is no queue root.users.alice");
  }

  @Test
  void applicationsAreMappedByNameAfterUsersAndGroups() throws Exception {
    Configuration conf = queues("queue-mappings", "u:alice:a");
    conf.set(APP_NAME, "etl:dev", Keys.FILE);
    assertThat(QueueFile.load(conf, Keys.FILE).mappings().rules())
        .extracting(Object::toString)
        .satisfiesExactly(
            rule -> assertThat(rule).contains("alice"), rule -> assertThat(rule).contains("etl"));
    conf.set(APP_NAME, "u:etl:dev", Keys.FILE);
    assertThatThrownBy(() -> QueueFile.load(conf, Keys.FILE))
        .hasMessageContaining(APP_NAME)
        .hasMessageContaining("<application name>:<queue> instead of \"u:etl:dev\"");
  }

  @Test
  void jsonReplacesTheEntries(@TempDir Path directory) throws Exception {
    String rule = json("'type':'user','matches':'*','policy':'custom','customPlacement':'root.a'");
    QueueMappings inline =
        read("mapping-rule-format", "json", "mapping-rule-json", rule, "queue-mappings", "x");
    assertThat(inline.rules()).hasSize(1);
    Path file = Files.writeString(directory.resolve("rules.json"), rule);
    QueueMappings fromFile =
        read("mapping-rule-format", "json", "mapping-rule-json-file", file.toString());
    assertThat(fromFile.rules()).hasSize(1);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{",
        "{\"rules\":[{\"type\":\"user\"}]}",
        "{\"rules\":[{\"type\":\"user\",\"matches\":\"*\",\"policy\":\"custom\","
            + "\"customPlacement\":\"root.nowhere\"}]}",
        "{\"rules\":[{\"type\":\"group\",\"matches\":\"*\",\"policy\":\"user\"}]}"
      })
  void jsonThatIsNoneOrLeadsNowhereIsRefused(String json) {
    assertThatThrownBy(() -> read("mapping-rule-format", "json", "mapping-rule-json", json))
        .isInstanceOf(QueueFileException.class)
        .hasMessageContaining("capacity-scheduler.xml: yarn.scheduler.capacity.mapping-rule-json =")
        .hasMessageContaining("expected ")
        .satisfies(e -> assertThat(e.getMessage().lines()).hasSize(1));
  }

  @Test
  void aMissingFileIsNamed() {
    assertThatThrownBy(
            () -> read("mapping-rule-format", "json", "mapping-rule-json-file", "/no/such.json"))
        .hasMessageContaining("mapping-rule-json-file")
        .hasMessageContaining("/no/such.json");
  }

  @Test
  void jsonWithoutRulesIsWarnedOf() throws Exception {
    QueueFile file = load("root.queues", "a", "mapping-rule-format", "json");
    assertThat(file.warnings())
        .singleElement()
        .satisfies(notice -> assertThat(notice.message()).contains("mapping-rule-json"));
  }

  @Test
  void theFormatIsOneOfTwo() {
    assertThatThrownBy(() -> read("mapping-rule-format", "xml"))
        .hasMessageContaining("mapping-rule-format = \"xml\": expected legacy or json");
  }

  @Test
  void aPlacementRuleIsNamedOnce() {
    Configuration conf = queues();
    conf.set("yarn.scheduler.queue-placement-rules", "app-name,user-group,app-name", Keys.FILE);
    assertThatThrownBy(() -> QueueFile.load(conf, Keys.FILE))
        .hasMessageContaining("queue-placement-rules")
        .hasMessageContaining("expected each rule once");
  }
}
