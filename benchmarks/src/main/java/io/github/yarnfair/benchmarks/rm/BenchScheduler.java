// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.benchmarks.rm;

import io.github.yarnfair.benchmarks.rm.floor.FloorScheduler;
import io.github.yarnfair.core.nodes.NodeChoice;
import io.github.yarnfair.core.rule.SchedulerRules;
import io.github.yarnfair.host.SchedulerHost;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.placement.ResourceUsageMultiNodeLookupPolicy;

/**
 * A scheduler that is measured.
 *
 * @param label its name on the command line and in tables
 * @param className the scheduler's class
 * @param keys of its configuration, besides the defaults
 */
public record BenchScheduler(String label, String className, Map<String, String> keys) {
  private static final String YARN = "org.apache.hadoop.yarn.server.resourcemanager.scheduler.";

  private static final String CAPACITY = YARN + "capacity.CapacityScheduler";
  private static final String HDRF = "io.github.yarnfair.hdrf.HdrfScheduler";

  /** The floor, with which the others are compared. */
  public static final BenchScheduler FLOOR =
      new BenchScheduler("floor", FloorScheduler.class.getName());

  private static final List<BenchScheduler> OF_YARN =
      List.of(
          new BenchScheduler("capacity", CAPACITY),
          new BenchScheduler("fair", YARN + "fair.FairScheduler"),
          new BenchScheduler("fifo", YARN + "fifo.FifoScheduler"));

  /** Measured on request: with nodes chosen by a score. */
  private static final List<BenchScheduler> ON_REQUEST =
      Stream.concat(
              Arrays.stream(NodeChoice.values())
                  .filter(choice -> choice != NodeChoice.HEARTBEAT)
                  .map(BenchScheduler::hdrf),
              Stream.of(
                  new BenchScheduler(
                      "capacity-multi-node",
                      CAPACITY,
                      multiNodePlacement("yarn.scheduler.capacity."))))
          .toList();

  BenchScheduler(String label, String className) {
    this(label, className, Map.of());
  }

  private static BenchScheduler hdrf(NodeChoice choice) {
    return new BenchScheduler(
        "hdrf-" + choice.configured(),
        HDRF,
        Map.of("yarn.scheduler.hdrf.node-choice", choice.configured()));
  }

  /** CapacityScheduler's choice of nodes, by how much of each is in use. */
  private static Map<String, String> multiNodePlacement(String prefix) {
    String policy = prefix + "multi-node-sorting.policy";
    return Map.of(
        prefix + "multi-node-placement-enabled",
        "true",
        policy + ".names",
        "usage",
        policy,
        "usage",
        policy + ".usage.class",
        ResourceUsageMultiNodeLookupPolicy.class.getName(),
        policy + ".usage.sorting-interval.ms",
        "1000");
  }

  /** Returns the schedulers that are measured by default. */
  public static List<BenchScheduler> known() {
    return Stream.of(Stream.of(FLOOR), ofRules(), OF_YARN.stream()).flatMap(all -> all).toList();
  }

  private static Stream<BenchScheduler> ofRules() {
    return SchedulerRules.all().stream()
        .map(rule -> new BenchScheduler(rule.name(), rule.schedulerClass()));
  }

  /** Returns a scheduler by its short name or its class; which is loaded only when it is booted. */
  public static BenchScheduler named(String name) {
    return Stream.concat(known().stream(), ON_REQUEST.stream())
        .filter(known -> known.label.equals(name) || known.className.equals(name))
        .findFirst()
        .orElseGet(() -> new BenchScheduler(name.substring(name.lastIndexOf('.') + 1), name));
  }

  /** Returns the name by which {@link #named} finds the scheduler. */
  String name() {
    return named(label).equals(this) ? label : className;
  }

  /**
   * Returns a ResourceManager's configuration.
   *
   * @param options set last
   */
  public Configuration configuration(Map<String, String> options) {
    Configuration conf = SchedulerHost.configuration(className);
    conf.set(YarnConfiguration.RESOURCE_TYPES, ClusterWorkload.GPU);
    keys.forEach(conf::set);
    options.forEach(conf::set);
    return conf;
  }
}
