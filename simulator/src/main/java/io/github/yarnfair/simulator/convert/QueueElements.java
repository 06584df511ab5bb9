// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.simulator.convert;

import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads which queues an allocation file has, and which elements describe each. */
final class QueueElements {
  /** Root's level among them. */
  private static final int MAXIMUM_LEVELS = 100;

  private static final Set<String> VALUES =
      Set.of(
          "minResources",
          "maxResources",
          "maxChildResources",
          "maxRunningApps",
          "maxAMShare",
          "maxContainerAllocation",
          "weight",
          "minSharePreemptionTimeout",
          "fairSharePreemptionTimeout",
          "fairSharePreemptionThreshold",
          "schedulingPolicy",
          "aclSubmitApps",
          "aclAdministerApps",
          "aclAdministerReservations",
          "aclListReservations",
          "aclSubmitReservations",
          "reservation",
          "allowPreemptionFrom");

  /** Of a leaf queue only; FairScheduler refuses a parent queue that has one. */
  private static final List<String> OF_LEAVES = List.of("maxAMShare", "reservation");

  /** Older names of elements that FairScheduler still reads. */
  private static final Map<String, String> SYNONYMS = Map.of("schedulingMode", "schedulingPolicy");

  private final Findings findings;

  QueueElements(Findings findings) {
    this.findings = findings;
  }

  static boolean isQueue(XmlElement element) {
    return element.name().equals("queue") || element.name().equals("pool");
  }

  /** What to say of an element that FairScheduler does not know. */
  static String unknown(XmlElement element, Set<String> known) {
    String hint =
        known.stream()
            .filter(name -> name.equalsIgnoreCase(element.name().replace("-", "")))
            .map(name -> " (it knows " + name + ")")
            .findFirst()
            .orElse("");
    return "left out: FairScheduler does not know the element and ignores it" + hint;
  }

  /** Reads the tree of queues below the document's element. */
  AllocationQueue root(XmlElement document) {
    List<XmlElement> elements =
        document.children().stream().filter(QueueElements::isQueue).toList();
    List<XmlElement> roots = elements.stream().filter(QueueElements::isNamedRoot).toList();
    if (roots.isEmpty()) {
      AllocationQueue root = AllocationQueue.undescribedRoot();
      elements.forEach(element -> readChild(root, element, 2));
      return root;
    }
    XmlElement rootElement = roots.get(0);
    if (elements.size() > 1) {
      findings.refuse(rootElement, "root", "no other queue beside root; all others are inside it");
    }
    if (!rootElement.attribute("name").equals(AllocationQueue.ROOT)) {
      findings.refuse(rootElement, "", "the name root in small letters");
    }
    AllocationQueue root = AllocationQueue.of(AllocationQueue.ROOT, rootElement);
    read(root, rootElement, 1);
    return root;
  }

  private static boolean isNamedRoot(XmlElement element) {
    return element.attribute("name").equalsIgnoreCase(AllocationQueue.ROOT);
  }

  private void readChild(AllocationQueue parent, XmlElement element, int level) {
    String name = element.attribute("name").strip();
    String expected = QueueName.expected(name);
    if (expected != null) {
      findings.refuse(element, parent.path() + "." + name, expected);
      return;
    }
    AllocationQueue before = parent.child(name);
    String path = parent.path() + "." + name;
    if (before != null) {
      findings.refuse(element, path, "each queue once, but line " + lineOf(before) + " has it");
      return;
    }
    if (level > MAXIMUM_LEVELS) {
      findings.refuse(element, path, "at most " + MAXIMUM_LEVELS + " levels of queues");
      return;
    }
    AllocationQueue queue = AllocationQueue.of(path, element);
    parent.children().add(queue);
    read(queue, element, level);
  }

  private static int lineOf(AllocationQueue queue) {
    XmlElement element = queue.element();
    return element == null ? 0 : element.line();
  }

  private void read(AllocationQueue queue, XmlElement element, int level) {
    String type = element.attribute("type");
    if (!type.isEmpty() && !type.equals("parent")) {
      findings.note(element, queue.path(), "type=\"" + type + "\" left out: only parent is known");
    }
    for (XmlElement child : element.children()) {
      String name = SYNONYMS.getOrDefault(child.name(), child.name());
      if (isQueue(child)) {
        readChild(queue, child, level + 1);
      } else if (VALUES.contains(name)) {
        put(queue, name, child);
      } else {
        findings.note(child, queue.path(), unknown(child, VALUES));
      }
    }
    for (String name : OF_LEAVES) {
      XmlElement ofLeaf = queue.values().get(name);
      if (ofLeaf != null && queue.isParent()) {
        findings.refuse(ofLeaf, queue.path(), "in leaf queues only, and this is a parent queue");
      }
    }
  }

  private void put(AllocationQueue queue, String name, XmlElement element) {
    @Nullable XmlElement before = queue.values().put(name, element);
    if (before != null) {
      findings.note(before, queue.path(), "left out: line " + element.line() + " has it again");
    }
  }
}
