// SPDX-License-Identifier: Apache-2.0
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
