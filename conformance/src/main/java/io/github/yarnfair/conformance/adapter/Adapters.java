// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.conformance.adapter;

import io.github.yarnfair.core.policy.FairnessPolicy;
import io.github.yarnfair.core.policy.Selection;
import io.github.yarnfair.core.rule.SchedulerRule;
import io.github.yarnfair.core.rule.SchedulerRules;
import io.github.yarnfair.core.tree.ShareSpace;
import io.github.yarnfair.core.tree.ShareTree;
import io.github.yarnfair.simulator.rule.Rule;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** The adapters of this jar: the rules of the schedulers, and those they are compared with. */
public final class Adapters {
  /** The schedulers' rules by default: hierarchical ones first. */
  public static final List<String> SCHEDULERS =
      List.of("h-drf", "mch-exact", "dff", "drfh", "udrf");

  private static final Map<String, Function<ShareTree, Selection>> ALL = new LinkedHashMap<>();

  static {
    Rule.all().forEach(rule -> ALL.put(rule.toString(), tree -> over(rule, tree)));
    ALL.put("fifo", tree -> new FifoPolicy(tree).over(tree));
    ALL.put("first-resource", tree -> new FirstResourcePolicy().over(tree));
  }

  private Adapters() {}

  /** Returns the names of all adapters of this jar. */
  public static List<String> names() {
    return List.copyOf(ALL.keySet());
  }

  /** Returns a new adapter of a name. */
  public static Adapter named(String name) throws AdapterException {
    Function<ShareTree, Selection> rule = ALL.get(name);
    if (rule == null) {
      throw new AdapterException(
          "adapter %s: unknown; expected one of %s, or a command with a space or a slash"
              .formatted(name, String.join(", ", names())));
    }
    return new RuleAdapter(name, shares(name), rule);
  }

  /** Returns what the scheduler of a rule measures shares by where there are partitions. */
  private static ShareSpace.Kind shares(String name) {
    return SchedulerRules.all().stream()
        .filter(rule -> rule.forms().stream().anyMatch(form -> form.label().equals(name)))
        .map(SchedulerRule::shareSpace)
        .findFirst()
        .orElse(ShareSpace.Kind.CLASS);
  }

  private static Selection over(Rule rule, ShareTree tree) {
    if (rule == Rule.CS_CURRENT) {
      return rule.over(tree);
    }
    FairnessPolicy policy = rule.policy();
    // Ideal shares that follow each change at once: a run does not depend on the machine's speed.
    policy.timeBy(own -> () -> true);
    return policy.over(tree);
  }
}
