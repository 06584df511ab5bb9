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
package io.github.yarnfair.simulator.convert;

import java.util.Map;

/**
 * Keys that a converted file has although the schedulers do not act on them: they are the exact
 * counterparts under CapacityScheduler. A test compares them with {@code configuration-keys.md}.
 */
final class KeysWithoutEffect {
  private static final String MASTERS =
      "applications are limited by maximum-am-resource-percent, not by their number";
  private static final String CONTAINER =
      "yarn.scheduler.maximum-allocation-mb and -vcores in yarn-site.xml bound all containers";

  /** What applies instead, by the key as that page names it. */
  static final Map<String, String> INSTEAD =
      Map.of(
          "<queue>.max-parallel-apps", MASTERS,
          "max-parallel-apps", MASTERS,
          "user.",
              "give each user a queue (the rule user below a queue of type parent) and let"
                  + " maximum-am-resource-percent limit it",
          "<queue>.maximum-allocation-mb", CONTAINER,
          "<queue>.maximum-allocation-vcores", CONTAINER,
          "<queue>.maximum-allocation", CONTAINER);

  private KeysWithoutEffect() {}

  /**
   * Adds a note if the schedulers do not act on a key.
   *
   * @param documented the key as the page names it
   * @param written the key in the file, without its prefix
   */
  static void noteIfAny(
      String documented, String written, XmlElement element, String where, Findings findings) {
    String instead = INSTEAD.get(documented);
    if (instead != null) {
      findings.note(
          element, where, "written as " + written + ", on which nothing acts: " + instead);
    }
  }
}
