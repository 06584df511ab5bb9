// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.it.rivals;

import io.github.yarnfair.core.scenario.TreeSpec;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/** The outcomes of one workload under several schedulers, side by side. */
final class Comparison {
  private final Workload workload;
  private final Map<String, Double> ideal;
  private final Map<Rival, Outcome> outcomes = new EnumMap<>(Rival.class);

  private Comparison(Workload workload) {
    this.workload = workload;
    ideal = workload.ideal();
  }

  /** Runs the workload under each scheduler and prints the figures. */
  static Comparison run(
      String title, Workload workload, int rounds, List<Long> seeds, Rival... rivals)
      throws Exception {
    Comparison comparison = new Comparison(workload);
    for (Rival rival : rivals) {
      comparison.outcomes.put(rival, Outcome.measure(rival, workload, rounds, seeds));
    }
    System.out.printf(
        "%n%s; applications by leaf queue %s; seeds %s%n%s",
        title, workload.applications(), seeds, comparison.table());
    return comparison;
  }

  /** Returns what came out under a scheduler. */
  Outcome of(Rival rival) {
    return outcomes.get(rival);
  }

  /** Returns the leaves in pre-order. */
  Set<String> leaves() {
    return ideal.keySet();
  }

  /** Returns the ideal number of tasks of a leaf. */
  double ideal(String leaf) {
    return ideal.get(leaf);
  }

  private String table() {
    StringBuilder table = new StringBuilder();
    table.append(row("running tasks (dominant share)", "ideal", Rival::toString));
    for (TreeSpec leaf : workload.leaves()) {
      table.append(
          row(
              leaf.name(),
              cell(leaf, ideal.get(leaf.name())),
              rival -> cell(leaf, of(rival).tasks(leaf.name()))));
    }
    for (ResourceKind kind : workload.kinds()) {
      String name = "idle " + kind.name().toLowerCase(Locale.ROOT);
      table.append(row(name, "", rival -> percent(of(rival).idle(kind))));
    }
    return table.toString();
  }

  private String row(String head, String ideal, Function<Rival, String> cell) {
    return "%-32s%18s".formatted(head, ideal)
        + outcomes.keySet().stream()
            .map(rival -> "%18s".formatted(cell.apply(rival)))
            .collect(Collectors.joining("", "", "\n"));
  }

  private String cell(TreeSpec leaf, double tasks) {
    return String.format(
        Locale.ROOT, "%.1f (%s)", tasks, percent(workload.dominantShare(leaf, tasks)));
  }

  private static String percent(double fraction) {
    return String.format(Locale.ROOT, "%.1f %%", 100 * Math.abs(fraction));
  }
}
