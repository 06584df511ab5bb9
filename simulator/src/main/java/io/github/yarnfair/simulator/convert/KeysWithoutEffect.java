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
  /** What applies instead, by the key as that page names it. */
  static final Map<String, String> INSTEAD =
      Map.of(
          "<queue>.ordering-policy",
          "applications share the queue, each by 1 + its priority; submit with a priority what"
              + " is to come first");

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
