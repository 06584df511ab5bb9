// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.conf.file;

import io.github.yarnfair.scheduler.conf.KeyReader;
import io.github.yarnfair.scheduler.conf.QueueFileException;
import io.github.yarnfair.scheduler.conf.queue.QueueSpec;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.conf.ConfigurationProvider;
import org.jspecify.annotations.Nullable;

/** Builds small queue files: keys without {@code yarn.scheduler.capacity.}, then values. */
public final class Keys {
  public static final String FILE = "capacity-scheduler.xml";

  private Keys() {}

  /** A configuration whose keys claim to come from {@code capacity-scheduler.xml}. */
  public static Configuration conf(String... keysAndValues) {
    return add(new Configuration(false), FILE, keysAndValues);
  }

  public static Configuration add(Configuration conf, String source, String... keysAndValues) {
    for (int i = 0; i < keysAndValues.length; i += 2) {
      conf.set(KeyReader.PREFIX + keysAndValues[i], keysAndValues[i + 1], source);
    }
    return conf;
  }

  public static QueueFile load(String... keysAndValues) throws QueueFileException {
    return QueueFile.load(conf(keysAndValues), FILE);
  }

  static String xml(String... keysAndValues) {
    ByteArrayOutputStream xml = new ByteArrayOutputStream();
    try {
      conf(keysAndValues).writeXml(xml);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return xml.toString(StandardCharsets.UTF_8);
  }

  /** A provider that has exactly one file, or none. */
  static ConfigurationProvider provider(@Nullable String content) {
    return new ConfigurationProvider() {
      @Override
      public @Nullable InputStream getConfigurationInputStream(Configuration conf, String name) {
        return content != null && name.equals(FILE)
            ? new ByteArrayInputStream(content.getBytes(StandardCharsets.UTF_8))
            : null;
      }

      @Override
      public void initInternal(Configuration conf) {}

      @Override
      public void closeInternal() {}
    };
  }

  public static QueueSpec queue(QueueFile file, String path) {
    return file.root().subtree().filter(q -> q.path().equals(path)).findFirst().orElseThrow();
  }
}
