// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.balance;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.yarnfair.core.forecast.StartBook;
import io.github.yarnfair.scheduler.testing.SchedulerLog;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;

/** The warning is of observed durations: nine of ten tasks run for a minute, the tenth longer. */
class LongTasksTest {
  private static final String KEY = "yarn.scheduler.naive.balance.half-life";

  private static StartBook<String> observed(long longMillis) {
    StartBook<String> book = new StartBook<>(1);
    for (int i = 0; i < 100; i++) {
      book.ended(
          new StartBook.Running<>("app", "root.a", false, 0),
          true,
          i % 9 == 0 ? longMillis : 60_000);
    }
    return book;
  }

  private static List<String> warnings(String halfLife, StartBook<String> book) throws Exception {
    Configuration conf = new Configuration(false);
    conf.set(KEY, halfLife);
    BalanceSettings settings = BalanceSettings.read(conf, "yarn.scheduler.naive.");
    LongTasks tasks = new LongTasks(() -> book.reachedBy(0.1, 20));
    try (SchedulerLog log = new SchedulerLog()) {
      tasks.check(settings);
      tasks.check(settings);
      tasks.check(null);
      return log.lines().stream().filter(line -> line.contains(KEY)).toList();
    }
  }

  @Test
  void tenthOfTheTasksPastATenthOfTheHalfLifeIsAWarningOnce() throws Exception {
    assertThat(warnings("2h", observed(1_000_000)))
        .singleElement()
        .asString()
        .contains(KEY + " = 7200 s", "a tenth of the containers run for", "expected a half-life");
  }

  @Test
  void shorterTasksAndFewTasksAreNone() throws Exception {
    assertThat(warnings("4h", observed(1_000_000))).isEmpty();
    assertThat(warnings("2h", observed(400_000))).isEmpty();
    assertThat(warnings("2h", new StartBook<>(1))).isEmpty();
  }
}
