// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.testing;

import static io.github.yarnfair.scheduler.testing.SchedulerConf.resource;
import static io.github.yarnfair.scheduler.testing.SchedulerTestApp.request;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.yarnfair.scheduler.IdealExcess;
import io.github.yarnfair.scheduler.PreemptionMonitor;
import io.github.yarnfair.scheduler.model.Gang;
import io.github.yarnfair.scheduler.store.ConfigurationChanges;
import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.thirdparty.com.google.common.util.concurrent.SettableFuture;
import org.apache.hadoop.yarn.api.records.Container;
import org.apache.hadoop.yarn.api.records.ContainerId;
import org.apache.hadoop.yarn.api.records.ContainerState;
import org.apache.hadoop.yarn.api.records.NodeState;
import org.apache.hadoop.yarn.api.records.Priority;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.api.records.ResourceRequest;
import org.apache.hadoop.yarn.api.records.SchedulingRequest;
import org.apache.hadoop.yarn.exceptions.YarnException;
import org.apache.hadoop.yarn.server.api.protocolrecords.NMContainerStatus;
import org.apache.hadoop.yarn.server.resourcemanager.rmcontainer.RMContainer;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.QueueMetrics;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.event.ContainerExpiredSchedulerEvent;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.event.ContainerPreemptEvent;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.event.SchedulerEventType;
import org.apache.hadoop.yarn.util.Clock;
import org.apache.hadoop.yarn.util.resource.Resources;

/**
 * Whatever may happen to a scheduler, at random, and the clock by which it does: the chaos of the
 * random test.
 */
public final class SchedulerRandomEvents implements Clock {
  /** The leaf queues of every configuration that a refresh may bring. */
  public static final List<String> LEAVES = List.of("root.a.x", "root.a.y", "root.b", "root.c");

  /** Leaf queues that every configuration creates when they are needed. */
  private static final List<String> CREATED =
      List.of("root.e.u0", "root.e.u1", "root.e.u2", "root.e.g.u0", "root.e.g.u1", "root.e.h.u0");

  /** Tags that containers with constraints have, besides one that tells their request. */
  private static final List<String> TAGS = List.of("a", "b", "c");

  /** Values of the nodes' attribute; "" for none. */
  private static final List<String> MODELS = List.of("", "x", "y");

  private static final int MOST_NODES = 10;
  private static final int MOST_APPS = 12;

  /** How often each kind of event comes. */
  public enum Kind {
    HEARTBEAT(30),
    FETCH(18),
    ASK(12),
    HOARD(1),
    CONSTRAIN(8),
    COMPLETE(12),
    SUBMIT(4),
    FINISH(3),
    FAIL_ATTEMPT(2),
    RELEASE(4),
    RELEASE_UNKNOWN(1),
    BLACKLIST(2),
    EXPIRE(3),
    KILL(3),
    INCREASE(4),
    DECREASE(3),
    EXPIRE_INCREASE(2),
    KILL_RESERVED(2),
    PREEMPT(4),
    MOVE(2),
    PRIORITIZE(2),
    REFRESH(2),
    CHANGE(2),
    ADD_NODE(3),
    REMOVE_NODE(2),
    RE_REGISTER(2),
    RESIZE(3),
    DECOMMISSION(1),
    RELABEL(2),
    STALE(2);

    final int weight;

    Kind(int weight) {
      this.weight = weight;
    }
  }

  private final SchedulerFixture cluster;
  private final Random random;
  private final List<SchedulerConf> configurations;
  private final Map<Kind, Integer> counts = new EnumMap<>(Kind.class);
  private final List<SchedulerTestNode> removed = new ArrayList<>();
  private final List<Kind> wheel = new ArrayList<>();

  /** Node labels, "" among them; that only if labels are off. */
  private final List<String> labels;

  private final PreemptionMonitor monitor = new PreemptionMonitor();
  private final ConstraintAudit constraints;
  private final RandomQueueChanges queueChanges;
  private long lastConstrained;
  private int lastNode;
  private int created;
  private long preempted;
  private int looks;
  private int lowered;
  private long now = 1_000_000;
  private String last = "";

  public SchedulerRandomEvents(
      SchedulerFixture cluster, Random random, List<SchedulerConf> configurations) {
    this(cluster, random, configurations, List.of(""));
  }

  /**
   * @param labels that nodes get and requests name, "" among them
   */
  public SchedulerRandomEvents(
      SchedulerFixture cluster,
      Random random,
      List<SchedulerConf> configurations,
      List<String> labels) {
    this.cluster = cluster;
    this.labels = labels;
    this.random = random;
    this.configurations = configurations;
    constraints = new ConstraintAudit(cluster);
    queueChanges = new RandomQueueChanges(cluster, random);
    monitor.init(cluster.rm.getConfig(), cluster.rm.getRMContext(), cluster.scheduler);
    for (Kind kind : Kind.values()) {
      for (int i = 0; i < kind.weight; i++) {
        wheel.add(kind);
      }
    }
  }

  /** Returns how often each kind has come. */
  public Map<Kind, Integer> counts() {
    return counts;
  }

  /** Returns how many applications were submitted to queues that may have had to be created. */
  public int created() {
    return created;
  }

  /** Returns those of the queues that are created when they are needed that there are now. */
  public Set<String> createdQueues() {
    return CREATED.stream()
        .filter(queue -> cluster.scheduler.getAppsInQueue(queue) != null)
        .collect(Collectors.toSet());
  }

  /** Returns for how many members of gangs room is kept. */
  public int kept() {
    return cluster.apps().stream()
        .map(app -> app.attempt().gang())
        .filter(Objects::nonNull)
        .mapToInt(Gang::withRoom)
        .sum();
  }

  /** Returns how many containers were ended for others to get their share. */
  public long preempted() {
    return preempted;
  }

  /** Returns how many looks of the preemption monitor have ended containers. */
  public int looks() {
    return looks;
  }

  /** Returns how many of them lowered the sum of what queues hold above their ideal shares. */
  public int lowered() {
    return lowered;
  }

  /** Returns how many containers with placement constraints have started where these held. */
  public int constrained() {
    return constraints.checked();
  }

  /** Returns the changes of stored queues. */
  RandomQueueChanges queueChanges() {
    return queueChanges;
  }

  /** Returns what came last, and to whom. */
  public String last() {
    return last;
  }

  @Override
  public long getTime() {
    return now;
  }

  public void next() throws Exception {
    now += random.nextInt(100);
    Kind kind = wheel.get(random.nextInt(wheel.size()));
    counts.merge(kind, 1, Integer::sum);
    last = kind.toString();
    switch (kind) {
      case SUBMIT -> submit();
      case ADD_NODE -> addNode();
      case REFRESH -> refresh();
      case CHANGE -> change();
      case STALE -> stale();
      case KILL_RESERVED -> killReserved();
      case PREEMPT -> preempt();
      case HEARTBEAT, REMOVE_NODE, RE_REGISTER, RESIZE, DECOMMISSION, RELABEL -> toNode(kind);
      default -> toApp(kind);
    }
    assertThat(constraints.violations()).as("constraints after %s", last).isEmpty();
  }

  private void toNode(Kind kind) throws IOException {
    if (cluster.nodes().isEmpty()) {
      return;
    }
    SchedulerTestNode node = oneOf(cluster.nodes());
    switch (kind) {
      case HEARTBEAT -> node.heartbeat();
      case REMOVE_NODE -> {
        node.remove();
        removed.add(node);
      }
      case RE_REGISTER -> node.register(reports(node));
      case RESIZE -> node.resize(shape(), random.nextInt(3) - 1);
      case RELABEL -> relabel(node);
      default ->
          node.setState(random.nextBoolean() ? NodeState.DECOMMISSIONING : NodeState.RUNNING);
    }
  }

  /** In the background, or at once. */
  private void relabel(SchedulerTestNode node) throws IOException {
    if (labels.size() > 1) {
      String label = oneOf(labels);
      cluster
          .rm
          .getRMContext()
          .getNodeLabelManager()
          .replaceLabelsOnNode(Map.of(node.id(), label.isEmpty() ? Set.of() : Set.of(label)));
      last += " " + node.id() + " to '" + label + "'";
      if (random.nextBoolean()) {
        cluster.settle();
      }
    }
  }

  private void toApp(Kind kind) throws YarnException {
    if (cluster.apps().isEmpty()) {
      return;
    }
    SchedulerTestApp app = oneOf(cluster.apps());
    last += " " + app;
    switch (kind) {
      case FETCH -> app.heartbeat();
      case ASK -> app.ask(asks());
      case HOARD -> hoard(app);
      case CONSTRAIN -> constrain(app);
      case FINISH -> app.finish();
      case FAIL_ATTEMPT -> {
        boolean keep = random.nextBoolean();
        app.failAttempt(keep);
        app.addAttempt(keep);
      }
      case RELEASE_UNKNOWN ->
          app.release(ContainerId.newContainerId(app.attemptId(), 1_000_000 + random.nextInt(9)));
      case BLACKLIST -> {
        List<String> place = List.of(random.nextInt(4) == 0 ? "/rack1" : host());
        app.blacklist(
            random.nextBoolean() ? place : List.of(), random.nextBoolean() ? place : List.of());
      }
      case MOVE -> move(app, oneOf(LEAVES));
      case PRIORITIZE -> prioritize(app, random.nextInt(4));
      case EXPIRE, KILL -> endByResourceManager(app, kind);
      default -> toContainer(app, kind);
    }
  }

  private void toContainer(SchedulerTestApp app, Kind kind) {
    List<Container> running = app.containers(); // Read once: they end in the background too.
    if (running.isEmpty()) {
      return;
    }
    Container container = oneOf(running);
    last += " " + container.getId() + " of " + container.getResource();
    switch (kind) {
      case COMPLETE -> app.complete(container);
      case RELEASE -> app.release(container.getId());
      case INCREASE -> {
        Resource more = Resources.add(container.getResource(), resource(64, random.nextInt(2)));
        app.increase(container, more);
        app.heartbeat();
      }
      case DECREASE -> {
        Resource less = Resources.clone(container.getResource());
        less.setMemorySize(less.getMemorySize() / 2);
        app.decrease(container, less);
      }
      default -> cluster.send(new ContainerExpiredSchedulerEvent(container.getId(), true));
    }
  }

  /** Asks for containers with a constraint, or withdraws all such requests. */
  private void constrain(SchedulerTestApp app) {
    if (random.nextInt(4) == 0) {
      for (SchedulingRequest pending :
          app.attempt().getAppSchedulingInfo().getAllSchedulingRequests()) {
        app.askConstrained(ConstrainedRequests.withdrawn(pending));
      }
      return;
    }
    NodeConstraint constraint = NodeConstraint.random(random, TAGS, MODELS.subList(1, 3), 2);
    last += " to " + constraint;
    app.askConstrained(
        ConstrainedRequests.of(
            ++lastConstrained,
            1 + random.nextInt(3),
            constraints.tags(oneOf(TAGS), constraint),
            resource(1 + random.nextInt(random.nextInt(4) == 0 ? 4096 : 512), random.nextInt(3)),
            1 + random.nextInt(4),
            constraint.build()));
  }

  /** Lets an application take what is free everywhere, so that the next ones are short. */
  private void hoard(SchedulerTestApp app) {
    app.ask(resource(256, 1), 100);
    cluster.nodes().forEach(SchedulerTestNode::heartbeat);
  }

  /** Ends any live container, fetched by its master or not, as the ResourceManager does. */
  private void endByResourceManager(SchedulerTestApp app, Kind kind) {
    List<RMContainer> live = new ArrayList<>(app.attempt().getLiveContainers());
    if (live.isEmpty()) {
      return;
    }
    RMContainer container = oneOf(live);
    last += " " + container.getContainerId();
    if (kind == Kind.EXPIRE) {
      cluster.send(new ContainerExpiredSchedulerEvent(container.getContainerId()));
      return;
    }
    SchedulerEventType type =
        random.nextBoolean()
            ? SchedulerEventType.MARK_CONTAINER_FOR_KILLABLE
            : SchedulerEventType.MARK_CONTAINER_FOR_PREEMPTION;
    cluster.send(new ContainerPreemptEvent(app.attemptId(), container, type));
  }

  /** Takes one of the reservations away, as a preemption policy or an operator does. */
  private void killReserved() {
    List<RMContainer> reserved = reserved();
    if (reserved.isEmpty()) {
      return;
    }
    RMContainer container = oneOf(reserved);
    last += " " + container.getContainerId();
    if (random.nextBoolean()) {
      cluster.scheduler.killContainer(container);
      return;
    }
    cluster.send(
        new ContainerPreemptEvent(
            container.getApplicationAttemptId(),
            container,
            SchedulerEventType.KILL_RESERVED_CONTAINER));
  }

  /** Returns what nodes are reserved for. */
  List<RMContainer> reserved() {
    return cluster.nodes().stream()
        .map(node -> node.inScheduler().getReservedContainer())
        .filter(Objects::nonNull)
        .toList();
  }

  /** Warns, and ends what was warned before unless its purpose is gone. */
  private void preempt() {
    monitor.editSchedule();
    now += 400 + random.nextInt(600);
    // Over-committed nodes' containers are preempted as well, in the dispatcher's thread.
    cluster.settle();
    QueueMetrics metrics = cluster.metrics("root");
    long before = metrics.getAggregatePreemptedContainers();
    IdealExcess excess = IdealExcess.of(cluster.scheduler);
    double excessBefore = excess.now();
    monitor.editSchedule();
    long ended = metrics.getAggregatePreemptedContainers() - before;
    // Guests of partitions end whatever their ideal share is.
    if (ended > 0 && labels.size() == 1) {
      looks++;
      lowered += excess.now() < excessBefore ? 1 : 0;
    }
    preempted += ended;
  }

  private void submit() {
    if (cluster.apps().size() < MOST_APPS) {
      boolean isCreated = random.nextInt(3) == 0;
      created += isCreated ? 1 : 0;
      String queue = isCreated ? oneOf(CREATED) : oneOf(LEAVES);
      if (random.nextInt(4) == 0) {
        cluster.submitTagged(queue, "gang=" + (2 + random.nextInt(4)) + ":1");
      } else {
        cluster.submit(queue, random.nextInt(3));
      }
    }
  }

  private void move(SchedulerTestApp app, String queue) throws YarnException {
    cluster.scheduler.preValidateMoveApplication(app.id(), queue);
    app.setQueue(cluster.scheduler.moveApplication(app.id(), queue));
  }

  private void prioritize(SchedulerTestApp app, int priority) throws YarnException {
    Priority granted =
        cluster.scheduler.updateApplicationPriority(
            Priority.newInstance(priority),
            app.id(),
            SettableFuture.create(),
            UserGroupInformation.createRemoteUser("boss"));
    assertThat(granted.getPriority()).isEqualTo(priority);
  }

  private void refresh() throws IOException {
    cluster.scheduler.reinitialize(oneOf(configurations).build(), cluster.rm.getRMContext());
  }

  /** Where queues come from a file, a refresh is how they change. */
  private void change() throws IOException {
    ConfigurationChanges changes = cluster.scheduler.changes();
    if (changes == null) {
      refresh();
    } else {
      last += " " + queueChanges.next(changes);
    }
  }

  private void addNode() {
    if (cluster.nodes().size() < MOST_NODES) {
      SchedulerTestNode node = new SchedulerTestNode(cluster, "h" + ++lastNode, 1, shape());
      String model = oneOf(MODELS);
      cluster.addNode(
          (model.isEmpty() ? node : node.withAttribute("model", model))
              .onRack("/rack" + (1 + random.nextInt(2))));
    }
  }

  /** Events about what is gone already. */
  private void stale() {
    if (!removed.isEmpty()) {
      SchedulerTestNode node = oneOf(removed);
      node.heartbeat();
      node.resize(shape(), 0);
      node.remove();
    }
    SchedulerTestApp gone = new SchedulerTestApp(cluster, 1_000_000, "root.b", "nobody", 0);
    gone.addAttempt(false);
    gone.finish();
    cluster.send(
        new ContainerExpiredSchedulerEvent(ContainerId.newContainerId(gone.attemptId(), 1)));
  }

  private List<NMContainerStatus> reports(SchedulerTestNode node) {
    List<NMContainerStatus> reports = new ArrayList<>();
    for (ContainerId id : node.running()) {
      RMContainer container = cluster.scheduler.getRMContainer(id);
      if (container != null) {
        NMContainerStatus report =
            NMContainerStatus.newInstance(
                id,
                0,
                ContainerState.RUNNING,
                container.getContainer().getResource(),
                "",
                0,
                Priority.newInstance(1),
                0);
        report.setAllocationTags(container.getAllocationTags());
        reports.add(report);
      }
    }
    return reports;
  }

  private List<ResourceRequest> asks() {
    List<ResourceRequest> asks = new ArrayList<>();
    Resource shape =
        resource(
            1 + random.nextInt(random.nextInt(4) == 0 ? 7168 : 1024),
            random.nextInt(3),
            random.nextInt(8) == 0 ? 1 : 0,
            random.nextInt(8) == 0 ? 1 : 0);
    int count = random.nextInt(7);
    int priority = 1 + random.nextInt(3);
    boolean relaxed = random.nextBoolean();
    if (random.nextInt(3) == 0) {
      asks.add(request(shape, count, priority, host(), true));
      asks.add(request(shape, count, priority, "/rack1", relaxed));
      asks.add(request(shape, count, priority, ResourceRequest.ANY, relaxed));
    } else {
      asks.add(request(shape, count, priority, ResourceRequest.ANY, true));
    }
    String label = random.nextBoolean() ? "" : oneOf(labels);
    asks.forEach(ask -> ask.setNodeLabelExpression(label));
    return asks;
  }

  private String host() {
    return cluster.nodes().isEmpty() ? "h0" : oneOf(cluster.nodes()).id().getHost();
  }

  private Resource shape() {
    return resource(
        random.nextInt(8) * 1024L, random.nextInt(9), random.nextInt(3) * 2L, random.nextInt(3));
  }

  private <T> T oneOf(List<T> list) {
    return list.get(random.nextInt(list.size()));
  }
}
