// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.benchmarks.attacks;

import static io.github.yarnfair.benchmarks.attacks.AttackedCluster.OTHER_QUEUE;
import static io.github.yarnfair.benchmarks.attacks.AttackedCluster.PARENT;
import static io.github.yarnfair.benchmarks.attacks.AttackedCluster.QUEUE;
import static io.github.yarnfair.benchmarks.attacks.AttackedCluster.request;
import static org.apache.hadoop.yarn.api.resource.PlacementConstraints.NODE;
import static org.apache.hadoop.yarn.api.resource.PlacementConstraints.PlacementTargets.allocationTag;
import static org.apache.hadoop.yarn.api.resource.PlacementConstraints.and;
import static org.apache.hadoop.yarn.api.resource.PlacementConstraints.targetIn;
import static org.apache.hadoop.yarn.api.resource.PlacementConstraints.targetNotIn;

import io.github.yarnfair.scheduler.HierarchicalScheduler;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.hadoop.yarn.api.records.ApplicationAttemptId;
import org.apache.hadoop.yarn.api.records.Container;
import org.apache.hadoop.yarn.api.records.ContainerId;
import org.apache.hadoop.yarn.api.records.ContainerUpdateType;
import org.apache.hadoop.yarn.api.records.ExecutionType;
import org.apache.hadoop.yarn.api.records.ExecutionTypeRequest;
import org.apache.hadoop.yarn.api.records.Priority;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.api.records.ResourceRequest;
import org.apache.hadoop.yarn.api.records.ResourceSizing;
import org.apache.hadoop.yarn.api.records.SchedulingRequest;
import org.apache.hadoop.yarn.api.records.UpdateContainerRequest;
import org.apache.hadoop.yarn.api.resource.PlacementConstraint;
import org.apache.hadoop.yarn.api.resource.PlacementConstraints;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.ContainerUpdates;

/** The attacks that are measured. */
final class Attacks {
  /** What most attacks have a thousand of, of at most. */
  private static final int MANY = 1000;

  private static final int ENDLESS = 1_000_000;

  private Attacks() {}

  /**
   * Returns all attacks.
   *
   * @param extent divides how many applications, requests and so on an attack has; 1 for all
   */
  static List<Attack> all(int extent) {
    int many = MANY / extent;
    return Stream.of(
            ofRequests(many),
            ofApplications(many),
            ofConstraints(many),
            ofCalls(many),
            ofQueues(many),
            FurtherAttacks.all(many))
        .flatMap(List::stream)
        .toList();
  }

  private static List<Attack> ofRequests(int many) {
    return List.of(
        Attack.once("%d request sizes".formatted(many * 3 / 10), c -> sizes(c, many * 3 / 10)),
        Attack.once("%d request sizes".formatted(many), c -> sizes(c, many)),
        Attack.once(
            "%d priorities of one size".formatted(many),
            c -> {
              ApplicationAttemptId app = c.submit();
              range(many).forEach(i -> c.askAnywhere(app, i + 1, 1, ENDLESS));
            }),
        Attack.once(
            "2,000,000,000 containers", c -> c.askAnywhere(c.submit(), 1, 1, 2_000_000_000)),
        Attack.once(
            "requests of 0 containers at %d priorities".formatted(many),
            c -> {
              ApplicationAttemptId app = c.submit();
              range(many).forEach(i -> c.askAnywhere(app, i + 1, 1, 0));
              c.askAnywhere(app, many + 1, 1, ENDLESS);
            }),
        Attack.once(
            "all hosts named at %d priorities".formatted(many / 20), c -> hosts(c, many, true)),
        Attack.once("the same, strictly", c -> hosts(c, many, false)),
        new Attack(
            "%d requests changed each round".formatted(many),
            c -> c.submit(),
            c -> {
              ApplicationAttemptId app = c.own().get(0);
              c.ask(
                  app,
                  range(many).mapToObj(i -> request(i + 1, "*", 1024, 1 + c.round() % 2)).toList());
            }));
  }

  private static void sizes(AttackedCluster c, int sizes) {
    ApplicationAttemptId app = c.submit();
    for (int i = 0; i < sizes; i++) {
      c.ask(app, request(i + 1, ResourceRequest.ANY, 1024 + i, ENDLESS));
    }
  }

  private static void hosts(AttackedCluster c, int many, boolean isRelaxed) {
    ApplicationAttemptId app = c.submit();
    for (int i = 1; i <= many / 20; i++) {
      List<ResourceRequest> asked = new ArrayList<>();
      for (String host : c.hosts()) {
        asked.add(request(i, host, 1024, 100));
      }
      ResourceRequest rack = request(i, "/rack", 1024, ENDLESS);
      rack.setRelaxLocality(isRelaxed);
      ResourceRequest any = request(i, ResourceRequest.ANY, 1024, ENDLESS);
      any.setRelaxLocality(isRelaxed);
      asked.add(rack);
      asked.add(any);
      c.ask(app, asked);
    }
  }

  private static List<Attack> ofApplications(int many) {
    return List.of(
        Attack.once(
            "%d applications".formatted(many),
            c -> range(many).forEach(i -> c.askAnywhere(c.submit(), 1, 1, ENDLESS))),
        Attack.once(
            "%d applications that ask for nothing".formatted(many),
            c -> {
              range(many).forEach(i -> c.fallsSilent(c.submit()));
              c.askAnywhere(c.submit(), 1, 1, ENDLESS);
            }),
        Attack.once(
            "%d applications, each of a size of its own".formatted(many),
            c -> range(many).forEach(i -> c.ask(c.submit(), request(1, "*", 1024 + i, ENDLESS)))),
        Attack.once(
            "%d gangs that wait".formatted(many),
            c -> range(many).forEach(i -> c.askAnywhere(c.submitTagged("gang=700"), 1, 1, 700))),
        Attack.once(
            "%d applications with tasks that no node can hold".formatted(many),
            c -> range(many).forEach(i -> c.askAnywhere(c.submit(), 1, 128, ENDLESS))),
        Attack.once(
            "%d applications with tasks as large as a node".formatted(many),
            c -> range(many).forEach(i -> c.askAnywhere(c.submit(), 1, 64, ENDLESS))),
        new Attack(
            "%d applications end and as many begin each round".formatted(many / 20),
            c -> {},
            c -> {
              List.copyOf(c.own()).forEach(c::finish);
              range(many / 20).forEach(i -> c.askAnywhere(c.submit(), 1, 1, 100));
            }));
  }

  private static List<Attack> ofConstraints(int many) {
    int parts = Math.min(24, many / 2);
    return List.of(
        Attack.once(
            "a constraint of %d parts".formatted(parts), c -> constrained(c, 1, and(parts))),
        Attack.once(
            "%d requests with unmet constraints".formatted(many / 5),
            c -> constrained(c, many / 5, targetIn(NODE, allocationTag("absent")))),
        Attack.once(
            "%d requests with unmet constraints of %d parts".formatted(many / 5, parts),
            c -> constrained(c, many / 5, unmet(parts))));
  }

  private static PlacementConstraint.AbstractConstraint and(int parts) {
    return PlacementConstraints.and(
        range(parts)
            .mapToObj(i -> targetNotIn(NODE, allocationTag("no" + i)))
            .toArray(PlacementConstraint.AbstractConstraint[]::new));
  }

  private static PlacementConstraint.AbstractConstraint unmet(int parts) {
    return PlacementConstraints.and(and(parts - 1), targetIn(NODE, allocationTag("absent")));
  }

  /** One application, with a number of requests of a constraint, and one that is none. */
  private static void constrained(
      AttackedCluster c, int requests, PlacementConstraint.AbstractConstraint constraint) {
    ApplicationAttemptId app = c.submit();
    List<SchedulingRequest> asked = new ArrayList<>();
    for (int i = 0; i < requests; i++) {
      asked.add(
          SchedulingRequest.newInstance(
              i + 1L,
              Priority.newInstance(1),
              ExecutionTypeRequest.newInstance(ExecutionType.GUARANTEED, true),
              Set.of("mine" + i),
              ResourceSizing.newInstance(1000, Resource.newInstance(1024, 1)),
              constraint.build()));
    }
    c.host().allocateConstrained(app, asked);
    c.askAnywhere(c.submit(), 1, 1, ENDLESS);
  }

  private static List<Attack> ofCalls(int many) {
    return List.of(
        Attack.once(
            "all nodes blacklisted",
            c -> {
              c.askAnywhere(c.submit(), 1, 1, ENDLESS);
              c.blacklist(c.own().get(0), c.hosts(), List.of());
            }),
        new Attack(
            "%d applications change their blacklists each round".formatted(many / 20),
            c -> range(many / 20).forEach(i -> c.askAnywhere(c.submit(), 1, 1, ENDLESS)),
            c -> {
              List<String> half = c.hosts().subList(0, 25);
              List<String> rest = c.hosts().subList(25, 50);
              boolean isOdd = c.round() % 2 == 1;
              c.own().forEach(app -> c.blacklist(app, isOdd ? half : rest, isOdd ? rest : half));
            }),
        new Attack(
            "%d unknown containers released each round".formatted(many),
            c -> c.askAnywhere(c.submit(), 1, 1, ENDLESS),
            c -> {
              ApplicationAttemptId app = c.own().get(0);
              c.release(
                  app,
                  range(many).mapToObj(i -> ContainerId.newContainerId(app, ENDLESS + i)).toList());
            }),
        new Attack(
            "all containers released each round",
            c -> c.askAnywhere(c.submit(), 1, 1, ENDLESS),
            c -> c.release(c.own().get(0), c.takeHeld(c.own().get(0)))),
        new Attack(
            "increases of all containers that no node has room for",
            c -> c.askAnywhere(c.submit(), 1, 1, ENDLESS),
            Attacks::increaseAll),
        new Attack(
            "%d calls of masters each round".formatted(many),
            c -> c.askAnywhere(c.submit(), 1, 1, ENDLESS),
            c -> range(many).forEach(i -> c.ask(c.own().get(0)))));
  }

  private static void increaseAll(AttackedCluster c) {
    ApplicationAttemptId app = c.own().get(0);
    ContainerUpdates updates = new ContainerUpdates();
    for (Container container : c.held(app)) {
      updates
          .getIncreaseRequests()
          .add(
              UpdateContainerRequest.newInstance(
                  container.getVersion(),
                  container.getId(),
                  ContainerUpdateType.INCREASE_RESOURCE,
                  Resource.newInstance(64 * 1024, 1),
                  null));
    }
    c.update(app, updates);
  }

  private static List<Attack> ofQueues(int many) {
    return List.of(
        Attack.once("%d queues created".formatted(many / 10), c -> queues(c, many / 10, "q")),
        Attack.once(
            "%d queues created, with names of 200 characters".formatted(many / 10),
            c -> queues(c, many / 10, "q".repeat(200))),
        Attack.once(
            "queues created with the names of others'",
            c -> {
              c.askAnywhere(c.submit(PARENT + ".root"), 1, 1, ENDLESS);
              c.askAnywhere(c.submit(PARENT + ".Others"), 1, 1, ENDLESS);
            }),
        new Attack(
            "%d applications moved each round".formatted(many / 20),
            c -> range(many / 20).forEach(i -> c.askAnywhere(c.submit(), 1, 1, ENDLESS)),
            c -> {
              String to = c.round() % 2 == 1 ? OTHER_QUEUE : QUEUE;
              for (ApplicationAttemptId app : c.own()) {
                c.host().scheduler().moveApplication(app.getApplicationId(), to);
              }
            }),
        new Attack(
            "the queues refreshed each round, by an administrator",
            c -> c.askAnywhere(c.submit(), 1, 1, ENDLESS),
            c -> c.host().scheduler().reinitialize(c.configuration(), c.host().context())),
        new Attack(
            "what REST answers read each round: queues, %d explanations".formatted(many / 20),
            c -> range(many / 20).forEach(i -> c.askAnywhere(c.submit(), 1, 1, ENDLESS)),
            c -> read(c, many / 20)),
        new Attack(
            "the same, with %d applications".formatted(many),
            c -> range(many).forEach(i -> c.askAnywhere(c.submit(), 1, 1, ENDLESS)),
            c -> read(c, many / 20)));
  }

  private static void queues(AttackedCluster c, int queues, String name) {
    range(queues).forEach(i -> c.askAnywhere(c.submit(PARENT + "." + name + i), 1, 1, ENDLESS));
  }

  private static void read(AttackedCluster c, int explanations) throws Exception {
    c.host().scheduler().getQueueInfo("root", true, true);
    if (c.host().scheduler() instanceof HierarchicalScheduler scheduler) {
      scheduler.readings().snapshot();
      scheduler.readings().details();
      for (ApplicationAttemptId app : c.own().subList(0, explanations)) {
        scheduler.readings().explainer().explain(app.getApplicationId(), id -> true);
      }
    }
  }

  private static IntStream range(int end) {
    return IntStream.range(0, end);
  }
}
