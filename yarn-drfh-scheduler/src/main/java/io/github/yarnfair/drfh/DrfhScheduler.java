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
package io.github.yarnfair.drfh;

import io.github.yarnfair.core.FairnessPolicy;
import io.github.yarnfair.core.ShareSpace;
import io.github.yarnfair.core.nodes.NodeChoice;
import io.github.yarnfair.hdrf.HdrfPolicy;
import io.github.yarnfair.scheduler.HierarchicalScheduler;
import io.github.yarnfair.scheduler.conf.ConfiguredKey;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;

/**
 * DRF on heterogeneous servers (DRFH) for YARN: the class an administrator names as {@code
 * yarn.resourcemanager.scheduler.class}.
 *
 * <p>Option {@value #HIERARCHY_KEY}: {@code flat} (default, {@link DrfhPolicy}) or {@code tree}
 * ({@link HdrfPolicy}, H-DRF over the tree of queues). The node for a task is chosen by the paper's
 * best fit where memory and vcores are the only resource types, and by the fragmentation gradient
 * where there are devices, unless {@code yarn.scheduler.drfh.node-choice} says otherwise.
 */
public final class DrfhScheduler extends HierarchicalScheduler {
  /** How queues are compared: {@code flat} or {@code tree}. */
  public static final String HIERARCHY_KEY = "yarn.scheduler.drfh.hierarchy";

  /** Created by the ResourceManager. */
  public DrfhScheduler() {
    super(DrfhScheduler.class.getName());
  }

  @Override
  protected FairnessPolicy createPolicy(Configuration configuration) throws IOException {
    String hierarchy = configuration.getTrimmed(HIERARCHY_KEY, "flat");
    return switch (hierarchy) {
      case "flat" -> new DrfhPolicy();
      case "tree" -> new HdrfPolicy();
      default -> throw ConfiguredKey.refused(configuration, HIERARCHY_KEY, "flat or tree");
    };
  }

  /** The paper's share is of the whole cluster. */
  @Override
  protected ShareSpace.Kind defaultShareSpace() {
    return ShareSpace.Kind.CLUSTER;
  }

  /** The paper's. */
  @Override
  protected NodeChoice defaultNodeChoice() {
    return NodeChoice.BEST_FIT;
  }
}
