// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.host;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.conf.ConfigurationProvider;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.jspecify.annotations.Nullable;

/**
 * The queues in files of both kinds. It gives out one capacity-scheduler.xml, whatever lies on the
 * class path, and no other file; FairScheduler reads its own from a path, and not through a
 * provider.
 */
final class QueueFileProvider extends ConfigurationProvider {
  private final Path allocations;
  private byte[] file = new byte[0];

  /**
   * @param queueKeys win in the {@code capacity-scheduler.xml} over what the queues say; the part
   *     that masters may take, if it is there, is FairScheduler's too
   */
  QueueFileProvider(QueueShape queues, Map<String, String> queueKeys) throws IOException {
    allocations = Files.createTempFile("fair-scheduler", ".xml");
    allocations.toFile().deleteOnExit();
    write(queues, queueKeys);
  }

  /** Writes both files again; a refresh of the scheduler reads them. */
  void write(QueueShape queues, Map<String, String> queueKeys) throws IOException {
    Configuration keys = new Configuration(false);
    QueueFiles.capacityKeys(queues).forEach(keys::set);
    queueKeys.forEach(keys::set);
    ByteArrayOutputStream xml = new ByteArrayOutputStream();
    keys.writeXml(xml);
    file = xml.toByteArray();
    String masters = queueKeys.getOrDefault(QueueFiles.MASTERS, QueueFiles.ANY_MASTERS);
    Files.writeString(allocations, QueueFiles.fairAllocations(queues, masters));
  }

  /** Returns the path of FairScheduler's file. */
  String allocations() {
    return allocations.toString();
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
