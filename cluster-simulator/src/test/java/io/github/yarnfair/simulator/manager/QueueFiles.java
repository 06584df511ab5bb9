// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.simulator.manager;

import io.github.yarnfair.scheduler.HierarchicalScheduler;
import io.github.yarnfair.scheduler.testing.SchedulerConf;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.conf.YarnConfiguration;

/**
 * The configurations between which administrators change: all have the same queues, so that no
 * refresh is refused. Nothing in them has a thread of its own that would change what is decided.
 */
final class QueueFiles {
  /** Leaf queues of every configuration. */
  static final List<String> LEAVES = List.of("root.a.x", "root.a.y", "root.b", "root.c", "root.d");

  /** Leaf queues that every configuration creates when they are needed. */
  static final List<String> CREATED = List.of("root.e.u0", "root.e.u1", "root.e.g.u0");

  /** Exclusive. */
  static final String OWN = "own";

  /** Not exclusive. */
  static final String OPEN = "open";

  /** What a user may hold of {@code root.d} at most, as a multiple of the queue's part. */
  static final double USER_LIMIT = 0.5;

  static final String LIMITED = "root.d";

  private static final String PREEMPTION = "yarn.resourcemanager.monitor.capacity.preemption.";

  /** To make them takes as long as some minutes of a run. */
  private static final Map<Kind, List<Configuration>> KNOWN = new HashMap<>();

  private record Kind(Class<? extends HierarchicalScheduler> scheduler, boolean labels) {}

  private QueueFiles() {}

  /** Returns the configurations; the first one is in force at the start and at the end. */
  static List<Configuration> of(Setting setting) {
    return KNOWN.computeIfAbsent(new Kind(setting.scheduler(), setting.labels()), QueueFiles::of);
  }

  private static List<Configuration> of(Kind kind) {
    SchedulerConf first = first(kind.scheduler);
    if (kind.labels) {
      withParts(first);
    }
    SchedulerConf second = second(first.copy());
    List<SchedulerConf> all =
        new ArrayList<>(
            List.of(
                first,
                second,
                first.copy().option("node-headroom", "largest-task"),
                second.copy().option("node-choice", "fragmentation"),
                users(second.copy())));
    return all.stream().map(SchedulerConf::build).toList();
  }

  private static SchedulerConf first(Class<? extends HierarchicalScheduler> scheduler) {
    return SchedulerConf.of(scheduler)
        .option("history.interval-ms", 0)
        .option("diagnostics.cpu-percent", 0)
        .option("recording.enabled", false)
        // By the machine's clock: never.
        .yarn(YarnConfiguration.RM_NM_EXPIRY_INTERVAL_MS, Integer.MAX_VALUE)
        .yarn(YarnConfiguration.RM_WORK_PRESERVING_RECOVERY_SCHEDULING_WAIT_MS, -1)
        .yarn(YarnConfiguration.MAX_CLUSTER_LEVEL_APPLICATION_PRIORITY, 3)
        .yarn(YarnConfiguration.NODE_LABELS_ENABLED, true)
        .yarn(YarnConfiguration.RM_PLACEMENT_CONSTRAINTS_HANDLER, "scheduler")
        .queues("root", "a,b,c,d,e")
        .queues("root.a", "x,y")
        .set("root.e.auto-queue-creation-v2.enabled", true)
        .set("auto-queue-creation-v2.queue-expiration-time", 600)
        .set("root.a.capacity", "4w")
        .set("root.b.capacity", "2w")
        .set("root.c.capacity", "1w")
        .set("root.d.capacity", "2w")
        .set("root.e.capacity", "1w")
        .set("root.c.maximum-application-lifetime", 3600)
        .set("root.b.maximum-capacity", "60")
        .set("root.d.user-limit-factor", USER_LIMIT)
        .yarn(PREEMPTION + "max_wait_before_kill", 15_000)
        .yarn(PREEMPTION + "total_preemption_per_round", 1)
        .yarn(PREEMPTION + "natural_termination_factor", 1);
  }

  private static SchedulerConf second(SchedulerConf conf) {
    return conf.option("node-headroom.timeout-ms", 20_000)
        .option("node-headroom.reserved-nodes-per-application", 0.5)
        .option("node-headroom.reserved-nodes-per-queue", 1)
        .option("gang.maximum-share", 1)
        .set("root.e.auto-queue-creation-v2.template.capacity", "2w")
        .set("root.a.capacity", "1w")
        .set("root.b.maximum-capacity", "100")
        .set("root.c.disable_preemption", true)
        .set("root.b.ordering-policy", "fifo")
        .set("root.a.x.ordering-policy", "fifo")
        .yarn(PREEMPTION + "intra-queue-preemption.enabled", true)
        .set("root.a.maximum-capacity", "50")
        .set("node-locality-delay", "2");
  }

  private static SchedulerConf users(SchedulerConf conf) {
    return conf.set("user-limit-factor", 0.5)
        .set("minimum-user-limit-percent", 50)
        .set("root.user-settings.user1.weight", 2)
        .set("root.b.minimum-user-limit-percent", 25)
        .set("root.c.user-limit-factor", -1)
        .set("root.e.auto-queue-creation-v2.template.user-limit-factor", 1);
  }

  /** Gives all queues but {@code root.c} and {@code root.d} a part of each partition. */
  private static void withParts(SchedulerConf conf) {
    for (String queue : List.of("root.a", "root.a.x", "root.a.y", "root.b", "root.e")) {
      for (String label : List.of(OWN, OPEN)) {
        conf.set(queue + ".accessible-node-labels." + label + ".capacity", "2w");
      }
    }
  }
}
