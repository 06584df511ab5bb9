// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.simulator.convert;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Converts placement rules to mapping rules, and finds out below which queues others are created.
 *
 * <p>FairScheduler lets each rule say whether it creates queues, and the rule that finds the queue
 * above as well. Here a mapping rule allows creation for the whole path, and each queue has a
 * number of levels of queues that may be created below it: both together express the same.
 */
final class PlacementConversion {
  private static final Map<String, String> VARIABLES =
      Map.of(
          PlacementRule.USER, "%user",
          PlacementRule.PRIMARY_GROUP, "%primary_group",
          PlacementRule.SECONDARY_GROUP, "%secondary_group");

  /** Rules that find queues above, of which some may have to be created. */
  private static final Set<String> CREATABLE =
      Set.of(PlacementRule.USER, PlacementRule.PRIMARY_GROUP, PlacementRule.SPECIFIED);

  /** Where applications name the queues to create; FairScheduler has no limit. */
  private static final int LEVELS = 10;

  private final AllocationQueue root;
  private final Findings findings;
  private final List<PlacementRule> rules;
  private final List<String> mappings = new ArrayList<>();
  private final Map<String, Integer> creation = new TreeMap<>();

  private PlacementConversion(AllocationFile file, Findings findings) {
    this.root = file.root();
    this.findings = findings;
    XmlElement policy = file.setting("queuePlacementPolicy");
    rules = policy == null ? defaults() : new PlacementRuleReader(findings).read(policy);
    rules.forEach(this::addQueueOf);
    if (root.children().isEmpty()) {
      root.addUndescribed("default", false);
      findings.note("no queue is described: root.default is added, since root must have one");
    }
    rules.forEach(this::convert);
    if (rules.isEmpty() || !rules.get(rules.size() - 1).name().equals(PlacementRule.REJECT)) {
      // An application that no mapping rule places would run in the queue that it names.
      mappings.add(mapping("reject", null, false));
    }
    noteParentsThatAreCreated();
    // Without children and creation a queue of type parent would be a leaf queue.
    root.subtree()
        .filter(queue -> queue.isParent() && queue.children().isEmpty())
        .forEach(queue -> creates(queue, 1));
  }

  /** Converts the rules of a file, and adds the queues that only rules name to its queues. */
  static PlacementConversion of(AllocationFile file, Findings findings) {
    return new PlacementConversion(file, findings);
  }

  /** The mapping rules, in JSON. */
  String json() {
    return "{\"rules\":[\n" + String.join(",\n", mappings) + "\n]}";
  }

  /** How many levels of queues are created below a queue, by its path; at least 1. */
  Map<String, Integer> creation() {
    return creation;
  }

  private List<PlacementRule> defaults() {
    findings.note(
        "queuePlacementPolicy is not set: the rules are specified and user, FairScheduler's unless"
            + " yarn.scheduler.fair.allow-undeclared-pools or user-as-default-queue is false; if"
            + " one is, describe the rules first");
    XmlElement none = new XmlElement("rule", 0, Map.of(), List.of(), "");
    return List.of(
        new PlacementRule(PlacementRule.SPECIFIED, true, null, none),
        new PlacementRule(PlacementRule.USER, true, null, none));
  }

  /** FairScheduler creates the queue of a default rule, which is always the same. */
  private void addQueueOf(PlacementRule rule) {
    boolean isParent = !rule.name().equals(PlacementRule.DEFAULT);
    PlacementRule ofDefault = isParent ? rule.parent() : rule;
    if (ofDefault == null || !ofDefault.name().equals(PlacementRule.DEFAULT)) {
      return;
    }
    String[] names = pathOf(ofDefault).split("\\.", -1);
    AllocationQueue queue = root;
    for (int i = 1; i < names.length; i++) {
      String expected = QueueName.expected(names[i]);
      if (expected != null) {
        refuseQueue(ofDefault, expected);
        return;
      }
      AllocationQueue next = queue.child(names[i]);
      if (next == null && !ofDefault.creates()) {
        return;
      }
      if (next == null && !queue.isParent()) {
        refuseQueue(ofDefault, "a queue below a parent queue; " + queue.path() + " is a leaf");
        return;
      }
      if (next == null) {
        next = queue.addUndescribed(names[i], isParent || i + 1 < names.length);
      }
      queue = next;
    }
  }

  private void refuseQueue(PlacementRule rule, String expected) {
    findings.refuse(
        rule.element(),
        PlacementRuleReader.where(rule.element()) + " queue=\"" + queueOf(rule) + "\"",
        expected);
  }

  private static String queueOf(PlacementRule rule) {
    return rule.element().attribute("queue");
  }

  /** The full path of the queue of a default rule. */
  private static String pathOf(PlacementRule rule) {
    String queue = queueOf(rule).isEmpty() ? "default" : queueOf(rule);
    return queue.equals("root") || queue.startsWith("root.") ? queue : "root." + queue;
  }

  private @Nullable AllocationQueue find(String path) {
    return root.subtree().filter(queue -> queue.path().equals(path)).findFirst().orElse(null);
  }

  private void convert(PlacementRule rule) {
    switch (rule.name()) {
      case PlacementRule.REJECT -> mappings.add(mapping("reject", null, false));
      case PlacementRule.SPECIFIED -> specified(rule);
      case PlacementRule.DEFAULT -> toDefault(rule);
      default -> byVariable(rule);
    }
  }

  private void specified(PlacementRule rule) {
    addSpecified("", rule.creates());
    if (rule.creates()) {
      createEverywhere(LEVELS);
    }
  }

  /**
   * Adds rules to the queue that an application names, or to one below it. The name is a full path
   * or, for FairScheduler, one below root: tried first, that one would create root.root.
   *
   * @param below a variable behind a dot, or nothing
   */
  private void addSpecified(String below, boolean creates) {
    mappings.add(custom("%specified" + below, creates));
    mappings.add(custom("root.%specified" + below, creates));
  }

  private void createEverywhere(int levels) {
    root.subtree().filter(AllocationQueue::isParent).forEach(queue -> creates(queue, levels));
  }

  private void toDefault(PlacementRule rule) {
    String path = pathOf(rule);
    AllocationQueue queue = find(path);
    if (queue == null) {
      note(rule, "left out: there is no queue " + path + ", and create=\"false\"");
    } else if (queue.isParent()) {
      note(rule, "written as reject: " + path + " is a parent queue, where no application runs");
      mappings.add(mapping("reject", null, false));
    } else {
      mappings.add(custom(path, false));
    }
  }

  private void byVariable(PlacementRule rule) {
    PlacementRule parent = rule.parent();
    if (parent == null) {
      add(rule, AllocationQueue.ROOT);
      creates(root, rule.creates() ? 1 : 0);
    } else if (parent.name().equals(PlacementRule.SPECIFIED)) {
      variablesOf(rule).forEach(name -> addSpecified("." + name, rule.creates()));
      if (rule.creates()) {
        createEverywhere(parent.creates() ? LEVELS : 1);
      }
    } else if (parent.name().equals(PlacementRule.DEFAULT)) {
      belowDefault(rule, pathOf(parent));
    } else {
      belowVariable(rule, parent);
    }
  }

  private void belowDefault(PlacementRule rule, String path) {
    AllocationQueue above = find(path);
    if (above == null || !above.isParent()) {
      String what = above == null ? "there is no queue " + path : path + " is a leaf queue";
      note(rule, "left out: " + what + ", so the rule never applies");
      return;
    }
    add(rule, path);
    creates(above, rule.creates() ? 1 : 0);
  }

  private void belowVariable(PlacementRule rule, PlacementRule parent) {
    add(rule, "root." + VARIABLES.get(parent.name()));
    if (parent.name().equals(PlacementRule.SECONDARY_GROUP)) {
      note(rule, "the primary group is left out, at which FairScheduler looks as well");
    }
    if (rule.creates()) {
      root.children().stream()
          .filter(AllocationQueue::isParent)
          .forEach(queue -> creates(queue, 1));
      creates(root, parent.creates() ? 2 : 0);
    }
  }

  /** Adds mapping rules to the queue of a user or group below another. */
  private void add(PlacementRule rule, String above) {
    variablesOf(rule).forEach(name -> mappings.add(custom(above + "." + name, rule.creates())));
  }

  /** FairScheduler looks at all groups for secondary ones, at the primary one first. */
  private static List<String> variablesOf(PlacementRule rule) {
    String own = VARIABLES.getOrDefault(rule.name(), "");
    return rule.name().equals(PlacementRule.SECONDARY_GROUP)
        ? List.of("%primary_group", own)
        : List.of(own);
  }

  private void creates(AllocationQueue queue, int levels) {
    if (levels > 0) {
      creation.merge(queue.path(), levels, Math::max);
    }
  }

  private void noteParentsThatAreCreated() {
    for (PlacementRule rule : rules) {
      PlacementRule parent = rule.parent();
      if (parent != null
          && CREATABLE.contains(parent.name())
          && rule.creates()
          && !parent.creates()
          && creation.getOrDefault(AllocationQueue.ROOT, 0) > 1) {
        note(
            rule,
            "the queue above is created as well, in spite of create=\"false\", since another rule"
                + " creates two levels below root");
      }
    }
  }

  private void note(PlacementRule rule, String note) {
    findings.note(rule.element(), PlacementRuleReader.where(rule.element()), note);
  }

  private static String custom(String target, boolean creates) {
    return mapping("custom", target, creates);
  }

  private static String mapping(String policy, @Nullable String target, boolean creates) {
    ObjectNode mapping = JsonNodeFactory.instance.objectNode();
    mapping.put("type", "user").put("matches", "*").put("policy", policy);
    if (target != null) {
      mapping.put("customPlacement", target);
    }
    if (!policy.equals("reject")) {
      mapping.put("create", creates);
    }
    return mapping.toString();
  }
}
