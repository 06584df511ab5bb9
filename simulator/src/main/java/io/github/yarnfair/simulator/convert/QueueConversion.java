// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.simulator.convert;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Writes the keys of one queue after another. */
final class QueueConversion {
  static final String PREEMPTION =
      "no counterpart: yarn.resourcemanager.monitor.capacity.preemption.* in yarn-site.xml says for"
          + " all queues together when preemption acts";
  static final String RESERVATION =
      "no counterpart: the reservation system is not supported; applications that name a"
          + " reservation run in the queue";

  /** Number of levels of created queues if the file sets none. */
  private static final int DEFAULT_LEVELS = 2;

  /** What has no key at all, by element. */
  private static final Map<String, String> WITHOUT_COUNTERPART =
      Map.of(
          "minSharePreemptionTimeout", PREEMPTION,
          "fairSharePreemptionTimeout", PREEMPTION,
          "fairSharePreemptionThreshold", PREEMPTION,
          "reservation", RESERVATION,
          "aclAdministerReservations", RESERVATION,
          "aclListReservations", RESERVATION,
          "aclSubmitReservations", RESERVATION);

  private final Findings findings;
  private final ValueReader reader;
  private final MaximumConversion maxima;
  private final Map<String, Integer> creation;
  private final @Nullable String masterShare;
  private final QueueFileText out;

  /**
   * Creates a conversion.
   *
   * @param creation how many levels of queues are created, by the path of the queue above
   * @param masterShare what masters may take of a queue that does not say, null if that is not
   *     right
   */
  QueueConversion(
      Findings findings,
      MaximumConversion maxima,
      Map<String, Integer> creation,
      @Nullable String masterShare,
      QueueFileText out) {
    this.findings = findings;
    this.reader = new ValueReader(findings);
    this.maxima = maxima;
    this.creation = creation;
    this.masterShare = masterShare;
    this.out = out;
  }

  /** Writes a queue and all below it. */
  void convert(AllocationQueue queue, QueueCap above) {
    XmlElement element = queue.element();
    out.heading(queue.path() + (element == null ? "" : ", line " + element.line()));
    if (!queue.children().isEmpty()) {
      out.put(
          queue,
          "queues",
          queue.children().stream().map(AllocationQueue::name).collect(Collectors.joining(",")));
    }
    weight(queue);
    QueueCap cap = maxima.convert(queue, above);
    limits(queue);
    containers(queue);
    order(queue);
    access(queue);
    preemption(queue);
    creation(queue, cap);
    withoutCounterpart(queue);
    queue.children().forEach(child -> convert(child, cap));
  }

  private void withoutCounterpart(AllocationQueue queue) {
    queue
        .values()
        .forEach(
            (name, element) -> {
              String why = WITHOUT_COUNTERPART.get(name);
              if (why != null) {
                findings.note(element, queue.path(), why);
              }
              if (PREEMPTION.equals(why)) {
                reader.checkNumber(element, queue.path());
              }
            });
  }

  private void weight(AllocationQueue queue) {
    XmlElement element = queue.values().get("weight");
    String weight = element == null ? "1" : reader.weight(element, queue.path());
    if (!queue.isRoot() && weight != null) {
      out.put(queue, "capacity", weight + "w");
    }
  }

  private void limits(AllocationQueue queue) {
    XmlElement running = queue.values().get("maxRunningApps");
    String count = reader.count(running, queue.path());
    if (running != null && count != null) {
      out.put(queue, "max-parallel-apps", count);
    }
    XmlElement masters = queue.values().get("maxAMShare");
    String share = masters == null ? null : reader.masterShare(masters, queue.path());
    if (share != null) {
      out.put(queue, "maximum-am-resource-percent", share);
    }
  }

  private void containers(AllocationQueue queue) {
    XmlElement element = queue.values().get("maxContainerAllocation");
    ResourceText most = reader.resources(element, queue.path());
    if (element == null || most == null) {
      return;
    }
    if (most.isPercentage()) {
      findings.note(
          element, queue.path(), "left out: FairScheduler ignores percentages here; give amounts");
      return;
    }
    String memory = text(most, ResourceText.MEMORY);
    String vcores = text(most, ResourceText.VCORES);
    Set<String> extended = new TreeSet<>(most.named().keySet());
    extended.removeAll(List.of(ResourceText.MEMORY, ResourceText.VCORES));
    if (!extended.isEmpty()) {
      out.put(
          queue,
          "maximum-allocation",
          most.types(extended).stream()
              .map(type -> type + "=" + text(most, type))
              .collect(Collectors.joining(",")));
    } else if (memory != null) {
      // CapacityScheduler takes the parent's for one of these two that is not set.
      out.put(queue, "maximum-allocation-mb", memory);
      if (vcores != null) {
        out.put(queue, "maximum-allocation-vcores", vcores);
      }
    } else if (vcores != null) {
      out.put(queue, "maximum-allocation-vcores", vcores);
    }
  }

  private static @Nullable String text(ResourceText resources, String type) {
    Object number = resources.of(type);
    return number == null ? null : number.toString();
  }

  private void order(AllocationQueue queue) {
    XmlElement element = queue.values().get("schedulingPolicy");
    if (element == null) {
      return;
    }
    switch (PolicyName.of(element)) {
      case "fifo" -> {
        if (queue.isParent()) {
          findings.refuse(element, queue.path(), "fair or drf: only a leaf queue may be fifo");
        } else {
          out.put(queue, "ordering-policy", "fifo");
        }
      }
      case "fair" -> findings.note(element, queue.path(), PolicyName.FAIR);
      case "drf" -> {
        // What the schedulers do.
      }
      default -> findings.note(element, queue.path(), PolicyName.OTHER);
    }
  }

  private void access(AllocationQueue queue) {
    for (Map.Entry<String, String> acl :
        List.of(
            Map.entry("aclSubmitApps", "acl_submit_applications"),
            Map.entry("aclAdministerApps", "acl_administer_queue"))) {
      XmlElement element = queue.values().get(acl.getKey());
      if (element != null && element.text().isEmpty()) {
        findings.refuse(
            element,
            queue.path(),
            "\"users groups\", such as \"alice,bob staff\"; * for all users, a blank for none");
      } else if (element != null) {
        out.put(queue, acl.getValue(), element.text());
      }
    }
  }

  private void preemption(AllocationQueue queue) {
    XmlElement element = queue.values().get("allowPreemptionFrom");
    if (element != null && Boolean.FALSE.equals(reader.bool(element, queue.path()))) {
      out.put(queue, "disable_preemption", "true");
    }
  }

  private void creation(AllocationQueue queue, QueueCap cap) {
    Integer levels = creation.get(queue.path());
    if (levels == null) {
      maxima.noteUnusedMaximumOfChildren(queue);
      return;
    }
    out.put(queue, "auto-queue-creation-v2.enabled", "true");
    if (levels != DEFAULT_LEVELS) {
      out.put(queue, "auto-queue-creation-v2.maximum-queue-depth", String.valueOf(levels));
    }
    mastersOfCreated(queue, levels);
    maxima.convertOfCreated(queue, cap, levels);
  }

  /** The share of all queues is not one of created queues; each level has a template. */
  private void mastersOfCreated(AllocationQueue queue, int levels) {
    for (int level = 0; level < levels && masterShare != null; level++) {
      out.put(
          queue,
          "*.".repeat(level) + "auto-queue-creation-v2.template.maximum-am-resource-percent",
          masterShare);
    }
  }
}
