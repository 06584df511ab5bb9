// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.host;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.conf.ConfigurationProvider;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.jspecify.annotations.Nullable;

/** Gives out one capacity-scheduler.xml, whatever lies on the class path, and no other file. */
final class QueueFileProvider extends ConfigurationProvider {
  private final byte[] file;

  QueueFileProvider(Map<String, String> keys) throws IOException {
    Configuration queues = new Configuration(false);
    keys.forEach(queues::set);
    ByteArrayOutputStream xml = new ByteArrayOutputStream();
    queues.writeXml(xml);
    file = xml.toByteArray();
  }

  @Override
  public @Nullable InputStream getConfigurationInputStream(Configuration conf, String name) {
    return name.equals(YarnConfiguration.CS_CONFIGURATION_FILE)
        ? new ByteArrayInputStream(file)
        : null;
  }

  @Override
  public void initInternal(Configuration conf) {}

  @Override
  public void closeInternal() {}
}
