// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.testing;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.yarn.FileSystemBasedConfigurationProvider;
import org.apache.hadoop.yarn.conf.YarnConfiguration;

/**
 * A ResourceManager's files in a directory, from which it reads {@code yarn-site.xml} at each
 * refresh and fills an empty store.
 */
public final class StoredQueues {
  public static final String STORE = YarnConfiguration.SCHEDULER_CONFIGURATION_STORE_CLASS;
  public static final String CAPACITY = "yarn.scheduler.capacity.";

  /** May do everything. */
  public static final UserGroupInformation ADMINISTRATOR =
      UserGroupInformation.createUserForTesting("admin", new String[0]);

  private StoredQueues() {}

  /**
   * Writes the files.
   *
   * @param store memory, leveldb, fs or zk
   * @return the configuration without the keys of the queues
   */
  public static SchedulerConf in(Path directory, String store, SchedulerConf conf)
      throws IOException {
    SchedulerConf site =
        conf.copy()
            .yarn(STORE, store)
            .yarn(
                YarnConfiguration.RM_CONFIGURATION_PROVIDER_CLASS,
                FileSystemBasedConfigurationProvider.class.getName())
            .yarn(YarnConfiguration.FS_BASED_RM_CONF_STORE, directory.toUri())
            .yarn(
                YarnConfiguration.SCHEDULER_CONFIGURATION_FS_PATH, directory.resolve("fs").toUri())
            .yarn(YarnConfiguration.RM_SCHEDCONF_STORE_PATH, directory.resolve("leveldb"));
    Configuration queues = new Configuration(false);
    conf.build()
        .forEach(
            entry -> {
              if (entry.getKey().startsWith(CAPACITY)) {
                queues.set(entry.getKey(), entry.getValue());
              }
            });
    for (var entry : List.copyOf(queues.getValByRegex(".*").keySet())) {
      site.unset(entry.substring(CAPACITY.length()));
    }
    write(queues, directory.resolve(YarnConfiguration.CS_CONFIGURATION_FILE));
    write(site.build(), directory.resolve(YarnConfiguration.YARN_SITE_CONFIGURATION_FILE));
    return site;
  }

  public static void write(Configuration conf, Path file) throws IOException {
    try (OutputStream out = Files.newOutputStream(file)) {
      conf.writeXml(out);
    }
  }
}
