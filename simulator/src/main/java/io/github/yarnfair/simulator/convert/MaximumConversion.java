// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.simulator.convert;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.SortedSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Writes {@code maximum-capacity}, of queues and of those that are created below them. */
final class MaximumConversion {
  private static final List<String> RESOURCES =
      List.of("minResources", "maxResources", "maxChildResources", "maxContainerAllocation");

  private final Findings findings;
  private final ValueReader reader;
  private final QueueFileText out;
  private final SortedSet<String> extended = new TreeSet<>();
  private final @Nullable XmlElement defaultElement;
  private final @Nullable ResourceText defaultMaximum;
  private boolean hasNotedOldForm;

  MaximumConversion(AllocationFile file, Findings findings, QueueFileText out) {
    this.findings = findings;
    this.reader = new ValueReader(findings);
    this.out = out;
    defaultElement = file.setting("queueMaxResourcesDefault");
    defaultMaximum = reader.resources(defaultElement, "");
    // What is malformed is found when the queue is converted.
    ValueReader silent = new ValueReader(new Findings(findings.path()));
    file.root()
        .subtree()
        .flatMap(queue -> RESOURCES.stream().map(name -> queue.values().get(name)))
        .map(element -> silent.resources(element, ""))
        .filter(Objects::nonNull)
        .forEach(resources -> extended.addAll(resources.named().keySet()));
    if (defaultMaximum != null) {
      extended.addAll(defaultMaximum.named().keySet());
    }
    extended.removeAll(List.of(ResourceText.MEMORY, ResourceText.VCORES));
  }

  /**
   * Writes the cap of a queue.
   *
   * @param above of the queue above it
   * @return the queue's
   */
  QueueCap convert(AllocationQueue queue, QueueCap above) {
    ResourceText minimum = minimum(queue);
    XmlElement element = queue.values().get("maxResources");
    ResourceText maximum = reader.resources(element, queue.path());
    if (element == null) {
      element = defaultElement;
      maximum = defaultMaximum;
    }
    if (element == null || maximum == null) {
      return above;
    }
    if (minimum != null) {
      maximum = maximum.atLeast(minimum);
    }
    if (put(queue, "maximum-capacity", maximum, above, element)
        && queue.isRoot()
        && !queue.values().containsKey("maxResources")) {
      findings.note(
          element,
          "",
          "written for root as well, since FairScheduler limits the whole cluster by it; without"
              + " root.maximum-capacity it limits the queues below");
    }
    return above.below(maximum);
  }

  /**
   * Writes the cap of queues that are created below a queue.
   *
   * @param cap of that queue
   * @param levels how many are created
   */
  void convertOfCreated(AllocationQueue queue, QueueCap cap, int levels) {
    XmlElement element = queue.values().get("maxChildResources");
    if (element != null && defaultElement != null && levels > 1) {
      findings.note(
          element,
          queue.path(),
          "queues that are created two levels below have this maximum, and not"
              + " queueMaxResourcesDefault as well");
    }
    ResourceText maximum = reader.resources(element, queue.path());
    if (element == null) {
      element = defaultElement;
      maximum = defaultMaximum;
    }
    if (element != null && maximum != null) {
      put(queue, "auto-queue-creation-v2.template.maximum-capacity", maximum, cap, element);
    }
  }

  /** Says that a maximum of created queues is left out where none are created. */
  void noteUnusedMaximumOfChildren(AllocationQueue queue) {
    XmlElement element = queue.values().get("maxChildResources");
    if (reader.resources(element, queue.path()) != null && element != null) {
      findings.note(
          element,
          queue.path(),
          "left out: no rule of queuePlacementPolicy creates queues below this one, and listed"
              + " ones have their own maxResources");
    }
  }

  private @Nullable ResourceText minimum(AllocationQueue queue) {
    XmlElement element = queue.values().get("minResources");
    ResourceText minimum = reader.resources(element, queue.path());
    if (element != null && minimum != null && minimum.isPercentage()) {
      findings.note(
          element, queue.path(), "left out: FairScheduler ignores percentages here; give amounts");
      return null;
    }
    if (element != null && minimum != null && !minimum.isZero()) {
      findings.note(
          element,
          queue.path(),
          "no counterpart: shares follow from weights alone. Give the queue a weight whose part of"
              + " its parent's share is this much of the cluster");
    }
    return minimum;
  }

  /** Returns whether the queue needs the key. */
  private boolean put(
      AllocationQueue queue, String key, ResourceText maximum, QueueCap above, XmlElement element) {
    List<String> lost = new ArrayList<>();
    String value = above.maximumCapacity(maximum, extended, lost);
    if (value != null) {
      out.put(queue, key, value);
      if (maximum.isPercentage() && above.isLimited()) {
        findings.note(
            element,
            queue.path(),
            "written as "
                + value
                + (value.endsWith("]") ? "" : " %")
                + " of the parent's maximum. Amounts are rounded down to whole"
                + " units at each level: give an amount where one unit matters");
      }
    }
    if (!lost.isEmpty()) {
      findings.note(
          element,
          queue.path(),
          "left out of %s for %s: a percentage of the cluster is none of a parent's amount; give an"
                  .formatted(key, String.join(", ", lost))
              + " amount");
    }
    noteOldForm(queue, maximum, element);
    return value != null;
  }

  private void noteOldForm(AllocationQueue queue, ResourceText maximum, XmlElement element) {
    boolean isOldForm = maximum.others() != null && maximum.others().signum() == 0;
    if (isOldForm && !hasNotedOldForm) {
      hasNotedOldForm = true;
      findings.note(
          element,
          queue.values().containsKey("maxResources") ? queue.path() : "",
          "this form, here and in other queues, gives none of other resource types; "
              + (extended.isEmpty() ? "the file names none, so none is limited" : limited()));
    }
  }

  private String limited() {
    return "of these, the file names and so limits " + String.join(", ", extended);
  }
}
