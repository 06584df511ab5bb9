// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.conf;

import static io.github.yarnfair.scheduler.conf.file.Keys.load;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.yarnfair.scheduler.conf.file.Keys;
import io.github.yarnfair.scheduler.conf.file.QueueFile;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PreemptionSettingsTest {
  @Test
  void defaultsAreCapacitySchedulers() throws Exception {
    assertThat(load("root.queues", "a").preemption())
        .isEqualTo(new PreemptionSettings(false, 3000, 15_000, 0.1, 0.1, 0.2, false));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          observe_only                    | perhaps | true or false; false applies, the default
          monitoring_interval             | 0       | a whole number from 1 up; 3000 applies
          monitoring_interval             | 3s      | a whole number from 1 up; 3000 applies, the
          max_wait_before_kill            | -1      | a whole number from 0 up; 0 applies
          max_wait_before_kill            | 1.5     | a whole number from 0 up; 15000 applies, the
          total_preemption_per_round      | all     | a number from 0 up, such as 0.1 for a tenth; 0.1
          total_preemption_per_round      | -1      | a number from 0 up, such as 0.1 for a tenth; 0 a
          max_ignored_over_capacity       | NaN     | a number from 0 up, such as 0.1 for a tenth; 0.1
          intra-queue-preemption.enabled  | 1       | true or false; false applies, the default
          natural_termination_factor      | often   | a number from 0 up, such as 0.1 for a tenth; 0.2
          """)
  void wrongValueIsNamedAndReplaced(String key, String value, String expected) throws Exception {
    Configuration conf = Keys.conf("root.queues", "a");
    conf.set(PreemptionSettings.PREFIX + key, value, "yarn-site.xml");
    assertThat(QueueFile.load(conf, Keys.FILE).warnings())
        .singleElement()
        .extracting(KeyNotice::message)
        .asString()
        .startsWith(
            "yarn-site.xml: "
                + PreemptionSettings.PREFIX
                + key
                + " = \""
                + value
                + "\": expected "
                + expected);
  }

  @Test
  void numbersThatAreReplaced() throws Exception {
    Configuration conf = Keys.conf("root.queues", "a");
    conf.set(PreemptionSettings.PREFIX + "monitoring_interval", "-1");
    conf.set(PreemptionSettings.PREFIX + "max_wait_before_kill", "-1");
    conf.set(PreemptionSettings.PREFIX + "total_preemption_per_round", "-0.1");
    conf.set(PreemptionSettings.PREFIX + "max_ignored_over_capacity", "a tenth");
    assertThat(QueueFile.load(conf, Keys.FILE).preemption())
        .isEqualTo(new PreemptionSettings(false, 3000, 0, 0, 0.1, 0.2, false));
  }

  @Test
  void aQueueIsAsItsParentUnlessItSaysOtherwise() throws Exception {
    QueueFile file =
        load(
            "root.queues", "a,b",
            "root.a.queues", "x,y",
            "root.a.disable_preemption", "true",
            "root.a.y.disable_preemption", "false",
            "root.b.intra-queue-preemption.disable_preemption", "true",
            "root.a.auto-queue-creation-v2.enabled", "true");
    assertThat(Keys.queue(file, "root.a.x").isPreemptable()).isFalse();
    assertThat(Keys.queue(file, "root.a.y").isPreemptable()).isTrue();
    assertThat(file.names().missing("root.a.z").get(0).isPreemptable()).isFalse();
    assertThat(Keys.queue(file, "root.a.x").isPreemptableWithin()).isTrue();
    assertThat(Keys.queue(file, "root.b").isPreemptable()).isTrue();
    assertThat(Keys.queue(file, "root.b").isPreemptableWithin()).isFalse();
    assertThat(file.ignoredKeys()).isEmpty();
    assertThat(load("root.queues", "a", "root.a.disable_preemption", "1").warnings())
        .singleElement()
        .extracting(KeyNotice::message)
        .asString()
        .contains("root.a.disable_preemption = \"1\": expected true or false; false applies");
  }
}
