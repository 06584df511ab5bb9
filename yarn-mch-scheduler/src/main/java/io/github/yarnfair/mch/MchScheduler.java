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

import io.github.yarnfair.core.FairnessPolicy;
import io.github.yarnfair.scheduler.HierarchicalScheduler;
import io.github.yarnfair.scheduler.conf.ConfiguredKey;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.util.MonotonicClock;

/**
 * Multi-resource Collapsed Hierarchies for YARN: the class an administrator names as {@code
 * yarn.resourcemanager.scheduler.class}.
 *
 * <p>Options:
 *
 * <ul>
 *   <li>{@value #WEIGHTS_KEY}: {@code exact} (default), {@code uniform} or {@code published}; see
 *       {@link MchPolicy}.
 *   <li>{@value #REFRESH_INTERVAL_KEY}: maximum staleness of exact weights, in milliseconds, 1000
 *       by default. They are recomputed before a decision, under the scheduler's lock; with 0
 *       before every decision for which something that they depend on has changed.
 * </ul>
 */
public final class MchScheduler extends HierarchicalScheduler {
  /**
   * How the hierarchy becomes flat weights: {@code exact}, {@code uniform} or {@code published}.
   */
  public static final String WEIGHTS_KEY = "yarn.scheduler.mch.weights";

  /** The least time between two computations of exact weights, in milliseconds. */
  public static final String REFRESH_INTERVAL_KEY = "yarn.scheduler.mch.refresh-interval-ms";

  private static final String DEFAULT_REFRESH_INTERVAL = "1000";
  private static final long LONGEST_REFRESH_INTERVAL = 3_600_000;

  /** Created by the ResourceManager. */
  public MchScheduler() {
    super(MchScheduler.class.getName());
  }

  @Override
  protected FairnessPolicy createPolicy(Configuration configuration) throws IOException {
    long refreshInterval = refreshInterval(configuration);
    String weights = configuration.getTrimmed(WEIGHTS_KEY, "exact");
    return switch (weights) {
      case "exact" ->
          MchPolicy.exact(new RecentIdealShare(refreshInterval, new MonotonicClock()::getTime));
      case "uniform" -> MchPolicy.uniform();
      case "published" -> MchPolicy.published();
      default ->
          throw ConfiguredKey.refused(configuration, WEIGHTS_KEY, "exact, uniform or published");
    };
  }

  private static long refreshInterval(Configuration configuration) throws IOException {
    String interval = configuration.getTrimmed(REFRESH_INTERVAL_KEY, DEFAULT_REFRESH_INTERVAL);
    try {
      long millis = Long.parseLong(interval);
      if (millis >= 0 && millis <= LONGEST_REFRESH_INTERVAL) {
        return millis;
      }
    } catch (NumberFormatException e) {
      // Refused below, as a number out of range is.
    }
    throw ConfiguredKey.refused(
        configuration,
        REFRESH_INTERVAL_KEY,
        "a whole number of milliseconds from 0 to " + LONGEST_REFRESH_INTERVAL);
  }
}
