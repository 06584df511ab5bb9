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
package io.github.yarnfair.scheduler.conf;

import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.conf.YarnConfiguration;

/**
 * Parts of YARN that {@code yarn-site.xml} switches on, that work with CapacityScheduler, and that
 * this scheduler does not have.
 */
public final class Unsupported {
  private Unsupported() {}

  /** Returns what is switched on: file, key, value and the consequence of each. */
  public static List<String> of(Configuration conf) {
    String key = YarnConfiguration.RM_RESERVATION_SYSTEM_ENABLE;
    return conf.getBoolean(key, false)
        ? List.of(
            new ConfiguredKey(conf, key, "yarn-site.xml").describe() + ": reservations are refused")
        : List.of();
  }
}
