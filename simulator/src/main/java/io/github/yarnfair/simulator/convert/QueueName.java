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
