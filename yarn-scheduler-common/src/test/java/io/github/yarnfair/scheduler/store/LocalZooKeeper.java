/*
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *     http://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */
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
