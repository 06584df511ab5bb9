// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.conf.file;

import io.github.yarnfair.scheduler.conf.key.QueueKey;
import io.github.yarnfair.scheduler.conf.key.QueueKeys;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** The rows of the table of a queue's keys in {@code docs/configuration.md}. */
final class KeyPage {
  /** Writes the rows into the page instead of comparing them. */
  static final String WRITE = "yarnfair.writeKeys";

  private static final Path PAGE = Path.of("..", "docs", "configuration.md");
  private static final String ROW = "| `<queue>.";

  private KeyPage() {}

  /** Returns the rows as they are derived from the declarations, by key. */
  static List<String> derived() {
    Map<String, String> rows = new TreeMap<>();
    for (QueueKey<?> key : QueueKeys.all()) {
      rows.put(key.name(), "acted on | " + key.page());
    }
    Vocabulary.QUEUE.ignored().forEach((key, why) -> rows.put(key, status(key) + " | " + why));
    return rows.entrySet().stream()
        .map(row -> ROW + row.getKey() + "` | " + row.getValue() + " |")
        .toList();
  }

  private static String status(String key) {
    Set<String> accepted = Vocabulary.QUEUE.accepted().getOrDefault(key, Set.of());
    return accepted.isEmpty()
        ? "named"
        : "accepted: `%s`; else named".formatted(String.join("`, `", accepted));
  }

  /** Returns the rows of the page. */
  static List<String> written() throws IOException {
    return Files.readAllLines(PAGE).stream().filter(line -> line.startsWith(ROW)).toList();
  }

  /** Replaces the rows of the page. */
  static void write() throws IOException {
    List<String> lines = new ArrayList<>(Files.readAllLines(PAGE));
    int first = lines.indexOf(written().get(0));
    lines.removeIf(line -> line.startsWith(ROW));
    lines.addAll(first, derived());
    Files.writeString(PAGE, String.join("\n", lines) + "\n");
  }
}
