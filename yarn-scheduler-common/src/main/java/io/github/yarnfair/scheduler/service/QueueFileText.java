// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.service;

import io.github.yarnfair.scheduler.conf.file.QueueFile;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import org.apache.hadoop.conf.Configuration;

/** The keys of the queues in force as a queue file. */
final class QueueFileText {
  private static final String PREFIX = "yarn.scheduler.capacity.";

  private QueueFileText() {}

  static String of(QueueFile file) {
    Configuration keys = new Configuration(false);
    file.below(PREFIX).forEach((key, value) -> keys.set(PREFIX + key, value));
    try (StringWriter text = new StringWriter()) {
      keys.writeXml(text);
      return text.toString();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
