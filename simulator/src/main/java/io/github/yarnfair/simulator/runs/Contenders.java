// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.simulator.runs;

import io.github.yarnfair.core.nodes.NodeChoice;
import io.github.yarnfair.simulator.engine.ClusterExtension;
import io.github.yarnfair.simulator.engine.Contender;
import io.github.yarnfair.simulator.engine.RememberingContender;
import io.github.yarnfair.simulator.engine.RuleContender;
import io.github.yarnfair.simulator.engine.SlotContender;
import io.github.yarnfair.simulator.rule.Rule;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Rules and real schedulers by the names of the command line.
 *
 * @param nodeChoice of rules that name none
 * @param extension has the real schedulers
 * @param balance whether shares have a memory
 */
record Contenders(String nodeChoice, Optional<ClusterExtension> extension, BalanceOption balance) {
  private static final String REMEMBERS = "+balance";

  /**
   * Returns a contender.
   *
   * @param text {@code POLICY} or {@code POLICY/NODE-CHOICE}; with {@code +balance} at the end
   *     shares have a memory
   * @throws IllegalArgumentException if there is none of that name; the message lists all
   */
  Contender of(String text) {
    boolean remembers = text.endsWith(REMEMBERS);
    if (remembers && !balance.isSet()) {
      throw new IllegalArgumentException("\"" + text + "\": expected --balance with it");
    }
    return of(remembers ? text.substring(0, text.length() - REMEMBERS.length()) : text, remembers);
  }

  /** Returns a contender whose shares have a memory, if the option is set. */
  Contender withMemory(String text) {
    return of(!balance.isSet() || text.endsWith(REMEMBERS) ? text : text + REMEMBERS);
  }

  private Contender of(String text, boolean remembers) {
    int slash = text.indexOf('/');
    String name = slash < 0 ? text : text.substring(0, slash);
    List<String> schedulers = extension.map(ClusterExtension::schedulers).orElse(List.of());
    if (slash < 0 && extension.isPresent() && schedulers.contains(name)) {
      return extension.get().scheduler(name, remembers ? balance.keys() : Map.of());
    }
    Optional<Contender> slots = slash < 0 ? SlotContender.named(name) : Optional.empty();
    if (slots.isPresent()) {
      if (remembers) {
        throw new IllegalArgumentException(name + ": expected a rule with --balance");
      }
      return slots.get();
    }
    Rule rule =
        Rule.named(name)
            .orElseThrow(
                () ->
                    new IllegalArgumentException(
                        "\"%s\": expected one of %s, slots-N%s"
                            .formatted(
                                name,
                                Rule.all(),
                                extension.isPresent()
                                    ? ", or " + schedulers
                                    : "; real schedulers need Hadoop's classes")));
    NodeChoice choice = NodeChoice.of(slash < 0 ? nodeChoice : text.substring(slash + 1));
    RuleContender made = new RuleContender(rule, choice);
    return remembers ? new RememberingContender(made, balance.rules()) : made;
  }
}
