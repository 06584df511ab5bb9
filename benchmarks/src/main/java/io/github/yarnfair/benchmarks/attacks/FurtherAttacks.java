// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.benchmarks.attacks;

import static org.apache.hadoop.yarn.api.resource.PlacementConstraints.NODE;
import static org.apache.hadoop.yarn.api.resource.PlacementConstraints.PlacementTargets.allocationTagWithNamespace;
import static org.apache.hadoop.yarn.api.resource.PlacementConstraints.PlacementTargets.nodeAttribute;
import static org.apache.hadoop.yarn.api.resource.PlacementConstraints.targetIn;
import static org.apache.hadoop.yarn.api.resource.PlacementConstraints.targetNotIn;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.hadoop.thirdparty.com.google.common.util.concurrent.SettableFuture;
import org.apache.hadoop.yarn.api.records.ApplicationAttemptId;
import org.apache.hadoop.yarn.api.records.Container;
import org.apache.hadoop.yarn.api.records.ContainerUpdateType;
import org.apache.hadoop.yarn.api.records.ExecutionType;
import org.apache.hadoop.yarn.api.records.ExecutionTypeRequest;
import org.apache.hadoop.yarn.api.records.Priority;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.api.records.ResourceRequest;
import org.apache.hadoop.yarn.api.records.ResourceSizing;
import org.apache.hadoop.yarn.api.records.SchedulingRequest;
import org.apache.hadoop.yarn.api.records.UpdateContainerRequest;
import org.apache.hadoop.yarn.api.resource.PlacementConstraint.AbstractConstraint;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.ContainerUpdates;

/** Attacks by places, tags of other applications, attributes, priorities and failed attempts. */
final class FurtherAttacks {
  private static final int ENDLESS = 1_000_000;

  private FurtherAttacks() {}

  /**
   * Returns them.
   *
   * @param many how many requests, hosts or tags most attacks have
   */
  static List<Attack> all(int many) {
    return Stream.of(ofPlaces(many), ofTags(many), ofChanges(many), ofCalls(many))
        .flatMap(List::stream)
        .toList();
  }

  private static List<Attack> ofPlaces(int many) {
    return List.of(
        Attack.once(
            "%d unknown hosts named in one request".formatted(many * 10),
            c -> {
              ApplicationAttemptId app = c.submit();
              List<ResourceRequest> asked = new ArrayList<>();
              range(many * 10).forEach(i -> asked.add(at(1, "absent" + i, 1, true)));
              asked.add(at(1, "/rack", ENDLESS, true));
              asked.add(at(1, ResourceRequest.ANY, ENDLESS, true));
              c.ask(app, asked);
            }),
        Attack.once(
            "%d requests for one host each, strictly".formatted(many),
            c -> {
              ApplicationAttemptId app = c.submit();
              List<String> hosts = c.hosts();
              range(many)
                  .forEach(
                      i ->
                          c.ask(
                              app,
                              at(i + 1, hosts.get(i % hosts.size()), 10, true),
                              at(i + 1, "/rack", 10, false),
                              at(i + 1, ResourceRequest.ANY, 10, false)));
            }),
        Attack.once(
            "%d requests of a label that is not there".formatted(many),
            c -> {
              ApplicationAttemptId app = c.submit();
              for (int i = 0; i < many; i++) {
                ResourceRequest asked = at(i + 1, ResourceRequest.ANY, ENDLESS, true);
                asked.setNodeLabelExpression("absent");
                c.ask(app, asked);
              }
            }));
  }

  private static ResourceRequest at(int priority, String place, int count, boolean isRelaxed) {
    ResourceRequest asked = AttackedCluster.request(priority, place, 1024, count);
    asked.setRelaxLocality(isRelaxed);
    return asked;
  }

  private static List<Attack> ofTags(int many) {
    return List.of(
        Attack.once(
            "%d applications with tags, and a constraint on all of them".formatted(many / 5),
            c -> {
              for (int i = 0; i < many / 5; i++) {
                c.host()
                    .allocateConstrained(
                        c.submit(),
                        List.of(
                            asking(
                                1, 5, targetNotIn(NODE, allocationTagWithNamespace("all", "x")))));
              }
            }),
        Attack.once(
            "%d requests with unmet constraints on tags of all applications".formatted(many / 5),
            c ->
                c.host()
                    .allocateConstrained(
                        c.submit(),
                        range(many / 5)
                            .mapToObj(
                                i ->
                                    asking(
                                        i,
                                        5,
                                        targetIn(
                                            NODE, allocationTagWithNamespace("all", "no" + i))))
                            .toList())),
        Attack.once(
            "%d requests with unmet node attributes".formatted(many / 5),
            c ->
                c.host()
                    .allocateConstrained(
                        c.submit(),
                        range(many / 5)
                            .mapToObj(
                                i -> asking(i, 5, targetIn(NODE, nodeAttribute("gpu" + i, "none"))))
                            .toList())));
  }

  private static SchedulingRequest asking(int id, int count, AbstractConstraint constraint) {
    return SchedulingRequest.newInstance(
        id,
        Priority.newInstance(1),
        ExecutionTypeRequest.newInstance(ExecutionType.GUARANTEED, true),
        Set.of("tag" + id),
        ResourceSizing.newInstance(count, Resource.newInstance(1024, 1)),
        constraint.build());
  }

  private static List<Attack> ofChanges(int many) {
    return List.of(
        new Attack(
            "priorities of %d applications changed each round".formatted(many / 20),
            c -> range(many / 20).forEach(i -> c.askAnywhere(c.submit(), 1, 1, ENDLESS)),
            c -> {
              for (ApplicationAttemptId app : c.own()) {
                c.host()
                    .scheduler()
                    .updateApplicationPriority(
                        Priority.newInstance(c.round() % 2),
                        app.getApplicationId(),
                        SettableFuture.create(),
                        null);
              }
            }),
        new Attack(
            "decreases of all containers each round",
            c -> c.askAnywhere(c.submit(), 1, 2, ENDLESS),
            FurtherAttacks::decreaseAll),
        new Attack(
            "a request asked for and withdrawn %d times each round".formatted(many),
            c -> c.askAnywhere(c.submit(), 1, 1, ENDLESS),
            c -> range(many).forEach(i -> c.askAnywhere(c.own().get(0), 2, 1, i % 2 * 1000))),
        new Attack(
            "attempts of %d applications fail each round".formatted(many / 20),
            c -> range(many / 20).forEach(i -> c.askAnywhere(c.submit(), 1, 1, ENDLESS)),
            c -> List.copyOf(c.own()).forEach(c::failAttempt)),
        Attack.once(
            "containers that are never fetched, of %d applications".formatted(many / 5),
            c ->
                range(many / 5)
                    .forEach(
                        i -> {
                          ApplicationAttemptId app = c.submit();
                          c.askAnywhere(app, 1, 1, ENDLESS);
                          c.fallsSilent(app);
                        })));
  }

  private static List<Attack> ofCalls(int many) {
    return List.of(
        new Attack(
            "all containers released each round, one in a call",
            c -> c.askAnywhere(c.submit(), 1, 1, ENDLESS),
            c -> {
              ApplicationAttemptId app = c.own().get(0);
              c.takeHeld(app).forEach(each -> c.release(app, List.of(each)));
            }),
        new Attack(
            "lifetimes asked for %d times each round".formatted(many),
            c -> c.askAnywhere(c.submit(), 1, 1, ENDLESS),
            c ->
                range(many)
                    .forEach(
                        i ->
                            c.host()
                                .scheduler()
                                .getMaximumApplicationLifetime(AttackedCluster.QUEUE))));
  }

  private static void decreaseAll(AttackedCluster c) {
    ApplicationAttemptId app = c.own().get(0);
    ContainerUpdates updates = new ContainerUpdates();
    for (Container container : c.held(app)) {
      updates
          .getDecreaseRequests()
          .add(
              UpdateContainerRequest.newInstance(
                  container.getVersion(),
                  container.getId(),
                  ContainerUpdateType.DECREASE_RESOURCE,
                  Resource.newInstance(1024, 1),
                  null));
    }
    c.update(app, updates);
  }

  private static IntStream range(int end) {
    return IntStream.range(0, end);
  }
}
