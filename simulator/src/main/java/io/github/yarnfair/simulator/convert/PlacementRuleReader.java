// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.simulator.convert;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads a queuePlacementPolicy; what FairScheduler refuses is refused. */
final class PlacementRuleReader {
  private static final String NESTED = "nestedUserQueue";
  private static final Set<String> NAMES =
      Set.of(
          PlacementRule.SPECIFIED,
          PlacementRule.USER,
          PlacementRule.PRIMARY_GROUP,
          PlacementRule.SECONDARY_GROUP,
          PlacementRule.DEFAULT,
          PlacementRule.REJECT);

  /** Rules that need no queue above, and so have no rule that finds one. */
  private static final Set<String> WITHOUT_PARENT =
      Set.of(PlacementRule.SPECIFIED, PlacementRule.DEFAULT, PlacementRule.REJECT);

  private final Findings findings;

  PlacementRuleReader(Findings findings) {
    this.findings = findings;
  }

  /** Reads the rules of a policy, in their order. */
  List<PlacementRule> read(XmlElement policy) {
    List<PlacementRule> rules = new ArrayList<>();
    for (XmlElement element : policy.children()) {
      if (!isRule(element)) {
        findings.note(element, policy.name(), QueueElements.unknown(element, Set.of("rule")));
        continue;
      }
      PlacementRule rule = rule(element);
      if (rule != null) {
        rules.add(rule);
      }
    }
    check(policy, rules);
    return rules;
  }

  private void check(XmlElement policy, List<PlacementRule> rules) {
    if (policy.children().stream().noneMatch(PlacementRuleReader::isRule)) {
      findings.refuse(policy, "", "at least one rule");
      return;
    }
    for (int i = 0; i + 1 < rules.size(); i++) {
      if (rules.get(i).isTerminal()) {
        XmlElement next = rules.get(i + 1).element();
        findings.refuse(
            next,
            where(next),
            "no rule after the one of line "
                + rules.get(i).element().line()
                + ", which places or rejects all applications");
        return;
      }
    }
    if (!rules.isEmpty() && !rules.get(rules.size() - 1).isTerminal()) {
      XmlElement last = rules.get(rules.size() - 1).element();
      findings.refuse(
          last, where(last), "a last rule that places or rejects all applications after this one");
    }
  }

  private static boolean isRule(XmlElement element) {
    return element.name().equalsIgnoreCase("rule");
  }

  static String where(XmlElement rule) {
    return "queuePlacementPolicy " + rule.attribute("name");
  }

  private @Nullable PlacementRule rule(XmlElement element) {
    String given = element.attribute("name");
    String name = given.equals(NESTED) ? PlacementRule.USER : given;
    if (!NAMES.contains(name)) {
      findings.refuse(
          element,
          where(element),
          "a rule called specified, user, primaryGroup, secondaryGroupExistingQueue,"
              + " nestedUserQueue, default or reject");
      return null;
    }
    XmlElement above = parentElement(element);
    if (above == null) {
      if (given.equals(NESTED)) {
        findings.refuse(element, where(element), "a rule in it that finds the queue above");
        return null;
      }
      return placement(name, null, element);
    }
    PlacementRule parent = rule(above);
    if (parent == null) {
      return null;
    }
    boolean isNoParent = above.attribute("name").equals(NESTED);
    if (WITHOUT_PARENT.contains(name) || parent.name().equals(name) || isNoParent) {
      findings.refuse(above, where(element), "no rule " + above.attribute("name") + " in it");
      return null;
    }
    if (parent.name().equals(PlacementRule.REJECT) || parent.parent() != null) {
      findings.refuse(above, where(element), "in it one rule that finds a queue");
      return null;
    }
    return placement(name, parent, element);
  }

  /** FairScheduler never creates the queue of a secondary group. */
  private PlacementRule placement(String name, @Nullable PlacementRule parent, XmlElement element) {
    boolean creates = creates(element) && !name.equals(PlacementRule.SECONDARY_GROUP);
    return new PlacementRule(name, creates, parent, element);
  }

  /** The last rule in a rule, as FairScheduler takes it. */
  private @Nullable XmlElement parentElement(XmlElement element) {
    XmlElement last = null;
    for (XmlElement child : element.children()) {
      if (!isRule(child)) {
        findings.note(child, where(element), QueueElements.unknown(child, Set.of("rule")));
        continue;
      }
      if (last != null) {
        findings.note(last, where(element), "left out: line " + child.line() + " has another rule");
      }
      last = child;
    }
    return last;
  }

  /** Returns the rule's create attribute; true if there is none. */
  private boolean creates(XmlElement element) {
    String create = element.attribute("create");
    if (!create.isEmpty()
        && !create.equalsIgnoreCase("true")
        && !create.equalsIgnoreCase("false")) {
      findings.refuse(element, where(element), "create=\"true\" or create=\"false\"");
    }
    return !create.equalsIgnoreCase("false");
  }
}
