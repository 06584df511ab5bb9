// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.benchmarks.rpc.load;

import java.net.InetSocketAddress;
import java.security.PrivilegedAction;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.CommonConfigurationKeysPublic;
import org.apache.hadoop.security.SecurityUtil;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.security.token.Token;
import org.apache.hadoop.yarn.api.ApplicationClientProtocol;
import org.apache.hadoop.yarn.api.ApplicationMasterProtocol;
import org.apache.hadoop.yarn.api.records.ApplicationAttemptId;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.ipc.YarnRPC;
import org.apache.hadoop.yarn.security.AMRMTokenIdentifier;
import org.apache.hadoop.yarn.server.api.ResourceManagerAdministrationProtocol;
import org.apache.hadoop.yarn.server.api.ResourceTracker;

/**
 * Connections to the ResourceManager, each with a user of its own: Hadoop's RPC has one connection
 * for each user and address. Thread-safe.
 */
final class Connections {
  /** Longer than any run: a master that is slow keeps its connection, as in the field. */
  private static final int IDLE_MILLIS = 3_600_000;

  private final Configuration conf;
  private final YarnRPC rpc;

  /**
   * @param conf has the addresses of the ResourceManager
   */
  Connections(Configuration conf) {
    this.conf = new Configuration(conf);
    this.conf.setInt(
        CommonConfigurationKeysPublic.IPC_CLIENT_CONNECTION_MAXIDLETIME_KEY, IDLE_MILLIS);
    rpc = YarnRPC.create(this.conf);
  }

  /** Returns a new connection of NodeManagers. */
  ResourceTracker nodes() {
    return proxy(
        UserGroupInformation.createRemoteUser("yarn"),
        ResourceTracker.class,
        address(
            YarnConfiguration.RM_RESOURCE_TRACKER_ADDRESS,
            YarnConfiguration.DEFAULT_RM_RESOURCE_TRACKER_PORT));
  }

  /** Returns a new connection of a user who submits. */
  ApplicationClientProtocol client(String user) {
    return proxy(
        UserGroupInformation.createRemoteUser(user),
        ApplicationClientProtocol.class,
        address(YarnConfiguration.RM_ADDRESS, YarnConfiguration.DEFAULT_RM_PORT));
  }

  /** Returns a new connection of an administrator. */
  ResourceManagerAdministrationProtocol administrator() {
    return proxy(
        UserGroupInformation.createRemoteUser("yarn"),
        ResourceManagerAdministrationProtocol.class,
        address(YarnConfiguration.RM_ADMIN_ADDRESS, YarnConfiguration.DEFAULT_RM_ADMIN_PORT));
  }

  /**
   * Returns the connection of an application master.
   *
   * @param token with which the ResourceManager started it
   */
  ApplicationMasterProtocol master(ApplicationAttemptId attempt, Token<AMRMTokenIdentifier> token) {
    InetSocketAddress address =
        address(
            YarnConfiguration.RM_SCHEDULER_ADDRESS, YarnConfiguration.DEFAULT_RM_SCHEDULER_PORT);
    SecurityUtil.setTokenService(token, address);
    UserGroupInformation user = UserGroupInformation.createRemoteUser(attempt.toString());
    user.addToken(token);
    return proxy(user, ApplicationMasterProtocol.class, address);
  }

  private InetSocketAddress address(String key, int port) {
    return conf.getSocketAddr(key, "127.0.0.1:" + port, port);
  }

  private <T> T proxy(UserGroupInformation user, Class<T> protocol, InetSocketAddress address) {
    return user.doAs(
        (PrivilegedAction<T>) () -> protocol.cast(rpc.getProxy(protocol, address, conf)));
  }
}
