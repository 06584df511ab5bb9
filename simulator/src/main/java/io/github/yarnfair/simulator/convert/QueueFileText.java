// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.simulator.convert;

import java.util.List;

/** The text of a queue file: properties in the order in which they are added. */
final class QueueFileText {
  private static final String PREFIX = "yarn.scheduler.capacity.";

  private final StringBuilder body = new StringBuilder();

  /** Adds a comment of one line before what follows. */
  void heading(String text) {
    body.append("\n  <!-- ").append(inComment(text)).append(" -->\n");
  }

  /** Adds a property of all queues. */
  void put(String key, String value) {
    body.append("  <property>\n    <name>")
        .append(inElement(PREFIX + key))
        .append("</name>\n    <value>")
        .append(inElement(value))
        .append("</value>\n  </property>\n");
  }

  /** Adds a property of one queue. */
  void put(AllocationQueue queue, String key, String value) {
    put(queue.path() + "." + key, value);
  }

  /**
   * Returns the file.
   *
   * @param source the name of the file that it was made from
   * @param notes what has no counterpart
   */
  String finish(Object source, List<String> notes) {
    StringBuilder text = new StringBuilder("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<!-- ");
    text.append(inComment("Queues from " + source + ", by simulator.jar convert."));
    if (!notes.isEmpty()) {
      text.append("\n\n     Not the same as there:\n");
      notes.forEach(note -> text.append("     ").append(inComment(note)).append('\n'));
      text.append("    ");
    }
    return text.append(" -->\n<configuration>")
        .append(body)
        .append("</configuration>\n")
        .toString();
  }

  /** Two hyphens would end a comment, and one at its end as well. */
  private static String inComment(String text) {
    return text.replaceAll("-(?=-|$)", "- ");
  }

  /** In ASCII, whatever the encoding of standard output is. */
  private static String inElement(String text) {
    StringBuilder escaped = new StringBuilder();
    text.codePoints()
        .forEach(
            c -> {
              if ("&<>\r".indexOf(c) >= 0 || c > '~') {
                escaped.append("&#").append(c).append(';');
              } else {
                escaped.appendCodePoint(c);
              }
            });
    return escaped.toString();
  }
}
