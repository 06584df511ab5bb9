// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.simulator.manager;

import static io.github.yarnfair.simulator.manager.Invariants.require;
import static io.github.yarnfair.simulator.manager.Simulation.resource;

import io.github.yarnfair.simulator.manager.SimulatedApplication.Attempt;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.api.records.ResourceRequest;
import org.apache.hadoop.yarn.server.resourcemanager.rmapp.RMAppState;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.QueueMetrics;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.SchedulerNode;
import org.jspecify.annotations.Nullable;

/**
 * A run of happenings from the first to the last; then all faults end, and the run shows that the
 * cluster recovers: all work gets done, shares become ideal, and nothing is left in the end.
 */
final class Run {
  private static final Resource LARGE = resource(65_536, 64, 16);
  private static final long QUIET_MILLIS = 1_800_000;
  private static final long HUNGRY_MILLIS = 300_000;

  private final Simulation simulation;
  private final Outside outside;
  private final List<Happening> happenings;
  private long bound = -1;

  /**
   * What came of a run.
   *
   * @param millis of the cluster's time
   * @param violation null if all was well
   */
  record Outcome(
      long hash,
      long millis,
      long decisions,
      long checks,
      @Nullable Violation violation,
      int happened,
      List<String> lines) {}

  private Run(Simulation simulation, List<Happening> happenings) {
    this.simulation = simulation;
    this.happenings = happenings;
    outside = new Outside(simulation);
  }

  /** Runs all happenings of a seed. */
  static Outcome of(long seed) {
    Setting setting = Setting.of(seed);
    return of(seed, setting, Happening.of(seed, setting), false);
  }

  /** Runs some happenings in a seed's cluster. */
  static Outcome of(long seed, Setting setting, List<Happening> happenings, boolean keepsLines) {
    try (Simulation simulation = new Simulation(seed, setting, keepsLines)) {
      Run run = new Run(simulation, happenings);
      int[] happened = {0};
      Violation violation = null;
      try {
        run.all(new Random(seed + 1), happened);
      } catch (Violation e) {
        violation = e;
      } catch (RuntimeException | Error e) {
        violation = new Violation("nothing is thrown", e);
      }
      return new Outcome(
          simulation.journal.hash(),
          simulation.loop.getTime() - EventLoop.START,
          simulation.journal.decisions(),
          simulation.invariants().checks(),
          violation,
          happened[0],
          simulation.journal.lines());
    }
  }

  private void all(Random random, int[] happened) {
    for (int i = 0; i < simulation.setting.nodes(); i++) {
      outside.addNode(random);
    }
    for (Happening happening : happenings) {
      until(EventLoop.START + happening.at());
      happened[0]++;
      outside.happen(happening);
      simulation.invariants().check();
    }
    until(simulation.loop.getTime() + HUNGRY_MILLIS);
    endFaults();
    finish();
    share();
    drain();
  }

  private void until(long time) {
    while (simulation.loop.step(time)) {
      // Actions check.
    }
  }

  private void pass(long millis) {
    until(simulation.loop.getTime() + millis);
  }

  // ------------------------------------------------------------------------------ afterwards

  /** Everything works from now on, and there is a node for each request. */
  private void endFaults() {
    simulation.journal.note("all faults end");
    simulation.mendNetwork();
    outside.start(false, 0);
    simulation.manager().stall(0);
    simulation.manager().readyAt(0);
    outside.refresh(0);
    for (SimulatedNode node : List.copyOf(simulation.nodes.values())) {
      node.cutOff(0);
      node.decommission(false);
    }
    for (String label : List.of("", "", QueueFiles.OWN, QueueFiles.OPEN)) {
      if (label.isEmpty() || simulation.setting.labels()) {
        simulation.addNode(LARGE, label);
      }
    }
    for (SimulatedApplication application : simulation.applications.values()) {
      Attempt attempt = application.attempt();
      if (attempt != null) {
        attempt.master.silent(0);
        attempt.master.refuseNone();
      }
    }
  }

  /** All work gets done, no later than if all tasks ran one after the other. */
  private void finish() {
    long start = simulation.loop.getTime();
    while (!simulation.applications.isEmpty()) {
      pass(60_000);
      for (SimulatedApplication application : simulation.applications.values()) {
        Attempt attempt = application.attempt();
        if (attempt != null) {
          attempt.master.refuseNone();
        }
      }
      long late = simulation.loop.getTime() - start;
      if (late > bound()) {
        throw new Violation(
            "all work gets done",
            simulation.applications.values().stream().map(this::text).toList()
                + " after "
                + late / 1000
                + " s");
      }
    }
    pass(QUIET_MILLIS / 10);
    assertNothingIsHeld();
  }

  /** Milliseconds for all that was to be done when the faults ended, task by task. */
  private long bound() {
    if (bound < 0) {
      bound = 2 * 3_600_000L;
      for (SimulatedApplication application : simulation.applications.values()) {
        for (SimulatedApplication.Work work : application.work().values()) {
          bound += work.left * (work.millis + 60_000);
        }
      }
    }
    return bound;
  }

  private String text(SimulatedApplication application) {
    return "%s of %s in %s: %s"
        .formatted(
            application,
            application.user(),
            application.queue(),
            application.work().values().stream()
                .filter(work -> work.left > 0)
                .map(work -> work.left + " x " + work.size + " on '" + work.label + "'")
                .toList());
  }

  /** Every queue asks for more than there is: each has its ideal share, but for one task. */
  private void share() {
    for (SimulatedNode node : List.copyOf(simulation.nodes.values())) {
      outside.relabel(node, "");
      outside.resize(node, resource(8_192, 8, 0), true);
    }
    pass(60_000);
    Shares shares = new Shares(simulation);
    for (String queue : QueueFiles.LEAVES) {
      SimulatedApplication hungry = simulation.submit(queue, "user0", 0, Set.of(), false, null);
      hungry.add(Shares.TASK, 1000, "", ResourceRequest.ANY, false, Long.MAX_VALUE / 4);
      simulation.submit(hungry);
    }
    pass(HUNGRY_MILLIS);
    shares.check();
    for (SimulatedApplication application : List.copyOf(simulation.applications.values())) {
      simulation.end(application, RMAppState.FINISHED);
    }
    pass(QUIET_MILLIS / 10);
    assertNothingIsHeld();
  }

  private void drain() {
    for (SimulatedNode node : List.copyOf(simulation.nodes.values())) {
      simulation.nodes.remove(node.id());
      simulation.remove(node);
    }
    simulation.invariants().check();
    Resource left = simulation.scheduler().getClusterResource();
    require(left.equals(resource(0, 0, 0)), "nothing is left", "the cluster has %s", left);
    require(
        simulation.scheduler().getSchedulerApplications().isEmpty(),
        "nothing is left",
        "applications %s",
        simulation.scheduler().getSchedulerApplications().keySet());
  }

  private void assertNothingIsHeld() {
    simulation.invariants().check();
    for (SimulatedNode node : simulation.nodes.values()) {
      SchedulerNode known = simulation.scheduler().getSchedulerNode(node.id());
      require(known != null, "nodes come back", "%s is not known", node.id());
      require(
          known.getAllocatedResource().equals(resource(0, 0, 0)) && node.running().isEmpty(),
          "nothing is held by no one",
          "%s holds %s of %s and runs %s",
          node.id(),
          known.getAllocatedResource(),
          known.getCopiedListOfRunningContainers(),
          node.running());
    }
    for (String queue : List.of("root", "root.a", "root.a.x", "root.a.y", "root.b", "root.c")) {
      QueueMetrics metrics = QueueMetrics.getQueueMetrics().get(queue);
      long[] values = {
        metrics.getAllocatedMB(),
        metrics.getAllocatedVirtualCores(),
        metrics.getAllocatedContainers(),
        metrics.getPendingMB(),
        metrics.getPendingContainers(),
        metrics.getReservedMB(),
        metrics.getAppsRunning(),
        metrics.getAppsPending()
      };
      for (long value : values) {
        require(
            value == 0,
            "metrics return to zero",
            "%s: %s",
            queue,
            java.util.Arrays.toString(values));
      }
    }
  }
}
