// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.it;

import static io.github.yarnfair.host.QueueShape.queue;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.yarnfair.core.scenario.TestSize;
import io.github.yarnfair.dff.DffScheduler;
import io.github.yarnfair.drfh.DrfhScheduler;
import io.github.yarnfair.hdrf.HdrfScheduler;
import io.github.yarnfair.host.QueueShape;
import io.github.yarnfair.mch.MchScheduler;
import io.github.yarnfair.minicluster.HeterogeneousCluster;
import io.github.yarnfair.minicluster.NodeShape;
import io.github.yarnfair.udrf.UdrfScheduler;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.util.ClassUtil;
import org.apache.hadoop.yarn.applications.distributedshell.ApplicationMaster;
import org.apache.hadoop.yarn.applications.distributedshell.Client;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.ResourceScheduler;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Distributed shell with placement specifications, as its documentation has them. */
@Timeout(240)
class PlacementConstraintTest {
  private static final int TASK_SECONDS = 6;

  /** Each scheduler, and each handler of constraints; in a usual run one of them. */
  static Stream<Arguments> runs() {
    Stream<Arguments> usual = Stream.of(Arguments.of("hdrf", "scheduler"));
    Stream<Arguments> others =
        Stream.of("dff", "mch", "drfh", "udrf").map(name -> Arguments.of(name, "scheduler"));
    return TestSize.EXHAUSTIVE
        ? Stream.of(usual, others, Stream.of(Arguments.of("hdrf", "placement-processor")))
            .flatMap(runs -> runs)
        : usual;
  }

  @ParameterizedTest
  @MethodSource("runs")
  void distributedShellRunsWhereItsSpecificationsSay(String scheduler, String handler)
      throws Exception {
    try (FairCluster cluster =
        FairCluster.start(
            HeterogeneousCluster.named("constraints-" + scheduler + "-" + handler)
                .scheduler(classOf(scheduler).getName())
                .set(YarnConfiguration.RM_PLACEMENT_CONSTRAINTS_HANDLER, handler)
                .node(NodeShape.of("first", 4096, 8))
                .node(NodeShape.of("second", 4096, 8))
                .node(NodeShape.of("third", 4096, 8))
                .queues(QueueShape.root(queue("shell", 1)))
                .queueKey("yarn.scheduler.capacity.maximum-am-resource-percent", "1.0"))) {
      Map<String, Map<String, Integer>> spread = run(cluster, "a(3),NOTIN,NODE,a", 3);
      assertThat(spread.get("a")).hasSize(3).containsValue(1).doesNotContainValue(2);

      Map<String, Map<String, Integer>> near = run(cluster, "z(1),NOTIN,NODE,z:y(2),IN,NODE,z", 3);
      assertThat(near.get("z")).hasSize(1);
      assertThat(near.get("y")).containsExactlyEntriesOf(doubled(near.get("z")));
      assertThat(cluster.scheduler().readings().audit()).isEmpty();
      assertThat(cluster.yarn.schedulerFailures()).isEmpty();
    }
  }

  private static Class<? extends ResourceScheduler> classOf(String scheduler) {
    return switch (scheduler) {
      case "hdrf" -> HdrfScheduler.class;
      case "dff" -> DffScheduler.class;
      case "mch" -> MchScheduler.class;
      case "drfh" -> DrfhScheduler.class;
      default -> UdrfScheduler.class;
    };
  }

  private static Map<String, Integer> doubled(Map<String, Integer> ones) {
    Map<String, Integer> doubled = new TreeMap<>();
    ones.forEach((node, count) -> doubled.put(node, 2 * count));
    return doubled;
  }

  /**
   * Runs distributed shell.
   *
   * @return the number of its containers that ran at once, by tag and node
   */
  private static Map<String, Map<String, Integer>> run(
      FairCluster cluster, String specification, int containers) throws Exception {
    Configuration conf = new YarnConfiguration(cluster.yarn.configuration());
    // With the cluster's addresses, for the master.
    conf.set(YarnConfiguration.YARN_APPLICATION_CLASSPATH, cluster.yarn.confDirectory().toString());
    Client client = new Client(conf);
    boolean isValid =
        client.init(
            new String[] {
              "--jar",
              ClassUtil.findContainingJar(ApplicationMaster.class),
              "--queue",
              "root.shell",
              "--shell_command",
              "sleep " + TASK_SECONDS,
              "--placement_spec",
              specification,
              "--master_memory",
              "256",
              "--container_memory",
              "128"
            });
    assertThat(isValid).isTrue();
    CompletableFuture<Boolean> succeeded =
        CompletableFuture.supplyAsync(
            () -> {
              try {
                return client.run();
              } catch (Exception e) {
                throw new IllegalStateException(e);
              }
            });
    Map<String, Map<String, Integer>> placed = new TreeMap<>();
    FairCluster.await(
        containers + " containers of " + specification,
        () -> {
          Map<String, Map<String, Integer>> now = tagged(cluster);
          placed.clear();
          placed.putAll(now);
          return succeeded.isDone() || count(now) == containers;
        });
    assertThat(succeeded.get(2, TimeUnit.MINUTES)).as("distributed shell succeeded").isTrue();
    return placed;
  }

  private static int count(Map<String, Map<String, Integer>> placed) {
    return placed.values().stream()
        .flatMap(byNode -> byNode.values().stream())
        .mapToInt(Integer::intValue)
        .sum();
  }

  private static Map<String, Map<String, Integer>> tagged(FairCluster cluster) {
    Map<String, Map<String, Integer>> tagged = new TreeMap<>();
    cluster
        .yarn
        .nodes()
        .forEach(
            node ->
                cluster
                    .containers(node)
                    .forEach(
                        container -> {
                          if (container.getAllocationTags() != null) {
                            container
                                .getAllocationTags()
                                .forEach(
                                    tag ->
                                        tagged
                                            .computeIfAbsent(tag, any -> new TreeMap<>())
                                            .merge(node.id().toString(), 1, Integer::sum));
                          }
                        }));
    return tagged;
  }
}
