// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.simulator.manager;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.hadoop.yarn.api.records.ContainerId;
import org.apache.hadoop.yarn.api.records.NodeId;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.api.records.ResourceInformation;
import org.apache.hadoop.yarn.server.resourcemanager.rmcontainer.RMContainer;
import org.apache.hadoop.yarn.server.resourcemanager.rmcontainer.RMContainerState;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.SchedulerNode;

/** What always holds, whatever happens: a violation ends the run. */
final class Invariants {
  /** A node that has been heard so often has told, and been told, all that there was. */
  private static final int PATIENCE = 6;

  private final Simulation simulation;
  private final Set<ContainerId> everStarted = new HashSet<>();
  private final List<Start> started = new ArrayList<>();
  private long checks;

  private record Start(NodeId node, ContainerId container) {}

  Invariants(Simulation simulation) {
    this.simulation = simulation;
  }

  long checks() {
    return checks;
  }

  /** A container has started, and its event is not over. */
  void started(NodeId node, ContainerId container) {
    started.add(new Start(node, container));
  }

  /** Checks what an event has started. */
  void checkStarted() {
    for (Start start : started) {
      check(start);
    }
    started.clear();
  }

  private void check(Start start) {
    ContainerId id = start.container;
    require(everStarted.add(id), "one container for each id", "%s has started twice", id);
    SchedulerNode node = simulation.scheduler().getSchedulerNode(start.node);
    RMContainer container = simulation.scheduler().getRMContainer(id);
    if (node == null || container == null) {
      return; // Gone within the same event.
    }
    simulation.journal.decided(
        "%s of %s starts on %s", id, container.getContainer().getResource(), start.node);
    require(
        isWithin(node, container.getContainer().getResource()),
        "no node beyond its size",
        "%s has %s and is given %s: %s left",
        start.node,
        node.getTotalResource(),
        id,
        node.getUnallocatedResource());
    String asked = container.getNodeLabelExpression();
    String has = node.getPartition();
    // What a container grows by is where the container is, whose node may have another label now.
    boolean grows = container.getAllocatedSchedulerKey().getContainerToUpdate() != null;
    require(
        grows
            || has.equals(asked == null ? "" : asked)
            || (has.equals(QueueFiles.OPEN) && (asked == null || asked.isEmpty())),
        "containers where their label is",
        "%s for '%s' is given on %s with '%s'",
        id,
        asked,
        start.node,
        has);
    checkApart(node, container);
  }

  /** What a container does not take may be missing: a node can shrink, or report too much. */
  private static boolean isWithin(SchedulerNode node, Resource taken) {
    for (ResourceInformation left : node.getUnallocatedResource().getResources()) {
      if (left.getValue() < 0 && taken.getResourceValue(left.getName()) > 0) {
        return false;
      }
    }
    return true;
  }

  private void checkApart(SchedulerNode node, RMContainer container) {
    Set<String> tags = container.getAllocationTags();
    if (tags == null || tags.isEmpty()) {
      return;
    }
    for (RMContainer other : node.getCopiedListOfRunningContainers()) {
      require(
          other.getContainerId().equals(container.getContainerId())
              || !tags.equals(other.getAllocationTags())
              || other.getState() == RMContainerState.COMPLETED
              || simulation.scheduler().getRMContainer(other.getContainerId()) == null,
          "constraints hold at the start",
          "%s is given on %s beside %s",
          container.getContainerId(),
          node.getNodeID(),
          other.getContainerId());
    }
  }

  /** Checks all, between two events. */
  void check() {
    checks++;
    List<String> errors = simulation.errors.messages();
    require(errors.isEmpty(), "no error is logged", "%s", errors);
    SimulatedManager manager = simulation.manager();
    if (manager == null) {
      return;
    }
    List<String> audit = manager.scheduler().readings().audit();
    require(audit.isEmpty(), "the books agree with the containers", "%s", audit);
    if (manager.isUpToDate()) {
      simulation.nodes.values().forEach(this::check);
    }
  }

  /** Node and scheduler know the same containers, but for those of the last calls. */
  private void check(SimulatedNode node) {
    SchedulerNode known = simulation.scheduler().getSchedulerNode(node.id());
    if (known == null || !node.isRegistered(simulation.manager())) {
      return;
    }
    for (RMContainer container : known.getCopiedListOfRunningContainers()) {
      require(
          !node.shouldBeKnownEnded(container.getContainerId(), PATIENCE),
          "what has ended is given back",
          "%s has ended on %s, which has told so; it is %s",
          container.getContainerId(),
          node.id(),
          container.getState());
    }
    for (ContainerId container : node.shouldBeKnown(PATIENCE)) {
      RMContainer counted = simulation.scheduler().getRMContainer(container);
      require(
          counted != null && node.id().equals(counted.getAllocatedNode()),
          "what runs is counted",
          "%s runs on %s, and no application has it",
          container,
          node.id());
    }
  }

  static void require(boolean holds, String invariant, String what, Object... arguments) {
    if (!holds) {
      throw new Violation(invariant, what.formatted(arguments));
    }
  }
}
