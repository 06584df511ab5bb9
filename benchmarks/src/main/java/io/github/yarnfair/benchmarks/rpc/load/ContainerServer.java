// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.benchmarks.rpc.load;

import java.io.IOException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.DataInputByteBuffer;
import org.apache.hadoop.ipc.Server;
import org.apache.hadoop.security.Credentials;
import org.apache.hadoop.security.token.Token;
import org.apache.hadoop.security.token.TokenIdentifier;
import org.apache.hadoop.yarn.api.ContainerManagementProtocol;
import org.apache.hadoop.yarn.api.protocolrecords.StartContainerRequest;
import org.apache.hadoop.yarn.api.protocolrecords.StartContainersRequest;
import org.apache.hadoop.yarn.api.protocolrecords.StartContainersResponse;
import org.apache.hadoop.yarn.api.protocolrecords.StopContainersRequest;
import org.apache.hadoop.yarn.api.protocolrecords.StopContainersResponse;
import org.apache.hadoop.yarn.api.records.ContainerId;
import org.apache.hadoop.yarn.ipc.YarnRPC;
import org.apache.hadoop.yarn.security.AMRMTokenIdentifier;
import org.apache.hadoop.yarn.security.ContainerTokenIdentifier;
import org.apache.hadoop.yarn.server.utils.BuilderUtils;

/**
 * The containers' side of all NodeManagers: the ResourceManager starts application masters here, as
 * on real nodes, each with the token that its calls need.
 */
final class ContainerServer implements AutoCloseable {
  private static final int HANDLERS = 8;

  /** Told each container that the ResourceManager starts. */
  interface Starts {
    void started(ContainerTokenIdentifier container, Token<AMRMTokenIdentifier> token);
  }

  private final Starts starts;
  private final Server server;

  /** Starts to listen, at all addresses of this machine and a port that is free. */
  ContainerServer(Configuration conf, Starts starts) {
    this.starts = starts;
    // Of twelve calls the ResourceManager makes two.
    Object protocol =
        Proxy.newProxyInstance(
            ContainerServer.class.getClassLoader(),
            new Class<?>[] {ContainerManagementProtocol.class},
            (proxy, method, arguments) -> answer(method, arguments));
    server =
        YarnRPC.create(conf)
            .getServer(
                ContainerManagementProtocol.class,
                protocol,
                new InetSocketAddress("0.0.0.0", 0),
                conf,
                null,
                HANDLERS);
    server.start();
  }

  int port() {
    return server.getListenerAddress().getPort();
  }

  private Object answer(Method method, Object[] arguments) throws IOException {
    if (arguments[0] instanceof StartContainersRequest request) {
      return start(request);
    }
    if (arguments[0] instanceof StopContainersRequest request) {
      return StopContainersResponse.newInstance(request.getContainerIds(), Map.of());
    }
    throw new UnsupportedOperationException(method.getName());
  }

  private StartContainersResponse start(StartContainersRequest request) throws IOException {
    List<ContainerId> started = new ArrayList<>();
    for (StartContainerRequest each : request.getStartContainerRequests()) {
      ContainerTokenIdentifier container =
          BuilderUtils.newContainerTokenIdentifier(each.getContainerToken());
      starts.started(container, token(each.getContainerLaunchContext().getTokens()));
      started.add(container.getContainerID());
    }
    return StartContainersResponse.newInstance(Map.of(), started, Map.of());
  }

  /** A master finds its token so, in a file that its NodeManager writes. */
  @SuppressWarnings("unchecked") // What kind of token it is, its kind says.
  private static Token<AMRMTokenIdentifier> token(ByteBuffer tokens) throws IOException {
    Credentials credentials = new Credentials();
    DataInputByteBuffer in = new DataInputByteBuffer();
    in.reset(tokens.duplicate());
    credentials.readTokenStorageStream(in);
    for (Token<? extends TokenIdentifier> token : credentials.getAllTokens()) {
      if (token.getKind().equals(AMRMTokenIdentifier.KIND_NAME)) {
        return (Token<AMRMTokenIdentifier>) token;
      }
    }
    throw new IOException("a container without the token of a master: " + credentials);
  }

  @Override
  public void close() {
    server.stop();
  }
}
