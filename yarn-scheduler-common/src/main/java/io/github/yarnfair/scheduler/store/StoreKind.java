// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.store;

import io.github.yarnfair.scheduler.conf.ConfiguredKey;
import java.io.IOException;
import java.util.Arrays;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.conf.HAUtil;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.jspecify.annotations.Nullable;

/** Where the queues are configured: {@code yarn.scheduler.configuration.store.class}. */
public enum StoreKind {
  /** {@code capacity-scheduler.xml}; REST calls change nothing. */
  FILE(YarnConfiguration.FILE_CONFIGURATION_STORE, null, true),
  /** Lost when the ResourceManager ends. */
  MEMORY(YarnConfiguration.MEMORY_CONFIGURATION_STORE, null, false),
  /** A local directory. */
  LEVELDB(
      YarnConfiguration.LEVELDB_CONFIGURATION_STORE,
      YarnConfiguration.RM_SCHEDCONF_STORE_PATH,
      false),
  /** A directory of any file system that Hadoop knows. */
  FS(
      YarnConfiguration.FS_CONFIGURATION_STORE,
      YarnConfiguration.SCHEDULER_CONFIGURATION_FS_PATH,
      true),
  /** ZooKeeper. */
  ZK(
      YarnConfiguration.ZK_CONFIGURATION_STORE,
      YarnConfiguration.RM_SCHEDCONF_STORE_ZK_PARENT_PATH,
      true);

  private static final String KEY = YarnConfiguration.SCHEDULER_CONFIGURATION_STORE_CLASS;

  private final String configured;
  private final @Nullable String placeKey;
  private final boolean isShared;

  StoreKind(String configured, @Nullable String placeKey, boolean isShared) {
    this.configured = configured;
    this.placeKey = placeKey;
    this.isShared = isShared;
  }

  /**
   * Reads which one is configured: the file unless the key is set.
   *
   * @throws IOException naming file, key, value and what was expected
   */
  public static StoreKind of(Configuration conf) throws IOException {
    String value = conf.getTrimmed(KEY, YarnConfiguration.DEFAULT_CONFIGURATION_STORE);
    return Arrays.stream(values())
        .filter(kind -> kind.configured.equals(value))
        .findFirst()
        .orElseThrow(() -> ConfiguredKey.refused(conf, KEY, "file, memory, leveldb, fs or zk"));
  }

  /** Returns why a call that changes the queues is refused where they come from the file. */
  public static String whyNotMutable(Configuration conf) {
    return new ConfiguredKey(conf, KEY, "yarn-site.xml")
        .refusal(
            "memory, leveldb, fs or zk, so that the queues can be changed by this call; they come"
                + " from capacity-scheduler.xml");
  }

  /** Returns what an administrator should know who expects changes to last, or null. */
  @Nullable String limitation(Configuration conf) {
    String key = new ConfiguredKey(conf, KEY, "yarn-site.xml").describe();
    if (this == MEMORY) {
      return key + ": changes of the queues are lost when this ResourceManager ends or stands by";
    }
    return !isShared && HAUtil.isHAEnabled(conf)
        ? key + ": the other ResourceManagers have stores of their own; fs and zk are shared"
        : null;
  }

  /** Returns the store and its place for messages. */
  String describe(Configuration conf) {
    String store = new ConfiguredKey(conf, KEY, "yarn-site.xml").describe();
    return placeKey == null
        ? store
        : store + ", " + placeKey + " = \"" + conf.getTrimmed(placeKey, "") + "\"";
  }
}
