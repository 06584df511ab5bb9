// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.testing;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;

/** {@code docs/configuration.md} has the options that the scheduler reads, and no others. */
abstract class OptionsContract {
  private static final Path PAGE = Path.of("..", "docs", "configuration.md");
  private static final Pattern ROW =
      Pattern.compile("(?m)^\\| `((?:….|yarn\\.scheduler\\.[a-z]+\\.)[a-z.-]+)` \\| (?!acted on)");

  /** The scheduler under test, without queues. */
  abstract SchedulerConf conf();

  @Test
  void pageHasTheOptionsThatAreRead() throws IOException {
    SchedulerConf conf = conf().queues("root", "a");
    String prefix = conf.optionKey("");
    NotedReads read = new NotedReads(conf.build(), prefix);
    try (SchedulerFixture cluster = new SchedulerFixture(conf)) {
      cluster.scheduler.reinitialize(read, cluster.rm.getRMContext());
      cluster.verify();
    }
    assertThat(read.keys).hasSizeGreaterThan(15).isEqualTo(rows(prefix));
  }

  private static Set<String> rows(String prefix) throws IOException {
    return ROW.matcher(Files.readString(PAGE))
        .results()
        .map(row -> row.group(1).replace("….", prefix))
        .filter(key -> key.startsWith(prefix))
        .collect(Collectors.toCollection(TreeSet::new));
  }

  /** Notes which keys of one prefix are read. */
  private static final class NotedReads extends Configuration {
    private final Set<String> keys = new TreeSet<>();
    private final String prefix;

    NotedReads(Configuration conf, String prefix) {
      super(conf);
      this.prefix = prefix;
    }

    @Override
    public String get(String key) {
      note(key);
      return super.get(key);
    }

    @Override
    public String get(String key, String byDefault) {
      note(key);
      return super.get(key, byDefault);
    }

    private void note(String key) {
      if (key.startsWith(prefix)) {
        keys.add(key);
      }
    }
  }
}
