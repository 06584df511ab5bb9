// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.demo;

import io.github.yarnfair.host.QueueShape;
import io.github.yarnfair.minicluster.Job;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** Draws held and ideal shares side by side: a row for each queue, an application's in its leaf. */
final class ShareTable {
  private static final int BAR = 21;
  private static final String ROW = "%-12s%6s  %-12s%5s  %-" + BAR + "s %5s %-6s %5s";

  private final QueueShape root;
  private final char filled;
  private final char mark;

  /**
   * Makes a table.
   *
   * @param unicode whether the terminal shows more than ASCII
   */
  ShareTable(QueueShape root, boolean unicode) {
    this.root = root;
    filled = unicode ? '█' : '#';
    mark = unicode ? '│' : '|';
  }

  /** The table's lines, none wider than 79 characters. */
  List<String> lines(Moment moment) {
    List<String> lines = new ArrayList<>();
    lines.add(
        ROW.formatted(
            "queue",
            "weight",
            "each task",
            "tasks",
            "dominant share " + mark + "ideal",
            "now",
            "of",
            "ideal"));
    root.children().forEach(child -> addRows(child, root.name(), "", moment, lines));
    lines.add("");
    lines.add("in use:  " + inUse(moment.holdings()));
    return lines;
  }

  private void addRows(
      QueueShape queue, String parent, String indent, Moment moment, List<String> lines) {
    String path = parent + "." + queue.name();
    String name = indent + queue.name();
    String weight = Wording.weight(queue.weight());
    Optional<Job> job = moment.jobIn(path);
    if (queue.isLeaf() && job.isEmpty()) {
      lines.add(ROW.formatted(name, weight, "", "-", "", "-", "", "-"));
    } else {
      lines.add(
          ROW.formatted(
              name,
              weight,
              job.map(present -> Wording.demand(present.demand())).orElse(""),
              moment.holdings().tasks(path),
              bar(moment.share(path), moment.ideal(path)),
              Wording.share(moment.share(path)),
              moment.holdings().dominantResource(path).map(Wording::name).orElse(""),
              Wording.share(moment.ideal(path))));
    }
    queue.children().forEach(child -> addRows(child, path, indent + "  ", moment, lines));
  }

  /** A bar as long as the share, with a mark where the ideal is. */
  private String bar(double share, double ideal) {
    StringBuilder bar = new StringBuilder();
    int length = (int) Math.round(share * (BAR - 1));
    int target = (int) Math.round(ideal * (BAR - 1));
    for (int i = 0; i < BAR; i++) {
      bar.append(i == target ? mark : i < length ? filled : ' ');
    }
    return bar.toString();
  }

  private String inUse(Holdings holdings) {
    return holdings.capacity().entrySet().stream()
        .map(
            all ->
                Wording.inUse(
                    all.getKey(), holdings.held(root.name(), all.getKey()), all.getValue()))
        .collect(Collectors.joining("   "));
  }
}
