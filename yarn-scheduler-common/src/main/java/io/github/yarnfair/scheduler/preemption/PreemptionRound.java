// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.preemption;

import io.github.yarnfair.core.policy.FairnessPolicy;
import io.github.yarnfair.core.preemption.PlannedPreemption;
import io.github.yarnfair.core.preemption.PreemptableNode;
import io.github.yarnfair.core.preemption.PreemptionPlanner;
import io.github.yarnfair.core.preemption.PreemptionRules;
import io.github.yarnfair.core.preemption.RunningTask;
import io.github.yarnfair.core.tree.ShareSpace;
import io.github.yarnfair.core.tree.ShareTree;
import io.github.yarnfair.scheduler.ask.Ask;
import io.github.yarnfair.scheduler.conf.PreemptionSettings;
import io.github.yarnfair.scheduler.model.ClusterNode;
import io.github.yarnfair.scheduler.model.LeafQueue;
import io.github.yarnfair.scheduler.resource.MachineClasses;
import io.github.yarnfair.scheduler.resource.ResourceVectors;
import io.github.yarnfair.scheduler.snapshot.ApplicationCopies;
import io.github.yarnfair.scheduler.snapshot.ClusterReader;
import io.github.yarnfair.scheduler.snapshot.ClusterSnapshot;
import io.github.yarnfair.scheduler.snapshot.NodeCopy;
import io.github.yarnfair.scheduler.snapshot.NodeCopy.Held;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.api.records.ExecutionType;
import org.apache.hadoop.yarn.server.resourcemanager.rmcontainer.RMContainer;
import org.jspecify.annotations.Nullable;

/**
 * One round of the preemption monitor: a plan on a copy of the scheduler's state, without the lock.
 */
public final class PreemptionRound {
  private final ResourceVectors vectors;
  private final MachineClasses classes;
  private final PreemptionSettings settings;
  private final Set<RMContainer> warned;
  private final long now;
  private final ShareTree tree;
  private final Map<Integer, CopiedApplication> byLeaf = new HashMap<>();
  private final PendingGangs gangs;
  private final List<CopiedNode> nodes = new ArrayList<>();
  private @Nullable GangEnds forGang;

  /** Guests of partitions that have to end. */
  private final Set<RMContainer> ended = new HashSet<>();

  /** By id of a {@link RunningTask}. */
  private final List<RMContainer> candidates = new ArrayList<>();

  /** A node with what was free and what applications held there. */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  private record CopiedNode(
      ClusterNode node, int machineClass, long[] free, List<CopiedContainer> held) {}

  /**
   * Why a container has to end.
   *
   * @param gaining the application for which room is made
   * @param leavesIdle whether the container holds a resource that nothing else asks for
   */
  public record Purpose(ApplicationId gaining, boolean leavesIdle) {}

  /**
   * What was decided before.
   *
   * @param warned the containers whose masters were warned and that have not ended
   * @param warnedFor the applications for which they are to end
   * @param turn a number that increases with each round
   */
  public record Before(Set<RMContainer> warned, Set<ApplicationId> warnedFor, int turn) {
    public Before {
      warned = Set.copyOf(warned);
      warnedFor = Set.copyOf(warnedFor);
    }
  }

  private PreemptionRound(
      ClusterSnapshot snapshot,
      List<CopiedApplication> applications,
      List<NodeCopy> copies,
      ResourceVectors vectors,
      Before before,
      boolean preemptsForPast,
      long now) {
    this.vectors = vectors;
    this.now = now;
    warned = before.warned();
    settings = snapshot.origin().file().preemption();
    classes = snapshot.origin().ledger().classes();
    tree = preemptsForPast ? snapshot.tree().copyWithBalancesConfigured() : snapshot.tree();
    for (CopiedApplication application : applications) {
      Integer leaf = snapshot.leaves().get(application.id());
      if (leaf != null) {
        byLeaf.put(leaf, application);
      }
    }
    copies.forEach(this::add);
    gangs = new PendingGangs(tree, byLeaf, before.warnedFor(), before.turn());
  }

  /**
   * Copies what a plan needs, in slices of the scheduler's lock.
   *
   * @param preemptsForPast whether the past counts like the present
   * @param now in milliseconds, of the clock that containers' times are of
   */
  public static PreemptionRound read(
      ClusterReader reader,
      List<ClusterNode> clusterNodes,
      ResourceVectors vectors,
      Before before,
      boolean preemptsForPast,
      long now) {
    ApplicationCopies<CopiedApplication> copies = new ApplicationCopies<>(CopiedApplication::of);
    ClusterReader.WithNodes read = reader.read(copies, clusterNodes, vectors);
    return new PreemptionRound(
        read.snapshot(), copies.all(), read.nodes(), vectors, before, preemptsForPast, now);
  }

  private void add(NodeCopy copy) {
    List<CopiedContainer> held = new ArrayList<>();
    for (Held each : copy.held()) {
      CopiedApplication owner = byLeaf.get(each.leaf());
      if (owner != null) {
        held.add(new CopiedContainer(each, owner));
      }
    }
    nodes.add(new CopiedNode(copy.node(), copy.machineClass(), copy.free(), held));
  }

  /** Returns the nodes with containers that may end; of equal losses the first ones should. */
  List<PreemptableNode> preemptableNodes() {
    return preemptableNodes(held -> false);
  }

  private List<PreemptableNode> preemptableNodes(Predicate<CopiedContainer> endsInTime) {
    List<PreemptableNode> preemptable = new ArrayList<>();
    for (int i = 0; i < nodes.size(); i++) {
      List<RunningTask> tasks =
          nodes.get(i).held().stream()
              .filter(held -> mayEnd(held) && !ended.contains(held.container()))
              .sorted(firstToEnd())
              .map(held -> task(held, endsInTime.test(held)))
              .toList();
      if (!tasks.isEmpty()) {
        preemptable.add(new PreemptableNode(i, offer(nodes.get(i)), tasks));
      }
    }
    return preemptable;
  }

  private Comparator<CopiedContainer> firstToEnd() {
    return Comparator.comparing((CopiedContainer held) -> !warned.contains(held.container()))
        .thenComparingInt(held -> held.owner().priority())
        .thenComparing(held -> held.container().getContainerId(), Comparator.reverseOrder());
  }

  /** Chooses guests of partitions that end for requests that name the partition. */
  private void endGuests(Map<RMContainer, Purpose> chosen) {
    if (!classes.isAnyShared()) {
      return;
    }
    List<GuestPlan.Node> shared = new ArrayList<>();
    for (int i = 0; i < nodes.size(); i++) {
      CopiedNode node = nodes.get(i);
      if (classes.isShared(node.machineClass())) {
        List<GuestPlan.Guest> guests =
            node.held().stream()
                .filter(held -> held.machineClass() == classes.guests() && mayEnd(held))
                .sorted(firstToEnd())
                .map(this::guest)
                .collect(Collectors.toCollection(ArrayList::new));
        shared.add(new GuestPlan.Node(i, node.machineClass(), node.free(), guests));
      }
    }
    new GuestPlan(tree, classes, settings, new GuestRules(this))
        .plan(shared)
        .forEach((guest, leaf) -> chosen.put(guest, new Purpose(copied(leaf).id(), false)));
    ended.addAll(chosen.keySet());
  }

  private GuestPlan.Guest guest(CopiedContainer held) {
    long[] byType = vectors.of(held.size());
    long[] amounts = classes.amounts(held.machineClass(), byType);
    return new GuestPlan.Guest(held.container(), held.leaf(), amounts, byType);
  }

  private RunningTask task(CopiedContainer held, boolean endsInTime) {
    candidates.add(held.container());
    return new RunningTask(
        candidates.size() - 1,
        held.leaf(),
        classes.amounts(held.machineClass(), vectors.of(held.size())),
        warned.contains(held.container()),
        held.owner().priority(),
        now - held.container().getCreationTime(),
        endsInTime);
  }

  private Predicate<CopiedContainer> endInTime(Observations durations) {
    Stream<CopiedContainer> all = nodes.stream().flatMap(node -> node.held().stream());
    return new EndsInTime(durations, all, warned, now, settings.waitMillis());
  }

  private long[] offer(CopiedNode node) {
    long[] offer = new long[classes.space().length()];
    classes.put(node.machineClass(), node.free(), ShareSpace.ANY_CLASS, offer);
    return offer;
  }

  /** Returns whether a container may be preempted at all; a master's never is. */
  private boolean mayEnd(CopiedContainer held) {
    LeafQueue queue = held.owner().queue();
    return !held.container().isAMContainer()
        && held.container().getExecutionType() == ExecutionType.GUARANTEED
        && (queue.spec().isPreemptable() || isPreemptableWithin(queue));
  }

  private boolean isPreemptableWithin(LeafQueue queue) {
    return settings.isWithinQueues() && queue.spec().isPreemptableWithin();
  }

  /**
   * Returns the containers that have to end, each with its purpose. Any thread, without a lock;
   * once.
   *
   * @param policies makes policies like the one whose turns count
   * @param durations how long containers last
   */
  public Map<RMContainer, Purpose> plan(Supplier<FairnessPolicy> policies, Observations durations) {
    Map<RMContainer, Purpose> chosen = new LinkedHashMap<>();
    endGuests(chosen);
    List<PreemptableNode> preemptable = preemptableNodes();
    if (preemptable.isEmpty()) {
      return chosen;
    }
    double usedUp = planForGang(policies, chosen);
    PreemptionRules rules =
        rules(Math.max(0, settings.mostPerRound() - usedUp), settings.naturalTermination());
    PreemptionPlanner planner = new PreemptionPlanner(tree, policies.get(), rules);
    for (PlannedPreemption planned : planner.plan(preemptableNodes(endInTime(durations)))) {
      chosen.put(
          candidates.get(planned.task().id()),
          new Purpose(copied(planned.gainingLeaf()).id(), planned.leavesIdle()));
    }
    return chosen;
  }

  PreemptionRules rules(double mostPerRound, double naturalTermination) {
    return new PreemptionRules(
        settings.ignoredExcess(),
        mostPerRound,
        naturalTermination,
        new Permissions(),
        new Places());
  }

  /** Returns the containers that have to end for a gang at one moment, after {@link #plan}. */
  public @Nullable GangEnds forGang() {
    return forGang;
  }

  /** Plans for a gang; returns which part of the cluster was chosen newly. */
  private double planForGang(Supplier<FairnessPolicy> policies, Map<RMContainer, Purpose> chosen) {
    GangPlan plan = new GangPlan(tree, classes, this, settings.mostPerRound());
    GangPlan.Choice choice = plan.choose(gangs.tried(), policies);
    if (choice == null) {
      return 0;
    }
    Purpose purpose = new Purpose(copied(choice.leaf()).id(), false);
    choice.warned().forEach(task -> chosen.put(candidates.get(task.id()), purpose));
    List<RMContainer> all = choice.ends().stream().map(task -> candidates.get(task.id())).toList();
    ended.addAll(all);
    forGang = new GangEnds(choice.gang(), all);
    return choice.newly();
  }

  /** Returns what is free on each node, by resource type. Not copies. */
  List<long[]> free() {
    return nodes.stream().map(CopiedNode::free).toList();
  }

  int machineClass(int node) {
    return nodes.get(node).machineClass();
  }

  /** Returns what a container holds, by resource type. */
  long[] amounts(RunningTask task) {
    return vectors.of(candidates.get(task.id()).getContainer().getResource());
  }

  List<Ask> asks(int leaf) {
    return copied(leaf).asks();
  }

  long[] taskOn(Ask ask, int node) {
    return classes.amounts(nodes.get(node).machineClass(), ask.amounts());
  }

  boolean mayPreempt(int losingLeaf, int gainingLeaf) {
    CopiedApplication losing = byLeaf.get(losingLeaf);
    CopiedApplication gaining = byLeaf.get(gainingLeaf);
    if (losing == null || gaining == null) {
      return false;
    }
    return losing.queue() == gaining.queue()
        ? isPreemptableWithin(losing.queue())
        : losing.queue().spec().isPreemptable();
  }

  boolean mayPlace(int leaf, long[] task, int node) {
    return firstPlaceable(leaf, task, node) != null;
  }

  /** Returns the first request for such a task that may be served on a node, or null. */
  private @Nullable Ask firstPlaceable(int leaf, long[] task, int node) {
    CopiedApplication asking = byLeaf.get(leaf);
    ClusterNode place = nodes.get(node).node();
    if (asking == null || asking.attempt().isStopped() || asking.attempt().refuses(place)) {
      return null;
    }
    long[] amounts = new long[vectors.length()];
    classes.read(nodes.get(node).machineClass(), task, amounts);
    for (Ask ask : asking.asks()) {
      if (ask.key().getContainerToUpdate() == null
          && Arrays.equals(ask.amounts(), amounts)
          && asking.attempt().mayEverPlace(ask.key(), place)) {
        return ask;
      }
    }
    return null;
  }

  private final class Permissions implements PreemptionRules.Permission {
    @Override
    public boolean mayPreempt(int losingLeaf, int gainingLeaf) {
      return PreemptionRound.this.mayPreempt(losingLeaf, gainingLeaf);
    }

    @Override
    public boolean isProtected(int leaf) {
      CopiedApplication holding = byLeaf.get(leaf);
      return holding != null && !holding.queue().spec().isPreemptable();
    }
  }

  private final class Places implements PreemptionRules.Placement {
    @Override
    public boolean mayPlace(int leaf, long[] task, int node) {
      return PreemptionRound.this.mayPlace(leaf, task, node);
    }

    /** Whether a node satisfies the constraints of a second task is known once the first runs. */
    @Override
    public int mostAtOnce(int leaf, long[] task, int node) {
      return isConstrained(leaf, task, node) ? 1 : Integer.MAX_VALUE;
    }
  }

  boolean isConstrained(int leaf, long[] task, int node) {
    if (!copied(leaf).hasConstrained()) {
      return false;
    }
    Ask first = firstPlaceable(leaf, task, node);
    return first != null && first.isConstrained();
  }

  private CopiedApplication copied(int leaf) {
    return Objects.requireNonNull(byLeaf.get(leaf));
  }
}
