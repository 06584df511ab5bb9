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
package io.github.yarnfair.scheduler.conf.file;

import java.util.Collection;
import org.apache.commons.text.similarity.LevenshteinDistance;
import org.jspecify.annotations.Nullable;

/** Finds what a misspelt word was meant to be. */
final class Similar {
  private static final int MAXIMUM_EDITS = 3;

  private Similar() {}

  /**
   * The candidate with the fewest edits.
   *
   * @return null if none is within a quarter of the word's length, or within three edits
   */
  static @Nullable String find(String word, Collection<String> candidates) {
    int limit = Math.min(MAXIMUM_EDITS, Math.max(1, word.length() / 4));
    String closest = null;
    for (String candidate : candidates) {
      int edits = new LevenshteinDistance(limit).apply(word, candidate);
      if (edits >= 0) {
        closest = candidate;
        limit = edits - 1;
      }
      if (limit < 0) {
        break;
      }
    }
    return closest;
  }
}
