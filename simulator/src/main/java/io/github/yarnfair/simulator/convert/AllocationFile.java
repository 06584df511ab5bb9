// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.simulator.convert;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * An allocation file of FairScheduler, split into queues and settings; the values are not read yet.
 */
final class AllocationFile {
  private static final Set<String> SETTINGS =
      Set.of(
          "queueMaxResourcesDefault",
          "userMaxAppsDefault",
          "defaultFairSharePreemptionTimeout",
          "fairSharePreemptionTimeout",
          "defaultMinSharePreemptionTimeout",
          "queueMaxAppsDefault",
          "defaultFairSharePreemptionThreshold",
          "queueMaxAMShareDefault",
          "reservation-planner",
          "reservation-agent",
          "reservation-policy",
          "queuePlacementPolicy",
          "defaultQueueSchedulingPolicy");

  /** Older names of elements that FairScheduler still reads. */
  private static final Map<String, String> SYNONYMS =
      Map.of("defaultQueueSchedulingMode", "defaultQueueSchedulingPolicy");

  private final Findings findings;
  private final AllocationQueue root;
  private final Map<String, XmlElement> settings = new LinkedHashMap<>();
  private final Map<String, XmlElement> userLimits = new LinkedHashMap<>();

  private AllocationFile(XmlElement document, Findings findings) {
    this.findings = findings;
    if (!document.name().equals("allocations")) {
      findings.refuse(document, "", "the element allocations around all others");
    }
    for (XmlElement element : document.children()) {
      String name = SYNONYMS.getOrDefault(element.name(), element.name());
      if (name.equals("user")) {
        readUser(element);
      } else if (SETTINGS.contains(name)) {
        put(settings, name, element, "");
      } else if (!QueueElements.isQueue(element)) {
        findings.note(element, "", QueueElements.unknown(element, SETTINGS));
      }
    }
    root = new QueueElements(findings).root(document);
  }

  /** Splits a file; mistakes are among the findings. */
  static AllocationFile of(XmlElement document, Findings findings) {
    return new AllocationFile(document, findings);
  }

  private void readUser(XmlElement user) {
    String name = user.attribute("name").trim();
    if (name.isEmpty()) {
      findings.refuse(user, "", "the attribute name, the user's");
      return;
    }
    for (XmlElement element : user.children()) {
      if (element.name().equals("maxRunningApps")) {
        put(userLimits, name, element, "user " + name);
      } else {
        findings.note(
            element, "user " + name, QueueElements.unknown(element, Set.of("maxRunningApps")));
      }
    }
  }

  private void put(Map<String, XmlElement> into, String key, XmlElement element, String where) {
    XmlElement before = into.put(key, element);
    if (before != null) {
      findings.note(before, where, "left out: line " + element.line() + " has it again");
    }
  }

  AllocationQueue root() {
    return root;
  }

  /** A setting of the whole file; null if it is not there. */
  @Nullable XmlElement setting(String name) {
    return settings.get(name);
  }

  /** The elements maxRunningApps of users, by the user's name. */
  Map<String, XmlElement> userLimits() {
    return userLimits;
  }
}
