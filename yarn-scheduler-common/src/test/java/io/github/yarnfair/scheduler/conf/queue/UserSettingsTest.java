// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.conf.queue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.yarnfair.scheduler.conf.KeyNotice;
import io.github.yarnfair.scheduler.conf.file.Keys;
import io.github.yarnfair.scheduler.conf.file.QueueFile;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a queue file says of users, and where users divide a queue's share. */
class UserSettingsTest {
  private static UserSettings users(String... keysAndValues) throws Exception {
    String[] all = new String[keysAndValues.length + 4];
    all[0] = "root.queues";
    all[1] = "a";
    all[2] = "root.a.queues";
    all[3] = "b";
    System.arraycopy(keysAndValues, 0, all, 4, keysAndValues.length);
    return Keys.queue(Keys.load(all), "root.a.b").users();
  }

  @ParameterizedTest
  @CsvSource({
    "root.a.b.user-limit-factor, 1, true",
    "root.a.b.user-limit-factor, 0, true",
    "root.a.b.user-limit-factor, -1, false",
    "user-limit-factor, 2.5, true",
    "root.a.user-limit-factor, 1, false",
    "root.a.b.minimum-user-limit-percent, 100, false",
    "root.a.b.minimum-user-limit-percent, 99.5, true",
    "minimum-user-limit-percent, 25, true",
    "root.a.b.user-settings.j.doe.weight, 0.5, true",
    "root.user-settings.alice.weight, 1, true",
    "root.a.b.user-settings.alice.height, 1, false",
    "root.a.b.capacity, 100, false",
  })
  void keysThatHaveUsersDivideTheQueue(String key, String value, boolean divide) throws Exception {
    assertThat(users(key, value).areShares()).isEqualTo(divide);
  }

  @Test
  void aQueuesOwnSettingWinsOverThatOfAllQueues() throws Exception {
    UserSettings users =
        users(
            "user-limit-factor", "3",
            "root.a.b.user-limit-factor", "-1",
            "minimum-user-limit-percent", "10",
            "root.a.b.minimum-user-limit-percent", "20");
    assertThat(users.isLimited()).isFalse();
    assertThat(users.minimumPart()).isEqualTo(0.2);
  }

  @Test
  void weightsAreInheritedUserByUser() throws Exception {
    UserSettings users =
        users(
            "minimum-user-limit-percent", "10",
            "root.user-settings.alice.weight", "2",
            "root.a.user-settings.j.doe.weight", "3",
            "root.a.b.user-settings.alice.weight", "0");
    assertThat(users.weights()).isEqualTo(Map.of("alice", 0.0, "j.doe", 3.0));
    assertThat(users.shareWeight("alice")).isPositive();
    assertThat(users.weight("bob")).isEqualTo(1);
  }

  @Test
  void createdQueuesHaveTheSettingsOfTheirTemplate() throws Exception {
    QueueFile file =
        Keys.load(
            "root.queues", "a",
            "user-limit-factor", "7",
            "root.a.auto-queue-creation-v2.enabled", "true",
            "root.a.auto-queue-creation-v2.template.minimum-user-limit-percent", "50",
            "root.a.auto-queue-creation-v2.template.user-settings.alice.weight", "2",
            "root.a.x.user-settings.alice.weight", "1.5");
    UserSettings created = file.names().missing("root.a.y").get(0).users();
    assertThat(created.limitFactor()).as("not that of all queues, as there").isNull();
    assertThat(created.minimumPart()).isEqualTo(0.5);
    assertThat(created.weight("alice")).isEqualTo(2);
    assertThat(file.names().missing("root.a.x").get(0).users().weight("alice")).isEqualTo(1.5);
    assertThat(file.warnings()).isEmpty();
  }

  /**
   * One that is created above others has the weight, and those have no minimum: none is there yet.
   */
  @Test
  void aTemplateIsNotRefusedForWhatOtherQueuesWouldInherit() throws Exception {
    QueueFile file =
        Keys.load(
            "root.queues", "a",
            "root.a.auto-queue-creation-v2.enabled", "true",
            "root.a.auto-queue-creation-v2.parent-template.user-settings.alice.weight", "2");
    assertThat(file.names().missing("root.a.y").get(0).users().areShares()).isFalse();
    assertThatThrownBy(() -> file.names().missing("root.a.y.z"))
        .hasMessageContaining("of root.a.y.z");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "root.a.b.user-settings.al.weight|-1|a number from 0 up",
        "root.a.b.user-settings.al.weight|many|a number from 0 up",
        "root.a.b.user-settings.al.weight|NaN|a number from 0 up",
        "root.a.b.user-settings.al.weight|1.01|at most 1.0, which is 100 / minimum-user-limit",
        "root.user-settings.al.weight|2|at most 1.0, which is 100 / minimum-user-limit",
        "root.a.b.user-limit-factor|two|a number",
        "root.a.b.minimum-user-limit-percent|-1|a number from 0 up",
        "minimum-user-limit-percent|%|a number from 0 up",
      })
  void mistakesAreRefusedWithKeyAndValue(String key, String value, String expected) {
    assertThatThrownBy(() -> users(key, value))
        .hasMessageContaining("yarn.scheduler.capacity." + key + " = \"" + value + "\"")
        .hasMessageContaining("expected " + expected);
  }

  /** CapacityScheduler starts with it, and then starts no container. */
  @Test
  void aNegativeFactorCountsAsZero() throws Exception {
    QueueFile file = Keys.load("root.queues", "a", "root.a.user-limit-factor", "-2");
    assertThat(Keys.queue(file, "root.a").users().limitFactor()).isZero();
    assertThat(file.warnings())
        .extracting(KeyNotice::message)
        .singleElement()
        .asString()
        .contains("root.a.user-limit-factor", "-1 for no limit; 0 applies");
  }
}
