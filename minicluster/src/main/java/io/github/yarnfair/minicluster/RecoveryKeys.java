// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.minicluster;

import io.github.yarnfair.host.FreePorts;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.yarn.conf.HAUtil;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.server.resourcemanager.recovery.FileSystemRMStateStore;

/**
 * The keys of a cluster in which one ResourceManager can take over from another: a store that
 * outlives it, addresses that everybody finds again, and short waits between attempts to. How long
 * a new ResourceManager waits for the nodes to come back is YARN's own 10 s unless set: after that
 * it refuses what no registered node has, and an application that asks for a device on a late node
 * ends.
 */
final class RecoveryKeys {
  private static final List<String> ADDRESSES =
      List.of(
          YarnConfiguration.RM_ADDRESS,
          YarnConfiguration.RM_SCHEDULER_ADDRESS,
          YarnConfiguration.RM_ADMIN_ADDRESS,
          YarnConfiguration.RM_RESOURCE_TRACKER_ADDRESS,
          YarnConfiguration.RM_WEBAPP_ADDRESS);

  private static final int RETRY_MS = 200;

  private final Map<String, String> keys = new LinkedHashMap<>();

  private RecoveryKeys() {}

  /**
   * The keys for a number of ResourceManagers, with ports that are free now.
   *
   * @param store directory of the state to be recovered
   */
  static Map<String, String> of(int resourceManagers, Path store) throws IOException {
    RecoveryKeys recovery = new RecoveryKeys();
    recovery.addStore(store);
    if (resourceManagers == 1) {
      recovery.addAddresses("");
    } else {
      recovery.addStandbys(resourceManagers);
    }
    return recovery.keys;
  }

  private void addStore(Path store) {
    keys.put(YarnConfiguration.RECOVERY_ENABLED, "true");
    keys.put(YarnConfiguration.RM_STORE, FileSystemRMStateStore.class.getName());
    keys.put(YarnConfiguration.FS_RM_STATE_STORE_URI, store.toUri().toString());
    put(YarnConfiguration.RESOURCEMANAGER_CONNECT_RETRY_INTERVAL_MS, RETRY_MS);
    // Calls between objects would go on reaching a ResourceManager that was stopped.
    keys.put(YarnConfiguration.YARN_MINICLUSTER_USE_RPC, "true");
    keys.put(YarnConfiguration.YARN_MINICLUSTER_FIXED_PORTS, "true");
  }

  private void addStandbys(int resourceManagers) throws IOException {
    keys.put(YarnConfiguration.RM_HA_ENABLED, "true");
    keys.put(YarnConfiguration.AUTO_FAILOVER_ENABLED, "false");
    keys.put(YarnConfiguration.RM_CLUSTER_ID, "minicluster");
    put(YarnConfiguration.CLIENT_FAILOVER_SLEEPTIME_BASE_MS, RETRY_MS);
    put(YarnConfiguration.CLIENT_FAILOVER_SLEEPTIME_MAX_MS, RETRY_MS);
    StringBuilder ids = new StringBuilder();
    for (int i = 0; i < resourceManagers; i++) {
      String id = "rm" + i;
      ids.append(i == 0 ? "" : ",").append(id);
      addAddresses(id);
    }
    keys.put(YarnConfiguration.RM_HA_IDS, ids.toString());
  }

  private void addAddresses(String id) throws IOException {
    int[] ports = FreePorts.find(ADDRESSES.size());
    for (int i = 0; i < ports.length; i++) {
      String key = ADDRESSES.get(i);
      keys.put(id.isEmpty() ? key : HAUtil.addSuffix(key, id), "localhost:" + ports[i]);
    }
  }

  private void put(String key, int value) {
    keys.put(key, Integer.toString(value));
  }
}
