// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.host;

import java.io.IOException;
import java.net.BindException;
import java.net.ServerSocket;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Ports for servers of this machine. They are below the range from which systems choose ports by
 * themselves, so that nothing takes one before the server does.
 */
public final class FreePorts {
  private static final int LOWEST_PORT = 20_000;
  private static final int PORTS = 10_000;

  private FreePorts() {}

  /**
   * Returns ports that are free now.
   *
   * @throws IOException if none can be tried
   */
  public static int[] find(int count) throws IOException {
    int[] ports = new int[count];
    int port = LOWEST_PORT + ThreadLocalRandom.current().nextInt(PORTS);
    for (int found = 0; found < count; port++) {
      try (ServerSocket socket = new ServerSocket(port)) {
        ports[found++] = socket.getLocalPort();
      } catch (BindException e) {
        // Taken: the next one.
      }
    }
    return ports;
  }
}
