// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.audit;

import io.github.yarnfair.core.tree.Amounts;
import io.github.yarnfair.core.tree.Demand;
import io.github.yarnfair.core.tree.ShareTree;
import io.github.yarnfair.core.tree.ShareTreeAudit;
import io.github.yarnfair.scheduler.gang.Reservations;
import io.github.yarnfair.scheduler.model.AppAttempt;
import io.github.yarnfair.scheduler.model.Application;
import io.github.yarnfair.scheduler.model.ClusterNode;
import io.github.yarnfair.scheduler.model.FairQueue;
import io.github.yarnfair.scheduler.model.LeafQueue;
import io.github.yarnfair.scheduler.model.QueueTree;
import io.github.yarnfair.scheduler.resource.MachineClasses;
import io.github.yarnfair.scheduler.resource.ResourceVectors;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.IntToLongFunction;
import java.util.stream.Collectors;
import org.apache.hadoop.yarn.api.records.ApplicationAttemptId;
import org.apache.hadoop.yarn.api.records.ContainerId;
import org.apache.hadoop.yarn.api.records.ExecutionType;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.server.resourcemanager.rmcontainer.RMContainer;
import org.apache.hadoop.yarn.server.resourcemanager.rmcontainer.RMContainerState;
import org.apache.hadoop.yarn.util.resource.Resources;
import org.jspecify.annotations.Nullable;

/**
 * Recomputes the share tree's numbers from YARN's containers and requests, and reports each
 * difference.
 */
public final class SchedulerAudit {
  /** From RUNNING on a node keeps what its attempt gave back until the node reports the end. */
  private static final Set<RMContainerState> NOT_LAUNCHED =
      EnumSet.of(RMContainerState.NEW, RMContainerState.ALLOCATED, RMContainerState.ACQUIRED);

  private final QueueTree queues;
  private final ResourceVectors vectors;
  private final MachineClasses classes;
  private final ShareTree tree;

  /** By id: the node on which a container is. */
  private final Map<ContainerId, ClusterNode> places = new HashMap<>();

  private final List<String> violations = new ArrayList<>();

  public SchedulerAudit(QueueTree queues, ResourceVectors vectors) {
    this.queues = queues;
    this.vectors = vectors;
    classes = queues.ledger().classes();
    tree = queues.ledger().tree();
  }

  /** Returns one sentence for each violated invariant. Under the scheduler's lock. */
  public List<String> violations(
      Collection<Application> applications,
      List<ClusterNode> nodes,
      Reservations reservations,
      Resource cluster) {
    for (ClusterNode node : nodes) {
      node.getCopiedListOfRunningContainers()
          .forEach(container -> places.put(container.getContainerId(), node));
    }
    violations.addAll(ShareTreeAudit.violations(tree));
    queues.applications().forEach(this::checkApplication);
    checkContainers(applications, nodes);
    checkQueue(queues.root());
    nodes.forEach(this::checkNode);
    violations.addAll(new MetricsAudit(queues).violations());
    violations.addAll(new ReservationAudit(queues, vectors).violations(nodes, reservations));
    violations.addAll(new GangAudit(queues, vectors).violations(nodes, reservations.gangs()));
    checkCapacity(nodes, cluster);
    return violations;
  }

  private void checkCapacity(List<ClusterNode> nodes, Resource cluster) {
    long[] registered = new long[classes.space().length()];
    nodes.forEach(node -> add(node.getTotalResource(), node.machineClass(), registered));
    compare(
        "the cluster's capacity", pair -> isOfNodes(pair) ? tree.capacity(pair) : 0, registered);
    long[] all = new long[vectors.length()];
    for (int pair = 0; isOfNodes(pair); pair++) {
      all[classes.space().resourceOf(pair)] += tree.capacity(pair);
    }
    long[] counted = vectors.of(cluster);
    compare("the node tracker", j -> counted[j], all);
  }

  private boolean isOfNodes(int pair) {
    return pair < classes.offset(classes.partitions());
  }

  private void checkApplication(Application application) {
    long[] held = new long[classes.space().length()];
    Map<List<Long>, Long> tasks = new HashMap<>();
    AppAttempt attempt = application.getCurrentAppAttempt();
    if (attempt != null) {
      for (RMContainer container : attempt.getLiveContainers()) {
        long[] charged = new long[held.length];
        checkClass(attempt, container);
        add(container.getContainer().getResource(), charged(attempt, container), charged);
        Amounts.add(held, charged);
        tasks.merge(asList(charged), 1L, Long::sum);
      }
      if (!attempt.demand().isConsistent()) {
        violations.add("the share tree does not know what %s asks for".formatted(application.id()));
      }
    }
    compare(application.id().toString(), j -> tree.usage(application.leaf(), j), held);
    tasks.remove(asList(new long[held.length]));
    Map<List<Long>, Long> counted = classes(tree.held(application.leaf()));
    if (!counted.equals(tasks)) {
      violations.add(
          "%s counts tasks of %s, actually %s".formatted(application.id(), counted, tasks));
    }
    if (tree.weight(application.leaf()) != application.weight()) {
      violations.add(
          "%s has weight %s, actually %s"
              .formatted(application.id(), tree.weight(application.leaf()), application.weight()));
    }
    if (tree.parent(application.leaf()) != application.queue().nodeAbove(application)) {
      violations.add(
          application.id() + " is not below its queue, or user, of " + application.queue());
    }
  }

  private @Nullable ClusterNode place(RMContainer container) {
    return places.get(container.getContainerId());
  }

  /** A container counts in the machine class of its node, or as a guest there. */
  private void checkClass(AppAttempt attempt, RMContainer container) {
    ClusterNode node = place(container);
    String counted = attempt.machineClass(container.getContainerId());
    if (node != null
        && !node.machineClass().equals(counted)
        && !classes
            .charged(node.machineClass(), container.getNodeLabelExpression())
            .equals(counted)) {
      violations.add(
          "%s counts in machine class '%s', its node is in '%s'"
              .formatted(container.getContainerId(), counted, node.machineClass()));
    }
  }

  private static Map<List<Long>, Long> classes(Demand demand) {
    Map<List<Long>, Long> classes = new HashMap<>();
    for (int i = 0; i < demand.size(); i++) {
      classes.put(asList(demand.vector(i)), demand.tasks(i));
    }
    return classes;
  }

  private static List<Long> asList(long[] vector) {
    return Arrays.stream(vector).boxed().toList();
  }

  /**
   * Checks that the root's metrics are the sum of all applications' containers, that each of these
   * is on a node, and that each container on a node that is not launched yet is one of them.
   */
  private void checkContainers(Collection<Application> applications, List<ClusterNode> nodes) {
    long[] held = new long[classes.space().length()];
    Set<ContainerId> standIns = new HashSet<>();
    Map<ContainerId, RMContainer> live = new HashMap<>();
    for (Application application : applications) {
      AppAttempt attempt = application.getCurrentAppAttempt();
      if (attempt != null) {
        standIns.addAll(attempt.resizes().standIns());
        for (RMContainer container : attempt.getLiveContainers()) {
          add(container.getContainer().getResource(), charged(attempt, container), held);
          live.put(container.getContainerId(), container);
        }
      }
    }
    compare("root", j -> tree.usage(ShareTree.ROOT, j), held);
    for (ClusterNode node : nodes) {
      for (RMContainer container : node.getCopiedListOfRunningContainers()) {
        boolean isHeld = live.remove(container.getContainerId(), container);
        isHeld |= standIns.contains(container.getContainerId());
        if (!isHeld && NOT_LAUNCHED.contains(container.getState())) {
          violations.add(
              "%s is %s on %s, and no application holds it"
                  .formatted(container.getContainerId(), container.getState(), node.getNodeID()));
        }
      }
    }
    live.keySet().forEach(id -> violations.add(id + " is held, but on no node"));
  }

  private void checkQueue(FairQueue queue) {
    if (queues.find(queue.getQueueName()) != queue) {
      violations.add(queue + " is not found by its name");
    }
    for (FairQueue child : queue.children()) {
      if (tree.parent(child.handle()) != queue.handle()) {
        violations.add(child + " is not below " + queue);
      }
      checkQueue(child);
    }
    if (queue instanceof LeafQueue leaf) {
      Set<ApplicationAttemptId> current =
          leaf.attempts()
              .filter(attempt -> !attempt.isStopped())
              .map(AppAttempt::getApplicationAttemptId)
              .collect(Collectors.toSet());
      violations.addAll(leaf.masters().violations(current));
      if (leaf.divided() != null) {
        leaf.divided().violations().forEach(violations::add);
      }
    }
  }

  private void checkNode(ClusterNode node) {
    long[] allocated = new long[vectors.length()];
    for (RMContainer container : node.getCopiedListOfRunningContainers()) {
      if (container.getExecutionType() == ExecutionType.GUARANTEED) {
        Amounts.add(allocated, vectors.of(container.getContainer().getResource()));
      }
    }
    long[] counted = vectors.of(node.getAllocatedResource());
    compare("node " + node.getNodeID(), j -> counted[j], allocated);
    Resource sum = Resources.add(node.getAllocatedResource(), node.getUnallocatedResource());
    if (!sum.equals(node.getTotalResource())) {
      violations.add(
          "node %s has %s, of which %s allocated or free"
              .formatted(node.getNodeID(), node.getTotalResource(), sum));
    }
    if (!node.isUsageTrue(vectors)) {
      violations.add(
          "node %s does not know what is free or what each application holds there"
              .formatted(node));
    }
  }

  /**
   * Adds amounts in the share tree's order.
   *
   * @param machineClass in which they count
   */
  private void add(Resource resource, String machineClass, long[] to) {
    Amounts.add(to, classes.amounts(classes.number(machineClass), vectors.of(resource)));
  }

  /** Returns the class in which a container counts; {@link #checkClass} checks it. */
  private static String charged(AppAttempt attempt, RMContainer container) {
    return attempt.machineClass(container.getContainerId());
  }

  private void compare(String what, IntToLongFunction counted, long[] actual) {
    for (int j = 0; j < Math.min(actual.length, classes.space().pairs()); j++) {
      if (counted.applyAsLong(j) != actual[j]) {
        violations.add(
            "%s counts %d of resource %d, actually %d"
                .formatted(what, counted.applyAsLong(j), j, actual[j]));
      }
    }
  }
}
