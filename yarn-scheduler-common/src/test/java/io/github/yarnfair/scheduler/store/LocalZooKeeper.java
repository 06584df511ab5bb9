// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.store;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import org.apache.zookeeper.server.NIOServerCnxnFactory;
import org.apache.zookeeper.server.ZooKeeperServer;

/** A ZooKeeper of one server in this process. */
public final class LocalZooKeeper implements AutoCloseable {
  private static final int TICK_MS = 500;

  private final NIOServerCnxnFactory connections = new NIOServerCnxnFactory();

  /** Starts it, on any free port, with its data below a directory. */
  public LocalZooKeeper(Path directory) throws IOException, InterruptedException {
    ZooKeeperServer server =
        new ZooKeeperServer(
            directory.resolve("snapshots").toFile(), directory.resolve("log").toFile(), TICK_MS);
    connections.configure(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 100);
    connections.startup(server);
  }

  public String address() {
    return "127.0.0.1:" + connections.getLocalPort();
  }

  @Override
  public void close() {
    connections.shutdown();
  }
}
