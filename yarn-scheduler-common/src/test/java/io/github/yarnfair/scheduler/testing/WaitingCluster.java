// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.testing;

import static io.github.yarnfair.scheduler.testing.ConstrainedRequests.tagged;
import static io.github.yarnfair.scheduler.testing.SchedulerConf.resource;
import static io.github.yarnfair.scheduler.testing.SchedulerTestApp.request;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.apache.hadoop.yarn.api.records.Container;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.api.records.ResourceRequest;
import org.apache.hadoop.yarn.api.resource.PlacementConstraints;
import org.apache.hadoop.yarn.api.resource.PlacementConstraints.PlacementTargets;
import org.jspecify.annotations.Nullable;

/**
 * A small cluster by chance, with all that may keep an application waiting: weights, maxima, users'
 * limits, partitions, constraints, places, blacklists, reserved and withheld nodes, and the {@link
 * WaitingFeatures}.
 */
final class WaitingCluster implements AutoCloseable {
  private static final List<String> LEAVES = List.of("root.a.x", "root.a.y", "root.b", "root.c");
  private static final List<String> LABELS = List.of("", LabelledCluster.OWN, LabelledCluster.OPEN);
  static final long TIMEOUT = 1_000;

  final SchedulerConf conf;
  final SchedulerFixture cluster;
  private final Random random;
  private final WaitingFeatures features;
  private final @Nullable LabelledCluster labelled;
  private final Map<SchedulerTestApp, Runnable> relaxed = new HashMap<>();
  private long now = 1_000_000;

  WaitingCluster(SchedulerConf base, Random random) throws IOException {
    this.random = random;
    features = new WaitingFeatures(new Random(random.nextLong()));
    boolean hasLabels = chance(3);
    conf = conf(base, hasLabels);
    labelled = hasLabels ? new LabelledCluster(conf) : null;
    cluster = labelled == null ? new SchedulerFixture(conf) : labelled.fixture;
    cluster.scheduler.setClock(() -> now);
    play();
  }

  private boolean chance(int oneOf) {
    return random.nextInt(oneOf) == 0;
  }

  private <T> T any(List<T> list) {
    return list.get(random.nextInt(list.size()));
  }

  private SchedulerConf conf(SchedulerConf base, boolean hasLabels) {
    SchedulerConf conf = base.copy().queues("root", "a,b,c").queues("root.a", "x,y");
    conf.option("node-headroom.timeout-ms", TIMEOUT)
        .option(
            "node-headroom", any(List.of("reservation", "reservation", "largest-task", "none")));
    for (String queue : List.of("root.a", "root.a.x", "root.a.y", "root.b", "root.c")) {
      conf.set(queue + ".capacity", 1 + random.nextInt(3) + "w");
      if (chance(3)) {
        conf.set(
            queue + ".maximum-capacity", any(List.of("20", "40", "60", "[memory=700,vcores=7]")));
      }
      if (hasLabels) {
        for (String label : List.of(LabelledCluster.OWN, LabelledCluster.OPEN)) {
          int children = queue.startsWith("root.a.") ? 2 : 3;
          conf.set(LabelledCluster.part(queue, label, "capacity"), 100.0 / children);
          if (chance(4)) {
            conf.set(
                LabelledCluster.part(queue, label, "maximum-capacity"), 40 + random.nextInt(60));
          }
        }
      }
    }
    for (String leaf : LEAVES) {
      if (chance(4)) {
        conf.set(leaf + ".user-limit-factor", any(List.of(0.5, 1, 2)));
      }
    }
    features.configure(conf, LEAVES);
    return conf;
  }

  private void play() throws IOException {
    int nodes = 2 + random.nextInt(4);
    for (int i = 1; i <= nodes; i++) {
      Resource size = resource(500L * (1 + random.nextInt(3)), 4 + random.nextInt(9));
      if (labelled == null) {
        cluster.addNode("n" + i, size);
      } else {
        labelled.node("n" + i, any(LABELS), size);
      }
    }
    int apps = 3 + random.nextInt(5);
    for (int i = 0; i < apps; i++) {
      SchedulerTestApp app = features.submit(cluster, any(LEAVES));
      if (chance(6)) {
        app.blacklist(List.of("n" + (1 + random.nextInt(nodes)), "n1"), List.of());
      }
      ask(app, nodes);
      if (chance(2)) {
        cluster.rounds(1 + random.nextInt(2));
      }
    }
    cluster.rounds(3);
    for (SchedulerTestApp app : cluster.apps()) {
      if (chance(3)) {
        List<Container> held = new ArrayList<>(app.containers());
        held.stream().limit(random.nextInt(3)).forEach(app::complete);
      }
      if (chance(4)) {
        app.askForNothing();
      }
    }
    features.failSome(cluster).forEach(app -> ask(app, nodes));
    cluster.rounds(3);
  }

  private void add(String partition, Resource capability) throws IOException {
    String host = "n" + (cluster.nodes().size() + 10);
    if (labelled == null) {
      cluster.addNode(host, capability);
    } else {
      labelled.node(host, partition, capability);
    }
  }

  private void ask(SchedulerTestApp app, int nodes) {
    Resource size =
        resource(
            50L * (1 + random.nextInt(random.nextInt(8) + 1)),
            1 + random.nextInt(random.nextInt(5) + 1));
    if (chance(30)) {
      size = resource(5000, 20);
    }
    Resource shape = size;
    int count = 1 + random.nextInt(12);
    if (chance(8)) {
      String tag = any(List.of("t", "u"));
      Set<String> other = Set.of(any(List.of("t", "u", "v")));
      app.askConstrained(
          tagged(
              tag,
              shape,
              count,
              chance(2)
                  ? PlacementConstraints.targetIn(
                      PlacementConstraints.NODE,
                      PlacementTargets.allocationTag(other.iterator().next()))
                  : PlacementConstraints.targetNotIn(
                      PlacementConstraints.NODE,
                      PlacementTargets.allocationTag(other.iterator().next()))));
      relaxed.put(app, () -> app.askConstrained(tagged("free", shape, count, null)));
    } else if (chance(8)) {
      String host = "n" + (1 + random.nextInt(nodes + 1));
      app.ask(at(shape, count, host, false));
      relaxed.put(app, () -> app.ask(at(shape, count, host, true)));
    } else {
      String label = labelled == null ? "" : any(LABELS);
      app.ask(List.of(LabelledCluster.request(label, shape, count)));
    }
  }

  private static List<ResourceRequest> at(Resource shape, int count, String host, boolean relaxed) {
    return List.of(
        request(shape, count, 1, host, true),
        request(shape, count, 1, "/rack1", relaxed),
        request(shape, count, 1, ResourceRequest.ANY, relaxed));
  }

  /** Lets time go by as well: what is kept is kept for a while. */
  void rounds(int count) {
    for (int i = 0; i < count; i++) {
      now += TIMEOUT / 4;
      cluster.rounds(1);
    }
  }

  /** Returns an application that waits, by chance; null if none does. */
  @Nullable SchedulerTestApp waiting() {
    List<SchedulerTestApp> waiting =
        cluster.apps().stream().filter(app -> app.pending() > 0).toList();
    return waiting.isEmpty() ? null : any(waiting);
  }

  RemedyTrial trial(SchedulerTestApp app) {
    return new RemedyTrial(
        cluster,
        conf,
        app,
        this::add,
        any -> relaxed.getOrDefault(any, () -> {}).run(),
        () -> now += TIMEOUT);
  }

  @Override
  public void close() {
    cluster.close();
  }
}
