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
package io.github.yarnfair.mch;

import io.github.yarnfair.scheduler.HierarchicalScheduler;

/**
 * Multi-resource Collapsed Hierarchies for YARN: the class an administrator names as {@code
 * yarn.resourcemanager.scheduler.class}. Its options are those of {@link MchRule}.
 */
public final class MchScheduler extends HierarchicalScheduler {
  /** Weights of the flat rule: {@code exact}, {@code uniform} or {@code published}. */
  public static final String WEIGHTS_KEY = "yarn.scheduler.mch.weights";

  /** The least time between two computations of exact weights, in milliseconds. */
  public static final String REFRESH_INTERVAL_KEY = "yarn.scheduler.mch.refresh-interval-ms";

  /** Created by the ResourceManager. */
  public MchScheduler() {
    super(new MchRule());
  }
}
