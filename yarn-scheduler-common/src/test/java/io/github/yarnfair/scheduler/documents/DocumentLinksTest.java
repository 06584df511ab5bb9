// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.documents;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.yarnfair.core.structure.ProjectDocuments;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
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

/**
 * Links and pictures of the project's documents lead somewhere, in the repository as in the site,
 * and each document can be found.
 */
class DocumentLinksTest {
  private static final Path PROJECT = ProjectDocuments.PROJECT;

  private static final Map<Path, MarkdownFile> FILES = new TreeMap<>();

  @BeforeAll
  static void read() throws IOException {
    for (Path file : ProjectDocuments.all()) {
      FILES.put(file.normalize(), new MarkdownFile(file.normalize()));
    }
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

  /** The site shows it as text, and links in it would not be checked. */
  @Test
  void documentsHaveNoHtml() {
    assertThat(FILES.values())
        .allSatisfy(file -> assertThat(file.html()).as(file.path().toString()).isEmpty());
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
        ## [A link](page.md), Ümlaut & *both*
        [this](#a-page-with-code), [the second](#twice-1), [a site](https://example.org/#x),
        [no file](gone.md), [no
        heading](page.md#twice-2), `[code](gone.md)`, [a link](#a-link-ümlaut--both)
        ```
        [an example](gone.md)
        ```
        ![a picture](gone.png), [by a name][named], [out](../../../../../../gone.md), [output](target)

        | a table | `a|b` |
        |---|---|
        | [in a table](gone-too.md) | <b>HTML</b> |

        [named]: page.md#nowhere
        """);
    Files.createDirectory(folder.resolve("target"));
    MarkdownFile file = new MarkdownFile(page);
    assertThat(dead(file))
        .containsExactly(
            page + ": gone.md",
            page + ": page.md#twice-2",
            page + ": gone.png",
            page + ": page.md#nowhere",
            page + ": ../../../../../../gone.md",
            page + ": target",
            page + ": gone-too.md");
    assertThat(file.html()).containsExactly("<b>", "</b>");
  }

  /** A link out of the project works on the machine of its author only. */
  @Test
  void aLinkOutOfTheProjectIsDead() {
    assertThat(isOurs(PROJECT.resolve("README.md"))).isTrue();
    assertThat(isOurs(PROJECT.resolve("../elsewhere/README.md"))).isFalse();
  }

  private static List<String> dead(MarkdownFile file) throws IOException {
    List<String> dead = new ArrayList<>();
    for (String link : file.links()) {
      Path target = file.target(link);
      int anchor = link.indexOf('#');
      boolean leads =
          isOurs(target)
              && Files.exists(target)
              && (anchor < 0 || document(target).anchors().contains(link.substring(anchor + 1)));
      if (!leads) {
        dead.add(file.path() + ": " + link);
      }
    }
    return dead;
  }

  private static MarkdownFile document(Path path) throws IOException {
    MarkdownFile known = FILES.get(path);
    return known != null ? known : new MarkdownFile(path);
  }

  private static boolean isOurs(Path file) {
    for (Path name : file) {
      if (ProjectDocuments.NOT_OURS.contains(name.toString())) {
        return false;
      }
    }
    return !file.startsWith(PROJECT.resolve(".."));
  }
}
