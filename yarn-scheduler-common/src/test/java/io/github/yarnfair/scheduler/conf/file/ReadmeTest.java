// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.conf.file;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.yarnfair.scheduler.conf.queue.QueueSpec;
import io.github.yarnfair.scheduler.testing.NaiveScheduler;
import io.github.yarnfair.scheduler.testing.SchedulerConf;
import io.github.yarnfair.scheduler.testing.SchedulerFixture;
import io.github.yarnfair.scheduler.testing.SchedulerLog;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The queue files that documents show are read without a finding, the README is short, and the log
 * says what is quoted.
 */
class ReadmeTest {
  private static final Path PROJECT = Path.of("..");
  private static final Pattern SEARCH = Pattern.compile("grep '([^']+)'");
  private static final Pattern QUEUE_FILE =
      Pattern.compile(
          "(?s)```xml\\s+(<configuration>(?:(?!```).)*?root\\.queues.*?</configuration>)");

  @ParameterizedTest
  @ValueSource(strings = {"README.md", "docs/tutorial.md"})
  void twoDepartmentsHaveEqualRights(String document) throws IOException {
    Matcher example = QUEUE_FILE.matcher(Files.readString(PROJECT.resolve(document)));
    assertThat(example.find()).isTrue();

    QueueFile file = QueueFile.load(new Configuration(false), Keys.provider(example.group(1)));

    List<QueueSpec> departments = file.root().children();
    assertThat(departments).extracting(QueueSpec::path).containsExactly("root.n1", "root.n2");
    assertThat(departments.get(0).weight()).isEqualTo(departments.get(1).weight());
    assertThat(file.warnings()).isEmpty();
    assertThat(file.ignoredKeys()).isEmpty();
  }

  /** What documents search the log for is in the line that the scheduler writes. */
  @ParameterizedTest
  @ValueSource(strings = {"README.md", "docs/install.md", "docs/tutorial.md"})
  void quotedSearchOfTheLogFindsItsLine(String document) throws IOException {
    Matcher search = SEARCH.matcher(Files.readString(PROJECT.resolve(document)));
    assertThat(search.find()).isTrue();
    try (SchedulerLog log = new SchedulerLog();
        SchedulerFixture started =
            new SchedulerFixture(SchedulerConf.of(NaiveScheduler.class).queues("root", "a"))) {
      assertThat(log.lines())
          .as("%s", started)
          .anyMatch(line -> line.contains(search.group(1)) && line.contains("; queues from "));
    }
  }

  @Test
  void readmeIsShort() throws IOException {
    assertThat(Files.readAllLines(PROJECT.resolve("README.md"))).hasSizeLessThanOrEqualTo(130);
  }
}
