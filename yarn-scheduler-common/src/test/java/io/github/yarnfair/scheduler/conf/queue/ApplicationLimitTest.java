// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.conf.queue;

import static io.github.yarnfair.scheduler.conf.file.Keys.load;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.yarnfair.scheduler.conf.file.Keys;
import io.github.yarnfair.scheduler.conf.file.QueueFile;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The numbers are what CapacityScheduler computes for a queue with a third of the cluster. */
class ApplicationLimitTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
                                                                            | 2900 | 2900
          maximum-applications=100                                          | 29   | 29
          root.a.maximum-applications=7                                     | 7    | 7
          root.a.maximum-applications=0                                     | 0    | 0
          root.a.maximum-applications=-1                                    | 2900 | 2900
          global-queue-max-application=50                                   | 50   | 50
          global-queue-max-application=50 maximum-applications=40           | 40   | 40
          global-queue-max-application=100 root.a.capacity=[memory=1]       | 29   | 29
          global-queue-max-application=0                                    | 2900 | 2900
          minimum-user-limit-percent=25                                     | 2900 | 725
          root.a.minimum-user-limit-percent=25 minimum-user-limit-percent=9 | 2900 | 725
          root.a.minimum-user-limit-percent=25 root.a.user-limit-factor=2   | 2900 | 1450
          root.a.minimum-user-limit-percent=25 user-limit-factor=8          | 2900 | 2900
          root.a.minimum-user-limit-percent=25 root.a.user-limit-factor=-1  | 2900 | 2900
          maximum-applications=3 root.a.minimum-user-limit-percent=1        | 1    | 1
          """)
  void asCapacitySchedulerComputesIt(String keys, int most, int ofUser) throws Exception {
    List<String> file = new ArrayList<>(List.of("root.queues", "a"));
    if (keys != null) {
      for (String key : keys.split(" ", -1)) {
        file.addAll(List.of(key.split("=", 2)));
      }
    }
    QueueSpec queue = Keys.queue(load(file.toArray(String[]::new)), "root.a");
    assertThat(queue.limits().applications().most(0.29)).isEqualTo(most);
    assertThat(queue.limits().applications().mostOfUser(most)).isEqualTo(ofUser);
  }

  @Test
  void queuesCreatedByTheOlderKeysHaveNoShare() throws Exception {
    QueueFile file = load("root.queues", "a", "root.a.auto-create-child-queue.enabled", "true");
    QueueSpec created = file.names().missing("root.a.x").get(0);
    assertThat(created.limits().applications().most(0.29)).isEqualTo(10_000);
  }
}
