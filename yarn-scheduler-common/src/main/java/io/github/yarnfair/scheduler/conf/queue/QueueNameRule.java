// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.conf.queue;

import io.github.yarnfair.scheduler.conf.LogText;
import org.jspecify.annotations.Nullable;

/**
 * The valid names of queues: 1 to 255 printable characters, no space at either end, no dot, and
 * none of those in {@link #RESERVED}.
 *
 * <p>Names of created queues come from users, and all names go into logs, pages, and the names of
 * metrics, in which the reserved characters separate fields.
 */
final class QueueNameRule {
  static final String RESERVED = "<>\",=:*?";

  private static final int MOST_CHARACTERS = 255;

  private QueueNameRule() {}

  /**
   * Returns what is wrong with a name of a queue, the last part of its path, fit for a message;
   * null if nothing is.
   */
  static @Nullable String problem(String name) {
    if (name.isBlank()) {
      return "\"" + LogText.of(name) + "\" is an empty name";
    }
    if (name.length() > MOST_CHARACTERS) {
      return "\"%s\" has %d characters, a queue's name has %d at most"
          .formatted(LogText.of(name), name.length(), MOST_CHARACTERS);
    }
    if (!name.equals(name.strip())) {
      return "\"" + LogText.of(name) + "\" begins or ends with a space";
    }
    for (int i = 0; i < name.length(); i++) {
      char c = name.charAt(i);
      if (c == '.' || RESERVED.indexOf(c) >= 0 || !LogText.isPrintable(c)) {
        return "\"%s\" has the character %s, a queue's name has printable ones other than . %s"
            .formatted(LogText.of(name), LogText.of(c), RESERVED.replace("", " ").strip());
      }
    }
    return null;
  }
}
