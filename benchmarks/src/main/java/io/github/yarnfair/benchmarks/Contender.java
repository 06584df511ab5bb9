// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.benchmarks;

import io.github.yarnfair.benchmarks.workload.DemandKinds;
import io.github.yarnfair.benchmarks.workload.Setting;
import io.github.yarnfair.benchmarks.workload.TreeShape;
import io.github.yarnfair.benchmarks.workload.Workload;
import io.github.yarnfair.core.ideal.IdealShare;
import io.github.yarnfair.core.policy.FairnessPolicy;
import io.github.yarnfair.core.policy.Selection;
import io.github.yarnfair.core.policy.TreePassSelection;
import io.github.yarnfair.mch.MchPolicy;
import io.github.yarnfair.simulator.rule.Rule;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What chooses the leaf: a rule, or the floor, which follows none.
 *
 * @param rule of the simulator's registry; null for the floor
 */
public record Contender(@Nullable Rule rule) implements Comparable<Contender> {
  /** No fairness at all, see {@link RotatingSelection}. */
  public static final Contender FLOOR = new Contender(null);

  private static final Comparator<Contender> FLOOR_FIRST =
      Comparator.comparing(Contender::rule, Comparator.nullsFirst(Comparator.naturalOrder()));

  /** Returns the rules that are measured beside the floor: each scheduler's own. */
  static List<Contender> rules() {
    return Stream.of(Rule.H_DRF, Rule.H_DRF_PUBLISHED, Rule.DFF, Rule.MCH_EXACT, Rule.MCH_UNIFORM)
        .map(Contender::new)
        .toList();
  }

  /**
   * Returns the contender of a label.
   *
   * @throws IllegalArgumentException if there is none
   */
  public static Contender labelled(String label) {
    return Stream.concat(Stream.of(FLOOR), rules().stream())
        .filter(contender -> contender.label().equals(label))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("no contender is labelled " + label));
  }

  /** Returns the name on the command line and in tables. */
  String label() {
    return rule == null ? "floor" : rule.toString();
  }

  /** Returns whether there is a faster selection than the plain recursion. */
  boolean hasFastEngine(int resources) {
    Workload smallest =
        new Workload(new Setting(1, TreeShape.FLAT, resources, DemandKinds.LEAST, 1));
    return !(selection(smallest, Engine.FAST) instanceof TreePassSelection);
  }

  /** Creates the selection over a workload's tree; the floor has only one. */
  public Selection selection(Workload workload, Engine engine) {
    if (rule == null) {
      return new RotatingSelection(workload);
    }
    FairnessPolicy policy = policy(rule, workload);
    return engine == Engine.PLAIN
        ? new TreePassSelection(workload.tree(), policy)
        : policy.over(workload.tree());
  }

  /**
   * Returns a rule's policy. MCH's ideal shares are computed once beforehand: a scheduler
   * recomputes them at most once a second.
   */
  private static FairnessPolicy policy(Rule rule, Workload workload) {
    if (rule != Rule.MCH_EXACT) {
      return rule.policy();
    }
    IdealShare ideal = IdealShare.of(workload.tree());
    return MchPolicy.exact(sameTree -> ideal);
  }

  @Override
  public int compareTo(Contender other) {
    return FLOOR_FIRST.compare(this, other);
  }

  @Override
  public String toString() {
    return label();
  }
}
