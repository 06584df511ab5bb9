// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.conf.file;

import io.github.yarnfair.scheduler.conf.PreemptionSettings;
import io.github.yarnfair.scheduler.conf.key.QueueKey;
import io.github.yarnfair.scheduler.conf.key.QueueKeys;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.jspecify.annotations.Nullable;

/**
 * The keys that CapacityScheduler 3.5 knows, without what precedes them.
 *
 * @param actedOn keys that this scheduler acts on
 * @param ignored the others, with the reason; one that ends in a dot stands for all that begin so
 * @param accepted values of ignored keys that ask for what holds here anyway: these need no notice
 */
record Vocabulary(
    Set<String> actedOn, Map<String, String> ignored, Map<String, Set<String>> accepted) {
  /** Begins the keys that are about users. */
  private static final String OF_USERS = "user.";

  private static final String ORDER =
      "siblings are served by their shares, and none waits for another's priority";
  private static final String SIZE = "what an application asks for is no claim to a larger share";
  private static final String PARTITIONS =
      "an application is passed in each partition where it may not run";
  private static final String PREEMPTION = "shares alone say what is preempted";
  private static final String RESERVATIONS = "the reservation system is not supported";
  private static final String CREATION =
      "the share of a created queue follows from its weight, however many there are";
  private static final String HEARTBEAT = "containers are assigned when a node sends a heartbeat";
  private static final String NODES = "nodes are not sorted";
  private static final String CONTAINERS =
      "nodes are reserved by node-headroom of the scheduler alone";
  private static final String UNREAD = "CapacityScheduler does not read it either";

  /** Keys below {@code yarn.scheduler.capacity.<queue path>.}. */
  static final Vocabulary QUEUE =
      new Vocabulary(
          QueueKeys.names(),
          reasons(
              Map.entry(ORDER, "ordering-policy. priority"),
              Map.entry(SIZE, "ordering-policy.fair.enable-size-based-weight"),
              Map.entry(PARTITIONS, "ordering-policy.exclusive-enforced-partitions"),
              Map.entry(
                  RESERVATIONS,
                  "reservable average-capacity instantaneous-max-capacity reservation-window"
                      + " reservation-policy reservation-agent reservation-planner"
                      + " reservation-move-on-expiry reservation-enforcement-window"
                      + " show-reservations-as-queues acl_administer_reservations"
                      + " acl_list_reservations acl_submit_reservations"),
              Map.entry(
                  CREATION,
                  "auto-create-child-queue.management-policy"
                      + " auto-create-child-queue.fail-on-exceeding-parent-capacity"),
              Map.entry(UNREAD, "min-resource max-resource"),
              Map.entry(NODES, "multi-node-sorting.policy")),
          values(
              "reservable=false priority=0 ordering-policy.fair.enable-size-based-weight=false"));

  /** Keys below {@code yarn.scheduler.capacity.} that are not about one queue. */
  static final Vocabulary GLOBAL =
      new Vocabulary(
          withThoseOfAllQueues(
              "maximum-applications",
              "global-queue-max-application",
              OF_USERS + "max-parallel-apps",
              OF_USERS + "<user>.max-parallel-apps",
              "node-locality-delay",
              "user-metrics.enable",
              "rack-locality-additional-delay",
              "legacy-queue-mode.enabled",
              "queue-mappings",
              "queue-mappings-override.enable",
              "mapping-rule-format",
              "mapping-rule-json",
              "mapping-rule-json-file",
              "auto-queue-creation-v2.queue-expiration-time",
              "per-node-heartbeat.multiple-assignments-enabled",
              "per-node-heartbeat.maximum-container-assignments"),
          reasons(
              Map.entry(
                  "resources are always compared as DominantResourceCalculator does",
                  "resource-calculator"),
              Map.entry(ORDER, "ordering-policy."),
              Map.entry(
                  "a container that is to end does so when its time is over",
                  "lazy-preemption-enabled"),
              Map.entry(
                  "the application's own priority applies",
                  "workflow-priority-mappings workflow-priority-mappings-override.enable"),
              Map.entry(
                  HEARTBEAT,
                  "schedule-asynchronously. per-node-heartbeat.maximum-offswitch-assignments"),
              Map.entry(NODES, "multi-node-sorting. multi-node-placement-enabled"),
              Map.entry(
                  CONTAINERS,
                  "reservations-continue-look-all-nodes"
                      + " skip-allocate-on-nodes-with-reserved-containers"),
              Map.entry(
                  "an application's failure never stops the ResourceManager",
                  "application.fail-fast"),
              Map.entry("there is one way of resetting the delay", "rack-locality-full-reset"),
              Map.entry(
                  "the file is read again by yarn rmadmin -refreshQueues only",
                  "queue.auto.refresh.monitoring-interval")),
          values(
              "resource-calculator=org.apache.hadoop.yarn.util.resource.DominantResourceCalculator"
                  + " lazy-preemption-enabled=false"
                  + " workflow-priority-mappings="
                  + " workflow-priority-mappings-override.enable=false"
                  + " schedule-asynchronously.enable=false multi-node-placement-enabled=false"
                  + " application.fail-fast=false"));

  /** Keys that CapacityScheduler reads although they have another prefix, by their full names. */
  static final Vocabulary ELSEWHERE =
      new Vocabulary(
          Set.of(
              YarnConfiguration.QUEUE_PLACEMENT_RULES,
              YarnConfiguration.QUEUE_PLACEMENT_RULES + ".app-name",
              PreemptionSettings.PREFIX + "observe_only",
              PreemptionSettings.PREFIX + "monitoring_interval",
              PreemptionSettings.PREFIX + "max_wait_before_kill",
              PreemptionSettings.PREFIX + "total_preemption_per_round",
              PreemptionSettings.PREFIX + "natural_termination_factor",
              PreemptionSettings.PREFIX + "max_ignored_over_capacity",
              PreemptionSettings.PREFIX + "intra-queue-preemption.enabled"),
          reasons(
              Map.entry(PREEMPTION, PreemptionSettings.PREFIX),
              Map.entry(CREATION, "yarn.resourcemanager.monitor.capacity.queue-management.")),
          Map.of());

  /** Adds the keys of queues that without a queue are the default of all. */
  private static Set<String> withThoseOfAllQueues(String... others) {
    Set<String> names = new TreeSet<>(Set.of(others));
    QueueKeys.all().stream()
        .filter(QueueKey::hasDefaultOfAll)
        .forEach(key -> names.add(key.name()));
    return Set.copyOf(names);
  }

  /** A queue's key as it is listed here: with {@code <label>} or {@code <user>} for any name. */
  static String withoutNames(String key) {
    return QueueKeys.find(key).map(QueueKey::name).orElse(key);
  }

  /** A key of one user as it is listed here: with {@code <user>} in the place of any name. */
  static String withoutUser(String key) {
    int end = key.lastIndexOf('.');
    return key.startsWith(OF_USERS) && end > OF_USERS.length()
        ? OF_USERS + "<user>" + key.substring(end)
        : key;
  }

  /** Whether CapacityScheduler acts on the key. */
  boolean knows(String key) {
    return actedOn.contains(key) || whyIgnored(key) != null;
  }

  /** Why this scheduler does not act on a key that CapacityScheduler knows; null otherwise. */
  @Nullable String whyIgnored(String key) {
    if (actedOn.contains(key)) {
      return null;
    }
    String why = ignored.get(key);
    for (int dot = key.indexOf('.'); why == null && dot >= 0; dot = key.indexOf('.', dot + 1)) {
      why = ignored.get(key.substring(0, dot + 1));
    }
    return why;
  }

  /** Returns whether a value of an ignored key asks for what holds here anyway. */
  boolean accepts(String key, String value) {
    return accepted.getOrDefault(key, Set.of()).stream().anyMatch(value::equalsIgnoreCase);
  }

  /** All keys that stand for themselves. */
  Set<String> names() {
    Set<String> names = new TreeSet<>(actedOn);
    ignored.keySet().stream().filter(key -> !key.endsWith(".")).forEach(names::add);
    return names;
  }

  private static Map<String, Set<String>> values(String keysAndValues) {
    Map<String, Set<String>> values = new HashMap<>();
    for (String keyAndValue : keysAndValues.split(" ", -1)) {
      String[] parts = keyAndValue.split("=", 2);
      values.computeIfAbsent(parts[0], key -> new TreeSet<>()).add(parts[1]);
    }
    return Map.copyOf(values);
  }

  @SafeVarargs
  private static Map<String, String> reasons(Map.Entry<String, String>... keysByReason) {
    Map<String, String> reasons = new HashMap<>();
    for (Map.Entry<String, String> entry : keysByReason) {
      for (String key : entry.getValue().split(" ", -1)) {
        reasons.put(key, entry.getKey());
      }
    }
    return Map.copyOf(reasons);
  }
}
