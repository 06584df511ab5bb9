// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.simulator.rule;

import io.github.yarnfair.core.policy.FairnessPolicy;
import io.github.yarnfair.core.policy.NaivePolicy;
import io.github.yarnfair.core.policy.Selection;
import io.github.yarnfair.core.rule.SchedulerRules;
import io.github.yarnfair.core.tree.ShareTree;
import io.github.yarnfair.simulator.baseline.CollapsedHierarchiesPolicy;
import io.github.yarnfair.simulator.baseline.FlatDrfPolicy;
import io.github.yarnfair.simulator.baseline.FollowIdealPolicy;
import io.github.yarnfair.simulator.baseline.LeastApplicationDffPolicy;
import io.github.yarnfair.simulator.baseline.LeastApplicationPolicy;
import io.github.yarnfair.simulator.baseline.RescaleOnlyPolicy;
import io.github.yarnfair.simulator.baseline.UntilExhausted;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Everything that a case can be run under, by the names that case files use: the forms of the
 * schedulers' rules, and the baselines of this module.
 */
public final class Rule implements Comparable<Rule> {
  private static final List<Rule> ALL = new ArrayList<>();

  static {
    SchedulerRules.all().stream()
        .flatMap(rule -> rule.forms().stream())
        .forEach(form -> add(form.label(), form.policy()));
  }

  /** Dynamic H-DRF by the corrected rule. */
  public static final Rule H_DRF = known("h-drf");

  /** Dynamic H-DRF as printed. */
  public static final Rule H_DRF_PUBLISHED = known("h-drf-published");

  /** Dynamic DFF. */
  public static final Rule DFF = known("dff");

  /** MCH by ideal shares. */
  public static final Rule MCH_EXACT = known("mch-exact");

  /** MCH by the product weights for all. */
  public static final Rule MCH_UNIFORM = known("mch-uniform");

  /** MCH by the paper's weights. */
  public static final Rule MCH = known("mch");

  /** Flat DRFH. */
  public static final Rule DRFH = known("drfh");

  /** The online rule of UDRF, flat: on one machine class, H-DRF without the queues of queues. */
  public static final Rule UDRF = known("udrf");

  /** DRF at each level. */
  public static final Rule NAIVE = add("naive", NaivePolicy::new);

  /** DRF at each level until any resource is exhausted. */
  public static final Rule CS_CURRENT = add("cs-current", NaivePolicy::new);

  /** H-DRF without regard to which nodes are blocked. */
  public static final Rule RESCALE_ONLY = add("rescale-only", RescaleOnlyPolicy::new);

  /** H-DRF that rates a queue by its least application. */
  public static final Rule LEAST_APPLICATION =
      add("h-drf-least-application", LeastApplicationPolicy::new);

  /** DFF that rates a queue by its least application. */
  public static final Rule LEAST_APPLICATION_DFF =
      add("dff-least-application", LeastApplicationDffPolicy::new);

  /** The kind of tasks furthest below its ideal share is served first. */
  public static final Rule IDEAL_BY_KINDS = add("ideal-by-kinds", FollowIdealPolicy::new);

  /** Collapsed hierarchies. */
  public static final Rule CH = add("ch", CollapsedHierarchiesPolicy::new);

  /** Flat DRF. */
  public static final Rule DRF = add("drf", FlatDrfPolicy::new);

  private final String label;
  private final Supplier<FairnessPolicy> policy;
  private final int position;

  private Rule(String label, Supplier<FairnessPolicy> policy, int position) {
    this.label = label;
    this.policy = policy;
    this.position = position;
  }

  private static Rule add(String label, Supplier<FairnessPolicy> policy) {
    Rule rule = new Rule(label, policy, ALL.size());
    ALL.add(rule);
    return rule;
  }

  /** Returns all rules, those of schedulers first. */
  public static List<Rule> all() {
    return List.copyOf(ALL);
  }

  /** Returns the rule of a name, in whatever case the letters are. */
  public static Optional<Rule> named(String name) {
    return ALL.stream().filter(rule -> rule.label.equalsIgnoreCase(name)).findFirst();
  }

  private static Rule known(String label) {
    return named(label)
        .orElseThrow(
            () -> new IllegalStateException("the scheduler of rule " + label + " is not there"));
  }

  /** Returns a policy of its own for one tree. */
  public FairnessPolicy policy() {
    return policy.get();
  }

  /** Returns a selection over a tree by this rule. */
  public Selection over(ShareTree tree) {
    Selection selection = policy().over(tree);
    return this == CS_CURRENT ? new UntilExhausted(tree, selection) : selection;
  }

  @Override
  public int compareTo(Rule other) {
    return Integer.compare(position, other.position);
  }

  /** Returns the name. */
  @Override
  public String toString() {
    return label;
  }
}
