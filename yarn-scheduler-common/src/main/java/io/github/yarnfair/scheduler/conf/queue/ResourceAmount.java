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
package io.github.yarnfair.scheduler.conf.queue;

import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.api.records.ResourceInformation;

/**
 * An amount of one resource type.
 *
 * @param resource YARN's name of the type: {@code memory-mb}, {@code vcores}, {@code yarn.io/gpu}
 * @param value at least 0, in the unit that the type is declared with (memory: MiB)
 */
public record ResourceAmount(String resource, long value) {

  /** This amount over a total of the type; 0 if that is none. */
  double shareOf(Resource ofAll) {
    long total = ofAll.getResourceValue(resource);
    return total > 0 ? (double) value / total : 0;
  }

  /** Whether every resource type of {@code total} is at zero. */
  static boolean isEmpty(Resource total) {
    for (ResourceInformation information : total.getResources()) {
      if (information.getValue() > 0) {
        return false;
      }
    }
    return true;
  }
}
