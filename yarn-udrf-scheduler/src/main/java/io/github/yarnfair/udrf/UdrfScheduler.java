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

import io.github.yarnfair.scheduler.HierarchicalScheduler;

/**
 * User-dependence dominant resource fairness (UDRF) for YARN: the class an administrator names as
 * {@code yarn.resourcemanager.scheduler.class}. Its options are those of {@link UdrfRule}.
 */
public final class UdrfScheduler extends HierarchicalScheduler {
  /** How queues are compared: {@code flat} or {@code tree}. */
  public static final String HIERARCHY_KEY = "yarn.scheduler.udrf.hierarchy";

  /** The users of the paper: {@code leaf-queues} or {@code users-of-queues}. */
  public static final String USERS_KEY = "yarn.scheduler.udrf.users";

  /** Created by the ResourceManager. */
  public UdrfScheduler() {
    super(new UdrfRule());
  }
}
