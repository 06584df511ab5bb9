// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.demand;

import io.github.yarnfair.scheduler.ask.Ask;
import io.github.yarnfair.scheduler.ask.AskGroups;
import io.github.yarnfair.scheduler.ask.AskTable;
import io.github.yarnfair.scheduler.ask.SizePlaces;
import io.github.yarnfair.scheduler.conf.LogText;
import io.github.yarnfair.scheduler.model.AppAttempt;
import io.github.yarnfair.scheduler.model.ClusterNode;
import io.github.yarnfair.scheduler.model.FairQueue;
import io.github.yarnfair.scheduler.model.Gang;
import io.github.yarnfair.scheduler.model.LeafQueue;
import io.github.yarnfair.scheduler.resource.MachineClasses;
import io.github.yarnfair.scheduler.resource.NodeShapes;
import io.github.yarnfair.scheduler.resource.ResourceVectors;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.apache.hadoop.thirdparty.com.google.common.collect.Iterables;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.server.resourcemanager.RMContext;
import org.apache.hadoop.yarn.server.resourcemanager.rmapp.RMApp;
import org.apache.hadoop.yarn.server.resourcemanager.rmcontainer.RMContainer;
import org.apache.hadoop.yarn.server.resourcemanager.rmnode.RMNode;
import org.apache.hadoop.yarn.server.scheduler.SchedulerRequestKey;
import org.apache.hadoop.yarn.util.resource.Resources;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reports infeasible requests in the application's diagnostics: containers that no registered node
 * could hold even if it were empty, or that exceed the limit of a queue.
 *
 * <p>YARN refuses a request above the largest value of each resource type over all nodes, so 8 GiB
 * and 3 MICs pass although no node has both, and the application would wait for ever without a
 * message. Such a request is kept, since a large enough node may register later; it blocks no
 * application, and the application's diagnostics name it until it is withdrawn or can be served.
 */
public final class FeasibilityCheck {
  private static final Logger LOG = LoggerFactory.getLogger(FeasibilityCheck.class);

  /** Most requests that the diagnostics name; a master may make any number of them. */
  private static final int MOST_NAMED = 10;

  /** Most increases of containers that are looked at; the others are once these are served. */
  private static final int MOST_INCREASES = 50;

  private static final String SIZES_WAIT =
      "Containers of more sizes are asked for than take part at a time, %d of an application and %d of a user in a queue: beyond the first by priority they take turns of a second. "
          .formatted(AskTable.MOST_CLASSES, SizePlaces.MOST);

  /** Most sizes that are looked at, the first by priority. */
  private static final int MOST_SIZES = 64;

  private final RMContext rmContext;
  private final ResourceVectors vectors;
  private final NodeShapes shapes;
  private final UnmetConstraints constraints;
  private final GangFeasibility gangs;
  private final UserFeasibility users;
  private final Map<ApplicationId, Published> published = new HashMap<>();

  private record Published(AppAttempt attempt, String problem) {}

  /**
   * @param nodes returns the registered nodes
   */
  public FeasibilityCheck(
      RMContext rmContext,
      ResourceVectors vectors,
      NodeShapes shapes,
      Supplier<List<ClusterNode>> nodes) {
    this.rmContext = rmContext;
    this.vectors = vectors;
    this.shapes = shapes;
    constraints = new UnmetConstraints(nodes, vectors);
    gangs = new GangFeasibility(shapes, vectors);
    users = new UserFeasibility(vectors);
  }

  /** Returns why the members of a gang can never all have room, null if they might. */
  @Nullable String gangProblem(Gang gang) {
    return shapes.isEmpty() ? null : gangs.problem(gang);
  }

  /** Returns why room may not be kept for a gang's members one by one, null if it may. */
  @Nullable String gangTooMuch(Gang gang, double maximumShare) {
    return shapes.isEmpty() ? null : gangs.tooMuch(gang, maximumShare);
  }

  /** Asks nodes which placement constraints they satisfy. Call once a second. */
  public void checkConstraints() {
    constraints.step().forEach(attempt -> check(attempt, attempt.asks()));
  }

  /**
   * Checks all requests of an attempt, and updates the diagnostics if the result has changed.
   *
   * @param asks the requests, as the share tree knows them
   */
  void check(AppAttempt attempt, AskTable asks) {
    constraints.update(attempt, asks);
    Gang gang = attempt.gang();
    String ofGang = gang == null ? "" : gang.message();
    boolean isPossible = isPossible(attempt, asks);
    String ofSizes = attempt.application().asks().hasWaitingClasses() ? SIZES_WAIT : "";
    if (isPossible && published.isEmpty() && ofGang.isEmpty() && ofSizes.isEmpty()) {
      return;
    }
    ApplicationId id = attempt.getApplicationId();
    String own = isPossible ? "" : describe(attempt, asks);
    String problem = own + ofGang + ofSizes;
    Published before =
        problem.isEmpty()
            ? published.remove(id)
            : published.put(id, new Published(attempt, problem));
    if (problem.equals(before == null ? "" : before.problem())) {
      return;
    }
    if (!own.isEmpty()) {
      LOG.warn("{}: {}", id, LogText.line(own));
    }
    publish(id, problem.isEmpty() ? null : problem);
  }

  /**
   * Writes the diagnostics of all applications with infeasible requests again. YARN empties the
   * diagnostics when it handles the registration of a master, which may be after the master's first
   * requests were read.
   */
  public void republish() {
    published.forEach((id, each) -> publish(id, each.problem()));
  }

  private void publish(ApplicationId id, @Nullable String problem) {
    RMApp app = rmContext.getRMApps().get(id);
    if (app != null && app.getCurrentAppAttempt() != null) {
      app.getCurrentAppAttempt().updateAMLaunchDiagnostics(problem);
    }
  }

  /**
   * Returns whether for each requested container some node, and the queue, could hold it. False if
   * the attempt has asked for resizes: the demand does not include increases; and if a placement
   * constraint is known to be unmet. True while no node is registered.
   */
  boolean isPossible(AppAttempt attempt, AskTable asks) {
    if (shapes.isEmpty() || asks.isEmpty()) {
      return true; // Nothing is known yet, or asked for.
    }
    return !attempt.resizes().areAskedFor()
        && constraints.areMet(attempt.getApplicationId())
        && canBeHeld(attempt, asks);
  }

  /** Returns whether for each requested container some node, and the queue, could hold it. */
  boolean canBeHeld(AppAttempt attempt, AskTable asks) {
    if (shapes.isEmpty()) {
      return true;
    }
    for (AskGroups.Group each : Iterables.limit(asks.allClasses(), MOST_SIZES)) {
      Ask ask = each.first();
      if (!isPossible(attempt.queue(), ask, asks.mayUseIdleRoom(), ask.amounts())
          || !users.isPossible(attempt, ask)) {
        return false;
      }
    }
    return true;
  }

  /**
   * Returns whether some node, and the queue, could hold a container of a request.
   *
   * @param ofIdle whether requests without a label may use what is idle in shared machine classes
   */
  boolean canBeHeld(LeafQueue queue, Ask ask, boolean ofIdle) {
    return shapes.isEmpty() || isPossible(queue, ask, ofIdle, ask.amounts());
  }

  private boolean canHold(MachineClasses classes, int machineClass, long[] amounts) {
    if (machineClass != classes.guests()) {
      return shapes.canHold(classes.name(machineClass), amounts);
    }
    for (int c = 1; c < classes.partitions(); c++) {
      if (classes.isShared(c) && shapes.canHold(classes.name(c), amounts)) {
        return true;
      }
    }
    return false;
  }

  private boolean isPossible(LeafQueue queue, Ask ask, boolean ofIdle, long[] amounts) {
    MachineClasses classes = queue.classes().all();
    for (int c = 0; c < classes.count(); c++) {
      if (ask.reach(queue.classes(), c, ofIdle) != Ask.NOT_HERE
          && canHold(classes, c, amounts)
          && queue.firstThatCannotHold(classes.amounts(c, amounts)) == null) {
        return true;
      }
    }
    return false;
  }

  /** Returns whether an application's diagnostics name an infeasible request. */
  public boolean hasPublished(ApplicationId id) {
    return published.containsKey(id);
  }

  /** Calls the action for each attempt with an infeasible request. */
  public void forEachInfeasible(Consumer<AppAttempt> action) {
    published.values().forEach(each -> action.accept(each.attempt()));
  }

  /** Forgets an application that has ended. */
  public void forget(ApplicationId id) {
    constraints.forget(id);
    published.remove(id);
  }

  /**
   * Describes the first {@link #MOST_NAMED} requests, by priority, with increases of containers
   * last.
   */
  private String describe(AppAttempt attempt, AskTable asks) {
    NavigableMap<SchedulerRequestKey, String> problems = new TreeMap<>();
    for (AskGroups.Group each : Iterables.limit(asks.allClasses(), MOST_SIZES)) {
      String byQueue = describe(attempt.queue(), asks, each.first(), each.first().capability());
      String problem = byQueue.isEmpty() ? users.problem(attempt, each.first()) : byQueue;
      if (!problem.isEmpty()) {
        each.asks().keySet().stream()
            .takeWhile(key -> key.getContainerToUpdate() == null)
            .limit(MOST_NAMED)
            .forEach(key -> problems.put(key, problem));
      }
    }
    if (!constraints.areMet(attempt.getApplicationId())) {
      for (Ask ask : asks) {
        String problem = constraints.problem(attempt.getApplicationId(), ask);
        if (!problem.isEmpty()) {
          problems.putIfAbsent(ask.key(), problem);
        }
      }
    }
    for (Ask ask : Iterables.limit(asks.increases(), MOST_INCREASES)) {
      if (problems.size() >= MOST_NAMED) {
        break; // They come last.
      }
      RMContainer grown = attempt.getRMContainer(ask.key().getContainerToUpdate());
      String problem =
          grown == null
              ? describe(attempt.queue(), asks, ask, ask.capability())
              : describe(attempt.queue(), asks, ask, grown);
      if (!problem.isEmpty()) {
        problems.put(ask.key(), problem);
      }
    }
    return problems.entrySet().stream()
        .limit(MOST_NAMED)
        .map(
            each ->
                "Priority " + each.getKey().getPriority().getPriority() + ": " + each.getValue())
        .collect(Collectors.joining());
  }

  /** A container that grows asks for the difference only, and can grow on its own node only. */
  private String describe(LeafQueue queue, AskTable asks, Ask ask, RMContainer grown) {
    Resource whole = Resources.add(grown.getContainer().getResource(), ask.capability());
    String problem = describe(queue, asks, ask, whole);
    RMNode node = rmContext.getRMNodes().get(grown.getAllocatedNode());
    return !problem.isEmpty() || node == null || Resources.fitsIn(whole, node.getTotalCapability())
        ? problem
        : "%s cannot grow to %s, its node has %s; waiting for the node to be enlarged. "
            .formatted(grown.getContainerId(), whole, node.getTotalCapability());
  }

  private String describe(LeafQueue queue, AskTable asks, Ask ask, Resource capability) {
    long[] amounts = vectors.of(capability);
    if (isPossible(queue, ask, asks.mayUseIdleRoom(), amounts)) {
      return "";
    }
    MachineClasses classes = queue.classes().all();
    String only = ask.onlyClass(classes);
    int own = only == null ? 0 : classes.number(only);
    if (own != MachineClasses.UNKNOWN && ask.reach(queue.classes(), own, false) == Ask.NOT_HERE) {
      return "queue %s may not use partition %s; waiting for it to be given a part of it. "
          .formatted(queue, LogText.of(only));
    }
    boolean isHeld =
        only == null
            ? classes.names().stream().anyMatch(name -> shapes.canHold(name, amounts))
            : shapes.canHold(only, amounts);
    FairQueue tooSmall =
        isHeld && own != MachineClasses.UNKNOWN
            ? queue.firstThatCannotHold(classes.amounts(own, amounts))
            : null;
    return tooSmall == null
        ? tooLarge(capability, only, classes)
        : "queue %s may never hold a container of %s%s, its maximum-capacity is %s. "
            .formatted(tooSmall, capability, in(only, " in partition "), tooSmall.limit(own));
  }

  private String tooLarge(Resource capability, @Nullable String only, MachineClasses classes) {
    String nodes =
        (only == null ? classes.names() : List.of(only))
            .stream()
                .map(name -> shapes.describe(name, vectors))
                .filter(each -> !each.isEmpty())
                .collect(Collectors.joining(", "));
    boolean isAll = only == null || classes.partitions() == 1;
    boolean isUnlabelled = only != null && only.isEmpty() && !isAll;
    return "no node%s can hold a container of %s, %s %s; waiting for a larger node. "
        .formatted(
            isUnlabelled ? " without a label" : in(only, " of partition "),
            capability,
            isAll
                ? "the cluster has"
                : isUnlabelled ? "those without a label are" : "the partition has",
            nodes.isEmpty() ? "none" : nodes);
  }

  private static String in(@Nullable String only, String words) {
    return only == null || only.isEmpty() ? "" : words + only;
  }
}
