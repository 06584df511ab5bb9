// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.simulator.workload;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/**
 * The jobs of a file.
 *
 * @param file in one of the formats
 * @param given its format; null: by content
 * @param options of the reader
 * @param shape how much of it is run
 * @param seed of the random shifts of {@link Shape#copies}
 */
public record JobFile(
    Path file, @Nullable JobFormat given, ReadOptions options, Shape shape, long seed)
    implements JobSource {
  @Override
  public List<ReadJob> jobs(ClusterNodes cluster, List<String> notes) throws IOException {
    JobFormat format = format();
    QueueRule rule = options.queueOf();
    if (rule != null
        && rule.kind() == QueueRule.Kind.COLUMN
        && format != JobFormat.CSV
        && format != JobFormat.OPENB) {
      throw new InputException(
          "--queue-of column:%s: %s is %s: expected a file with columns"
              .formatted(rule.argument(), file, format));
    }
    List<ReadJob> read = format.reader().read(file, cluster, options, notes);
    if (read.isEmpty()) {
      throw new Where(file.toString(), 1).refuse("no jobs", "at least one");
    }
    return shape.apply(read, new Random(seed));
  }

  private JobFormat format() throws IOException {
    return given == null ? JobFormat.detect(file) : given;
  }

  @Override
  public QueueRule usual() throws IOException {
    return format().usual();
  }
}
