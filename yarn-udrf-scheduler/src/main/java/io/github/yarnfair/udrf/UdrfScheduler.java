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
package io.github.yarnfair.udrf;

import io.github.yarnfair.core.FairnessPolicy;
import io.github.yarnfair.hdrf.HdrfPolicy;
import io.github.yarnfair.scheduler.HierarchicalScheduler;
import io.github.yarnfair.scheduler.conf.ConfiguredKey;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;

/**
 * User-dependence dominant resource fairness (UDRF) for YARN: the class an administrator names as
 * {@code yarn.resourcemanager.scheduler.class}.
 *
 * <p>Users are the leaf queues, jobs their applications, machine classes the partitions. Option
 * {@value #HIERARCHY_KEY}: {@code flat} (default, {@link UdrfPolicy}) or {@code tree} ({@link
 * HdrfPolicy}, H-DRF over the tree of queues).
 */
public final class UdrfScheduler extends HierarchicalScheduler {
  /** How queues are compared: {@code flat} or {@code tree}. */
  public static final String HIERARCHY_KEY = "yarn.scheduler.udrf.hierarchy";

  /** Created by the ResourceManager. */
  public UdrfScheduler() {
    super(UdrfScheduler.class.getName());
  }

  @Override
  protected FairnessPolicy createPolicy(Configuration configuration) throws IOException {
    String hierarchy = configuration.getTrimmed(HIERARCHY_KEY, "flat");
    return switch (hierarchy) {
      case "flat" -> new UdrfPolicy();
      case "tree" -> new HdrfPolicy();
      default -> throw ConfiguredKey.refused(configuration, HIERARCHY_KEY, "flat or tree");
    };
  }
}
