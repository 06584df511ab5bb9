// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.simulator.convert;

import org.jspecify.annotations.Nullable;

/** Which names of queues the schedulers take. */
final class QueueName {
  private static final String RESERVED = "<>\",=:*?";
  private static final int MOST_CHARACTERS = 255;

  private QueueName() {}

  /** Returns what is expected of a name, or null if nothing is wrong with it. */
  static @Nullable String expected(String name) {
    if (name.contains(".")) {
      return "a name without a dot, such as \"" + name.replace(".", "_dot_") + "\"";
    }
    boolean isPrintable = name.codePoints().noneMatch(QueueName::isUnprintable);
    if (name.isBlank()
        || name.length() > MOST_CHARACTERS
        || !isPrintable
        || name.chars().anyMatch(c -> RESERVED.indexOf(c) >= 0)) {
      return "a name of 1 to %d printable characters other than . %s"
          .formatted(MOST_CHARACTERS, RESERVED.replace("", " ").strip());
    }
    return null;
  }

  private static boolean isUnprintable(int c) {
    return switch (Character.getType(c)) {
      case Character.CONTROL,
          Character.FORMAT,
          Character.LINE_SEPARATOR,
          Character.PARAGRAPH_SEPARATOR,
          Character.SURROGATE,
          Character.UNASSIGNED ->
          true;
      default -> false;
    };
  }
}
