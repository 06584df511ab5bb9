// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.documents;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Links between the project's documents lead somewhere, and each document can be found. */
class DocumentLinksTest {
  private static final Path PROJECT = Path.of("..");
  private static final Set<String> NOT_OURS = Set.of(".git", "target", "node_modules");

  private static final Map<Path, MarkdownFile> FILES = new TreeMap<>();

  @BeforeAll
  static void read() throws IOException {
    Files.walkFileTree(
        PROJECT,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
            return NOT_OURS.contains(folder.getFileName().toString())
                ? FileVisitResult.SKIP_SUBTREE
                : FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
              throws IOException {
            if (file.toString().endsWith(".md")) {
              FILES.put(file.normalize(), new MarkdownFile(file.normalize()));
            }
            return FileVisitResult.CONTINUE;
          }
        });
  }

  @Test
  void eachLinkLeadsToAFileAndAHeading() throws IOException {
    List<String> dead = new ArrayList<>();
    for (MarkdownFile file : FILES.values()) {
      dead.addAll(dead(file));
    }
    assertThat(FILES).hasSizeGreaterThan(50);
    assertThat(dead).isEmpty();
  }

  @Test
  void eachDocumentIsReachedFromTheReadme() {
    Set<Path> reached = new TreeSet<>();
    Deque<Path> open = new ArrayDeque<>(List.of(PROJECT.resolve("README.md")));
    while (!open.isEmpty()) {
      MarkdownFile file = FILES.get(open.remove());
      if (file != null && reached.add(file.path())) {
        file.links().forEach(link -> open.add(file.target(link)));
      }
    }
    assertThat(reached).containsExactlyElementsOf(FILES.keySet());
  }

  /** What the other tests would miss if links were not found. */
  @Test
  void deadLinksAreFound(@TempDir Path folder) throws IOException {
    Path page = folder.resolve("page.md");
    Files.writeString(
        page,
        """
        # A page, with `code`
        ## Twice
        ## Twice
        [this](#a-page-with-code), [the second](#twice-1), [a site](https://example.org/#x),
        [no file](gone.md), [no
        heading](page.md#twice-2), `[code](gone.md)`
        ```
        [an example](gone.md)
        ```
        """);
    assertThat(dead(new MarkdownFile(page)))
        .containsExactly(page + ": gone.md", page + ": page.md#twice-2");
  }

  private static List<String> dead(MarkdownFile file) throws IOException {
    List<String> dead = new ArrayList<>();
    for (String link : file.links()) {
      Path target = file.target(link);
      int anchor = link.indexOf('#');
      boolean leads =
          Files.exists(target)
              && (anchor < 0
                  || new MarkdownFile(target).anchors().contains(link.substring(anchor + 1)));
      if (!leads) {
        dead.add(file.path() + ": " + link);
      }
    }
    return dead;
  }
}
