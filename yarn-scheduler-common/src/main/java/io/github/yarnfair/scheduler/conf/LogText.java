// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.conf;

import org.jspecify.annotations.Nullable;

/**
 * Makes text that users chose (names of queues, users, applications, places and labels) fit for one
 * line of a log, a message or a page: a line break in it would let its author forge the next line.
 */
public final class LogText {
  /** Longer text is cut off: a name may have 100,000 characters. */
  static final int MOST_CHARACTERS = 256;

  private static final int MOST_OF_LINE = 4096;

  private LogText() {}

  /**
   * Returns text as it is if it is printable and has at most 256 characters. Otherwise characters
   * that are not printable are replaced by their Unicode escapes, and longer text is cut off with a
   * note at its end.
   */
  public static String of(@Nullable Object text) {
    return of(text, MOST_CHARACTERS);
  }

  /**
   * Returns text about a whole request in the same way: in one line of at most 4,096 characters.
   */
  public static String line(@Nullable Object text) {
    return of(text, MOST_OF_LINE);
  }

  private static String of(@Nullable Object text, int most) {
    String all = String.valueOf(text);
    int length = Math.min(all.length(), most);
    int printable = 0;
    while (printable < length && isPrintable(all.charAt(printable))) {
      printable++;
    }
    if (printable == all.length()) {
      return all;
    }
    StringBuilder escaped = new StringBuilder(all.substring(0, printable));
    for (int i = printable; i < length; i++) {
      char c = all.charAt(i);
      if (isPrintable(c)) {
        escaped.append(c);
      } else {
        escaped.append("\\u%04x".formatted((int) c));
      }
    }
    if (length < all.length()) {
      escaped.append("... (").append(all.length()).append(" characters)");
    }
    return escaped.toString();
  }

  /**
   * Returns whether a character is shown as itself: no control character, line or paragraph
   * separator, and none that is invisible or changes the direction of the text.
   */
  public static boolean isPrintable(char c) {
    return switch (Character.getType(c)) {
      case Character.CONTROL,
          Character.FORMAT,
          Character.LINE_SEPARATOR,
          Character.PARAGRAPH_SEPARATOR,
          Character.PRIVATE_USE,
          Character.UNASSIGNED ->
          false;
      default -> true;
    };
  }
}
