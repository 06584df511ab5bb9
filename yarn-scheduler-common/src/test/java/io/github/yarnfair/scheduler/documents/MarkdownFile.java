// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.documents;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import org.commonmark.ext.gfm.tables.TablesExtension;
import org.commonmark.node.AbstractVisitor;
import org.commonmark.node.Code;
import org.commonmark.node.Heading;
import org.commonmark.node.HtmlBlock;
import org.commonmark.node.HtmlInline;
import org.commonmark.node.Image;
import org.commonmark.node.Link;
import org.commonmark.node.Text;
import org.commonmark.parser.Parser;

/** The links, pictures and anchors of a Markdown file, by the rules of GitHub. */
final class MarkdownFile {
  private static final Parser PARSER =
      Parser.builder().extensions(List.of(TablesExtension.create())).build();

  private final Path path;
  private final List<String> links = new ArrayList<>();
  private final Set<String> anchors = new TreeSet<>();
  private final List<String> html = new ArrayList<>();

  MarkdownFile(Path path) throws IOException {
    this.path = path;
    PARSER.parse(Files.readString(path)).accept(new Contents());
  }

  Path path() {
    return path;
  }

  /** Returns the targets of pictures and of links to files and anchors, as they are written. */
  List<String> links() {
    return links;
  }

  Set<String> anchors() {
    return anchors;
  }

  /** Returns HTML among the Markdown. */
  List<String> html() {
    return html;
  }

  /** Returns the file that a link leads to. */
  Path target(String link) {
    String file = link.replaceFirst("#.*", "");
    return file.isEmpty() ? path : path.resolveSibling(file).normalize();
  }

  private final class Contents extends AbstractVisitor {
    @Override
    public void visit(Link link) {
      add(link.getDestination());
      visitChildren(link);
    }

    @Override
    public void visit(Image picture) {
      add(picture.getDestination());
    }

    @Override
    public void visit(Heading heading) {
      HeadingText text = new HeadingText();
      heading.accept(text);
      String anchor = text.anchor();
      String unused = anchor;
      for (int times = 1; !anchors.add(unused); times++) {
        unused = anchor + "-" + times;
      }
      visitChildren(heading);
    }

    @Override
    public void visit(HtmlBlock block) {
      html.add(block.getLiteral());
    }

    @Override
    public void visit(HtmlInline inline) {
      html.add(inline.getLiteral());
    }

    private void add(String link) {
      if (!link.matches("[a-z]+:.*")) {
        links.add(link);
      }
    }
  }

  private static final class HeadingText extends AbstractVisitor {
    private final StringBuilder text = new StringBuilder();

    @Override
    public void visit(Text part) {
      text.append(part.getLiteral());
    }

    @Override
    public void visit(Code part) {
      text.append(part.getLiteral());
    }

    String anchor() {
      return text.toString()
          .toLowerCase(Locale.ROOT)
          .replaceAll("[^\\p{L}\\p{M}\\p{N} _-]", "")
          .replace(' ', '-');
    }
  }
}
