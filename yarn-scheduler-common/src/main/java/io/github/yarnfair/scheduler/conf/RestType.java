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

import java.io.IOException;
import java.util.Arrays;
import org.apache.hadoop.conf.Configuration;

/** The shape of the answer at {@code /ws/v1/cluster/scheduler}: the option {@code rest-type}. */
public enum RestType {
  /** This project's. */
  HIERARCHICAL_FAIR_SCHEDULER("hierarchicalFairScheduler"),
  /** CapacityScheduler's, for programs that read no other. */
  CAPACITY_SCHEDULER("capacityScheduler");

  private static final String OPTION = "rest-type";

  private final String configured;

  RestType(String configured) {
    this.configured = configured;
  }

  /**
   * Reads the option.
   *
   * @param prefix what the scheduler's keys begin with, such as {@code yarn.scheduler.hdrf.}
   * @throws IOException naming file, key, value and what was expected
   */
  public static RestType read(Configuration conf, String prefix) throws IOException {
    String value = conf.getTrimmed(prefix + OPTION, HIERARCHICAL_FAIR_SCHEDULER.configured);
    return Arrays.stream(values())
        .filter(type -> type.configured.equals(value))
        .findFirst()
        .orElseThrow(
            () ->
                ConfiguredKey.refused(
                    conf, prefix + OPTION, "hierarchicalFairScheduler or capacityScheduler"));
  }
}
