// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.benchmarks.rpc.load;

import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import org.apache.hadoop.yarn.api.records.NodeId;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.api.records.ResourceOption;
import org.apache.hadoop.yarn.exceptions.YarnException;
import org.apache.hadoop.yarn.server.api.ResourceManagerAdministrationProtocol;
import org.apache.hadoop.yarn.server.api.protocolrecords.UpdateNodeResourceRequest;
import org.apache.hadoop.yarn.util.resource.Resources;

/**
 * Makes nodes smaller and larger again, in turn, by the call of {@code yarn rmadmin
 * -updateNodeResource}: by 1 GiB and one vcore, so that a smaller node is overcommitted by little.
 */
final class Resizes {
  private static final Resource STEP = Resource.newInstance(1024, 1);

  private final ResourceManagerAdministrationProtocol administrator;
  private final SimulatedNodes nodes;
  private long resizes;

  Resizes(ResourceManagerAdministrationProtocol administrator, SimulatedNodes nodes) {
    this.administrator = administrator;
    this.nodes = nodes;
  }

  /**
   * Resizes the next nodes, in one call: all of them are made smaller, then all larger, and so on.
   *
   * @param batch how many, at most as many as there are
   */
  void next(int batch) throws YarnException, IOException {
    Map<NodeId, ResourceOption> sizes = new HashMap<>();
    for (int i = 0; i < batch; i++) {
      SimulatedNode node = nodes.all().get((int) (resizes % nodes.all().size()));
      boolean smaller = resizes++ / nodes.all().size() % 2 == 0;
      Resource size = smaller ? Resources.subtract(node.total(), STEP) : node.total();
      sizes.put(
          node.id(),
          ResourceOption.newInstance(size, ResourceOption.OVER_COMMIT_TIMEOUT_MILLIS_DEFAULT));
    }
    administrator.updateNodeResource(UpdateNodeResourceRequest.newInstance(sizes));
  }
}
