// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.documents;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;

/** The links and anchors of a Markdown file, by the rules of GitHub. */
final class MarkdownFile {
  private static final Pattern FENCED = Pattern.compile("(?ms)^ *```.*?^ *``` *$");
  private static final Pattern CODE = Pattern.compile("`[^`]*`");
  private static final Pattern LINK = Pattern.compile("]\\(([^)\\s]+)\\)");
  private static final Pattern HEADING = Pattern.compile("(?m)^#{1,6} +(.+?) *$");
  private static final Pattern LINK_TEXT = Pattern.compile("\\[([^]]*)]\\([^)]*\\)");

  private final Path path;
  private final String text;

  MarkdownFile(Path path) throws IOException {
    this.path = path;
    text = FENCED.matcher(Files.readString(path)).replaceAll("");
  }

  Path path() {
    return path;
  }

  /** Returns the targets of links to other files and to anchors, as they are written. */
  List<String> links() {
    List<String> links = new ArrayList<>();
    CODE.matcher(text)
        .replaceAll("")
        .transform(LINK::matcher)
        .results()
        .map(result -> result.group(1))
        .filter(link -> !link.matches("[a-z]+:.*"))
        .forEach(links::add);
    return links;
  }

  /** Returns the file that a link leads to. */
  Path target(String link) {
    String file = link.replaceFirst("#.*", "");
    return file.isEmpty() ? path : path.resolveSibling(file).normalize();
  }

  Set<String> anchors() {
    Set<String> anchors = new TreeSet<>();
    Map<String, Integer> times = new HashMap<>();
    HEADING
        .matcher(text)
        .results()
        .map(heading -> anchor(heading.group(1)))
        .forEach(
            anchor -> {
              int before = times.merge(anchor, 1, Integer::sum) - 1;
              anchors.add(before == 0 ? anchor : anchor + "-" + before);
            });
    return anchors;
  }

  private static String anchor(String heading) {
    return LINK_TEXT
        .matcher(heading)
        .replaceAll("$1")
        .toLowerCase(Locale.ROOT)
        .replaceAll("[^\\p{L}\\p{N} _-]", "")
        .replace(' ', '-');
  }
}
