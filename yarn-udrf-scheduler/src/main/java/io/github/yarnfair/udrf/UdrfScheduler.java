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
 * <p>Jobs are applications, machine classes the partitions. Users are by option {@value #USERS_KEY}
 * the leaf queues ({@code leaf-queues}, default) or YARN's users within each leaf queue ({@code
 * users-of-queues}). Option {@value #HIERARCHY_KEY}: {@code flat} (default, {@link UdrfPolicy}) or
 * {@code tree} ({@link HdrfPolicy}, H-DRF over the tree of queues).
 */
public final class UdrfScheduler extends HierarchicalScheduler {
  /** How queues are compared: {@code flat} or {@code tree}. */
  public static final String HIERARCHY_KEY = "yarn.scheduler.udrf.hierarchy";

  /** Which are the users of the paper: {@code leaf-queues} or {@code users-of-queues}. */
  public static final String USERS_KEY = "yarn.scheduler.udrf.users";

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

  @Override
  protected boolean usersAreShares(Configuration configuration) throws IOException {
    String users = configuration.getTrimmed(USERS_KEY, "leaf-queues");
    return switch (users) {
      case "leaf-queues" -> false;
      case "users-of-queues" -> true;
      default ->
          throw ConfiguredKey.refused(configuration, USERS_KEY, "leaf-queues or users-of-queues");
    };
  }
}
