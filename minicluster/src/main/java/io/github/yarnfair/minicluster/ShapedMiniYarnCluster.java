// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.minicluster;

import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.service.AbstractService;
import org.apache.hadoop.service.Service;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.server.MiniYARNCluster;
import org.apache.hadoop.yarn.server.nodemanager.NodeManager;
import org.apache.hadoop.yarn.server.resourcemanager.ResourceManager;

/**
 * A MiniYARNCluster whose NodeManagers differ. The base class makes them privately and from one
 * configuration; the one place to step in is where it adds them as services.
 */
final class ShapedMiniYarnCluster extends MiniYARNCluster {
  private static final String NODE_SERVICE = "NodeManagerWrapper";

  private final int resourceManagers;
  private final List<NodeShape> shapes;
  private final Map<String, Map<String, String>> nodeSettings;
  private final Consumer<Throwable> schedulerFailures;
  private int nodesAdded;

  ShapedMiniYarnCluster(ClusterBuilder builder, Consumer<Throwable> schedulerFailures) {
    super(builder.name, builder.resourceManagers, builder.nodes.size(), 1, 1);
    this.resourceManagers = builder.resourceManagers;
    this.shapes = List.copyOf(builder.nodes);
    this.nodeSettings = Map.copyOf(builder.nodeSettings);
    this.schedulerFailures = schedulerFailures;
  }

  @Override
  protected void addService(Service service) {
    boolean isNode = service.getName().contains(NODE_SERVICE);
    super.addService(isNode ? new ShapedNode(service, nodesAdded++) : service);
  }

  @Override
  protected ResourceManager createResourceManager() {
    return new RecordingResourceManager(schedulerFailures);
  }

  @Override
  protected void serviceStop() throws Exception {
    for (int i = 0; i < shapes.size(); i++) {
      stopNodeManager(i);
    }
    for (int i = 0; i < resourceManagers; i++) {
      ResourceManager resourceManager = getResourceManager(i);
      if (resourceManager != null && resourceManager.isInState(STATE.STARTED)) {
        // Or else it waits for ApplicationMasters to sign off, and those that were killed never do.
        stopResourceManager(i);
      }
    }
    super.serviceStop();
  }

  private void stopNodeManager(int index) {
    NodeManager node = getNodeManager(index);
    if (node != null && node.isInState(STATE.STARTED)) {
      node.stop();
    }
  }

  /** Starts one NodeManager with its own keys. */
  private final class ShapedNode extends AbstractService {
    private final Service node;
    private final int index;

    ShapedNode(Service node, int index) {
      super(shapes.get(index).name());
      this.node = node;
      this.index = index;
    }

    @Override
    protected void serviceInit(Configuration conf) throws Exception {
      Configuration own = new YarnConfiguration(conf);
      NodeShape shape = shapes.get(index);
      shape.applyTo(own);
      nodeSettings.getOrDefault(shape.name(), Map.of()).forEach(own::set);
      NodeStatics.reset();
      node.init(own);
      super.serviceInit(conf);
    }

    @Override
    protected void serviceStart() throws Exception {
      // A static filter would make its web pages shadow the ResourceManager's.
      getNodeManager(index).disableWebServer();
      node.start();
      super.serviceStart();
    }

    @Override
    protected void serviceStop() throws Exception {
      node.stop();
      super.serviceStop();
    }
  }
}
