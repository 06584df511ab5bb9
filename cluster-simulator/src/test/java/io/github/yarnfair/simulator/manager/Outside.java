// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.simulator.manager;

import static io.github.yarnfair.simulator.manager.Setting.oneOf;
import static io.github.yarnfair.simulator.manager.Simulation.resource;

import io.github.yarnfair.simulator.manager.SimulatedApplication.Attempt;
import io.github.yarnfair.simulator.manager.SimulatedApplication.Work;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.thirdparty.com.google.common.util.concurrent.SettableFuture;
import org.apache.hadoop.yarn.api.records.Container;
import org.apache.hadoop.yarn.api.records.Priority;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.api.records.ResourceOption;
import org.apache.hadoop.yarn.api.records.ResourceRequest;
import org.apache.hadoop.yarn.exceptions.YarnException;
import org.apache.hadoop.yarn.server.resourcemanager.rmapp.RMAppState;
import org.apache.hadoop.yarn.server.resourcemanager.rmcontainer.RMContainer;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.event.ContainerPreemptEvent;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.event.NodeResourceUpdateSchedulerEvent;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.event.SchedulerEvent;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.event.SchedulerEventType;
import org.apache.hadoop.yarn.util.resource.Resources;

/** Users, administrators and broken machines: carries happenings out. */
final class Outside {
  private static final int MOST_NODES = 10;
  private static final int MOST_APPLICATIONS = 14;
  private static final List<String> USERS = List.of("user0", "user1", "user2");

  /** Of events that say the same when they are said twice. */
  private static final Set<SchedulerEventType> REPEATABLE =
      Set.of(
          SchedulerEventType.APP_REMOVED,
          SchedulerEventType.APP_ATTEMPT_REMOVED,
          SchedulerEventType.CONTAINER_EXPIRED,
          SchedulerEventType.MARK_CONTAINER_FOR_PREEMPTION,
          SchedulerEventType.MARK_CONTAINER_FOR_KILLABLE,
          SchedulerEventType.KILL_RESERVED_CONTAINER);

  private final Simulation simulation;

  Outside(Simulation simulation) {
    this.simulation = simulation;
  }

  /** Carries a happening out, as far as there is anything that it can happen to. */
  void happen(Happening happening) {
    Random random = happening.random();
    simulation.journal.note("#%d %s", happening.number(), happening.kind());
    switch (happening.kind()) {
      case ADD_NODE -> addNode(random);
      case NODE_DIES, NODE_IS_CUT_OFF, NODE_LEAVES, REGISTER_AGAIN, RESIZE_NODE ->
          toNode(happening.kind(), random);
      case DECOMMISSION, RELABEL -> toNode(happening.kind(), random);
      case FAIL_OVER, CRASH -> crash(happening.kind() == Happening.Kind.FAIL_OVER, random);
      default -> {
        if (simulation.manager() != null) {
          toManager(happening.kind(), random);
        }
      }
    }
  }

  private void toManager(Happening.Kind kind, Random random) {
    switch (kind) {
      case SUBMIT -> submit(random);
      case REFRESH -> refresh(random.nextInt(simulation.files.size()));
      case STALL -> simulation.manager().stall(simulation.loop.getTime() + random.nextInt(20_000));
      case REPEAT -> repeat(random);
      case DROP_RESERVATION -> dropReservation(random);
      default -> toApplication(kind, random);
    }
  }

  // ---------------------------------------------------------------------- the ResourceManager

  private void crash(boolean isFailOver, Random random) {
    if (simulation.manager() == null) {
      return;
    }
    simulation.crash();
    long down = isFailOver ? random.nextInt(3_000) : random.nextInt(120_000);
    long wait = random.nextBoolean() ? 0 : random.nextInt(30_000);
    simulation.loop.in(down, () -> start(isFailOver, wait));
  }

  /** Starts a ResourceManager, if there is none. */
  void start(boolean isFailOver, long wait) {
    if (simulation.manager() == null) {
      simulation.start(isFailOver);
      simulation.manager().readyAt(simulation.loop.getTime() + wait);
      simulation.journal.note("a ResourceManager starts");
    }
  }

  void refresh(int to) {
    try {
      simulation.refresh(to);
      simulation.journal.note("queue file %d", to);
    } catch (IOException e) {
      simulation.journal.decided("queue file %d is refused: %s", to, e.getMessage());
    }
  }

  private void repeat(Random random) {
    List<SchedulerEvent> repeatable =
        simulation.sent.stream().filter(event -> REPEATABLE.contains(event.getType())).toList();
    if (!repeatable.isEmpty()) {
      SchedulerEvent event = oneOf(random, repeatable);
      simulation.journal.note("%s once more", event.getType());
      simulation.manager().send(event);
    }
  }

  private void dropReservation(Random random) {
    List<RMContainer> reserved =
        simulation.nodes.values().stream()
            .map(node -> simulation.scheduler().getSchedulerNode(node.id()))
            .filter(Objects::nonNull)
            .map(node -> node.getReservedContainer())
            .filter(Objects::nonNull)
            .toList();
    if (!reserved.isEmpty()) {
      RMContainer container = oneOf(random, reserved);
      simulation.send(
          new ContainerPreemptEvent(
              container.getApplicationAttemptId(),
              container,
              SchedulerEventType.KILL_RESERVED_CONTAINER));
    }
  }

  // ----------------------------------------------------------------------------- applications

  private void submit(Random random) {
    boolean isCreated = random.nextInt(4) == 0;
    String queue = oneOf(random, isCreated ? QueueFiles.CREATED : QueueFiles.LEAVES);
    boolean isGang = random.nextInt(4) == 0 && !queue.equals(QueueFiles.LIMITED);
    // A wide gang waits long for its room, so that much can happen meanwhile. In the end it has to
    // fit into the part of one user of the poorest queue.
    boolean isWide = isGang && !isCreated && random.nextInt(2) == 0;
    int together = 2 + random.nextInt(isWide ? 14 : 4);
    int patience = 1 + random.nextInt(isWide ? 1_800 : 60);
    SimulatedApplication application =
        simulation.submit(
            queue,
            oneOf(random, USERS),
            random.nextInt(3),
            isGang ? Set.of("gang=%d:%d".formatted(together, patience)) : Set.of(),
            random.nextBoolean(),
            random.nextBoolean() ? null : resource(256 + random.nextInt(512), 1, 0));
    if (simulation.applications.size() >= MOST_APPLICATIONS) {
      return;
    }
    addWork(application, random, isGang ? together : 1, isWide);
    simulation.submit(application);
    simulation.journal.note(
        "%s of %s in %s %s", application, application.user(), queue, application.tags());
  }

  private void addWork(
      SimulatedApplication application, Random random, int least, boolean isSmall) {
    boolean isLarge = random.nextInt(5) == 0;
    Resource size =
        isSmall
            ? resource(1 + random.nextInt(1024), 1, 0)
            : resource(
                1 + random.nextInt(isLarge ? 6144 : 1024),
                1 + random.nextInt(isLarge ? 6 : 2),
                random.nextInt(8) == 0 ? 1 : 0);
    String label =
        simulation.setting.labels() && random.nextInt(3) == 0 && hasParts(application.queue())
            ? oneOf(random, List.of(QueueFiles.OWN, QueueFiles.OPEN))
            : "";
    String place =
        random.nextInt(4) == 0 && !simulation.nodes.isEmpty()
            ? oneOf(random, List.copyOf(simulation.nodes.keySet())).getHost()
            : ResourceRequest.ANY;
    int count = least + random.nextInt(random.nextInt(4) == 0 ? 60 : 10);
    long millis = 10_000 + random.nextInt(random.nextInt(3) == 0 ? 1_800_000 : 120_000);
    Work work = application.add(size, count, label, place, false, millis);
    simulation.journal.note(
        "%s needs %d of %s for %d s, label '%s', place %s",
        application, work.left, size, millis / 1000, label, place);
  }

  private static boolean hasParts(String queue) {
    return !queue.equals("root.c") && !queue.equals("root.d");
  }

  private void toApplication(Happening.Kind kind, Random random) {
    if (simulation.applications.isEmpty()) {
      return;
    }
    SimulatedApplication application = oneOf(random, List.copyOf(simulation.applications.values()));
    Attempt attempt = application.attempt();
    switch (kind) {
      case KILL_APPLICATION -> simulation.end(application, RMAppState.KILLED);
      case MOVE -> move(application, oneOf(random, QueueFiles.LEAVES));
      case PRIORITIZE -> prioritize(application, random.nextInt(4));
      default -> {
        if (attempt != null && attempt.isStored && !attempt.hasEnded && attempt.master.isAlive()) {
          simulation.journal.note("to %s", application);
          toMaster(kind, application, attempt, random);
        }
      }
    }
  }

  private void move(SimulatedApplication application, String queue) {
    boolean isLabelled =
        application.work().values().stream().anyMatch(work -> !work.label.isEmpty());
    boolean isGang = !application.tags().isEmpty();
    if ((isLabelled && !hasParts(queue)) || (isGang && queue.equals(QueueFiles.LIMITED))) {
      return; // It could wait for ever.
    }
    try {
      simulation.scheduler().preValidateMoveApplication(application.id(), queue);
      application.setQueue(simulation.scheduler().moveApplication(application.id(), queue));
      simulation.journal.note("%s is moved to %s", application, queue);
    } catch (YarnException e) {
      simulation.journal.decided("move of %s is refused: %s", application, e.getMessage());
    }
    simulation.manager().deliver();
  }

  private void prioritize(SimulatedApplication application, int priority) {
    try {
      application.setPriority(
          simulation
              .scheduler()
              .updateApplicationPriority(
                  Priority.newInstance(priority),
                  application.id(),
                  SettableFuture.create(),
                  UserGroupInformation.createUserForTesting("boss", new String[] {"bosses"})));
      simulation.journal.note("%s has priority %d", application, priority);
    } catch (YarnException e) {
      simulation.journal.decided("priority of %s is refused: %s", application, e.getMessage());
    }
  }

  private void toMaster(
      Happening.Kind kind, SimulatedApplication application, Attempt attempt, Random random) {
    SimulatedMaster master = attempt.master;
    switch (kind) {
      case ASK -> {
        addWork(application, random, 1, false);
        master.ask(application.work().get(application.work().size()));
      }
      case ASK_APART -> {
        Resource size = resource(1 + random.nextInt(512), 1, 0);
        master.ask(
            application.add(size, 1 + random.nextInt(2), "", ResourceRequest.ANY, true, 60_000));
      }
      case WITHDRAW -> {
        if (!application.work().isEmpty() && application.tags().isEmpty()) {
          master.withdraw(oneOf(random, List.copyOf(application.work().values())));
        }
      }
      case BLACKLIST -> {
        if (!simulation.nodes.isEmpty()) {
          master.refuse(oneOf(random, List.copyOf(simulation.nodes.keySet())).getHost());
        }
      }
      case MASTER_FAILS -> failMaster(application, attempt);
      case MASTER_IS_SILENT -> master.silent(simulation.loop.getTime() + random.nextInt(900_000));
      default -> toContainer(kind, master, random);
    }
  }

  private void failMaster(SimulatedApplication application, Attempt attempt) {
    attempt.master.die();
    if (attempt.container == null) {
      simulation.fail(application, attempt);
      return;
    }
    SimulatedNode node = simulation.nodes.get(attempt.container.getNodeId());
    if (node != null) {
      node.end(attempt.container.getId(), 1);
    }
  }

  private void toContainer(Happening.Kind kind, SimulatedMaster master, Random random) {
    List<Container> containers = master.containers();
    if (containers.isEmpty()) {
      return;
    }
    Container container = oneOf(random, containers);
    simulation.journal.note("to %s of %s", container.getId(), container.getResource());
    switch (kind) {
      case RELEASE -> master.release(container.getId());
      case GROW ->
          master.resize(
              container,
              Resources.add(container.getResource(), resource(64, random.nextInt(2), 0)),
              true);
      case SHRINK -> {
        Resource less = Resources.clone(container.getResource());
        less.setMemorySize(Math.max(1, less.getMemorySize() / 2));
        if (!less.equals(container.getResource())) {
          master.resize(container, less, false);
        }
      }
      default -> {
        RMContainer known = simulation.scheduler().getRMContainer(container.getId());
        if (known != null) {
          simulation.send(
              new ContainerPreemptEvent(
                  container.getId().getApplicationAttemptId(),
                  known,
                  random.nextBoolean()
                      ? SchedulerEventType.MARK_CONTAINER_FOR_KILLABLE
                      : SchedulerEventType.MARK_CONTAINER_FOR_PREEMPTION));
        }
      }
    }
  }

  // ------------------------------------------------------------------------------------ nodes

  void addNode(Random random) {
    if (simulation.nodes.size() < MOST_NODES) {
      SimulatedNode node = simulation.addNode(shape(random), label(random));
      simulation.journal.note("%s has %s", node.id(), node.capability());
    }
  }

  private String label(Random random) {
    return simulation.setting.labels()
        ? oneOf(random, List.of("", "", QueueFiles.OWN, QueueFiles.OPEN))
        : "";
  }

  private static Resource shape(Random random) {
    return resource(random.nextInt(9) * 1024L, random.nextInt(9), random.nextInt(3) * 2L);
  }

  private void toNode(Happening.Kind kind, Random random) {
    if (simulation.nodes.isEmpty()) {
      return;
    }
    SimulatedNode node = oneOf(random, new ArrayList<>(simulation.nodes.values()));
    SimulatedManager manager = simulation.manager();
    long now = simulation.loop.getTime();
    simulation.journal.note("to %s", node.id());
    switch (kind) {
      case NODE_DIES -> {
        node.restart();
        node.cutOff(now + random.nextInt(1_800_000));
      }
      case NODE_IS_CUT_OFF ->
          node.cutOff(now + random.nextInt(random.nextBoolean() ? 60_000 : 1_800_000));
      case NODE_LEAVES -> {
        simulation.nodes.remove(node.id());
        simulation.labels.remove(node.id());
        if (manager != null && node.isKnown(manager)) {
          simulation.remove(node);
        }
      }
      case REGISTER_AGAIN -> {
        if (manager != null && node.isRegistered(manager)) {
          simulation.register(node);
        }
      }
      case RESIZE_NODE -> resize(node, shape(random), random.nextBoolean());
      case DECOMMISSION -> node.decommission(random.nextBoolean());
      case RELABEL -> relabel(node, label(random));
      default -> throw new IllegalArgumentException(kind.toString());
    }
  }

  /** Changes what a node has, and lets its containers end if they are too many, or not. */
  void resize(SimulatedNode node, Resource to, boolean endsContainers) {
    node.resize(to);
    SimulatedManager manager = simulation.manager();
    if (manager != null && node.isKnown(manager)) {
      simulation.send(
          new NodeResourceUpdateSchedulerEvent(
              node.known(), ResourceOption.newInstance(to, endsContainers ? 0 : -1)));
    }
    simulation.journal.note("%s has %s now", node.id(), to);
  }

  void relabel(SimulatedNode node, String label) {
    if (!simulation.setting.labels()) {
      return;
    }
    simulation.labels.put(node.id(), label);
    if (simulation.manager() != null) {
      simulation.manager().label(node.id(), label);
    }
    simulation.journal.note("%s has label '%s'", node.id(), label);
  }
}
