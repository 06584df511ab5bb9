// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.testing;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.yarnfair.scheduler.explain.answer.Remedy;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import org.apache.hadoop.yarn.api.records.Container;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.util.resource.Resources;

/** Does what remedies say, to a cluster with an application that waits. */
final class RemedyTrial {
  private final SchedulerFixture cluster;
  private final SchedulerConf conf;
  private final SchedulerTestApp waiting;
  private final Consumer<SchedulerTestApp> relax;
  private final Runnable pause;
  private final Nodes nodes;
  private final Map<Container, SchedulerTestApp> ended = new LinkedHashMap<>();

  /** How a node is added. */
  interface Nodes {
    /** Adds a node to a partition. */
    void add(String partition, Resource capability) throws Exception;
  }

  /**
   * @param nodes adds a node
   * @param relax relaxes the places or the constraint of the request
   * @param pause lets the time go by that a remedy says to wait
   */
  RemedyTrial(
      SchedulerFixture cluster,
      SchedulerConf conf,
      SchedulerTestApp waiting,
      Nodes nodes,
      Consumer<SchedulerTestApp> relax,
      Runnable pause) {
    this.cluster = cluster;
    this.conf = conf.copy();
    this.waiting = waiting;
    this.nodes = nodes;
    this.relax = relax;
    this.pause = pause;
  }

  /**
   * Applies remedies by {@link #rank}, of one rank the last one first: what is served before has to
   * be so, and the request has to be as it should, before room is made, which goes to the next
   * application then.
   */
  void applyInOrder(List<Remedy> remedies) throws Exception {
    List<Remedy> ordered = new ArrayList<>(remedies);
    Collections.reverse(ordered);
    ordered.sort(Comparator.comparing(remedy -> rank(remedy.action())));
    for (Remedy remedy : ordered) {
      apply(remedy);
    }
  }

  private static int rank(Remedy.Action action) {
    return switch (action) {
      case WITHDRAW_REQUESTS -> 0;
      case RELAX_PLACEMENT, ALLOW_NODE, ASK_FOR, ASK_FOR_MORE -> 1;
      case SET_KEY, SET_PRIORITY, END_APPLICATIONS -> 2;
      case WAIT -> 3;
      case FREE, ADD_NODE -> 4;
    };
  }

  private void apply(Remedy remedy) throws Exception {
    String value = remedy.value();
    switch (remedy.action()) {
      case SET_KEY ->
          cluster.scheduler.reinitialize(set(conf, remedy).build(), cluster.rm.getRMContext());
      case FREE -> free(remedy.subject(), amounts(Objects.requireNonNull(value)));
      case END_APPLICATIONS ->
          endApplications(remedy.subject(), Integer.parseInt(Objects.requireNonNull(value)));
      case ADD_NODE -> nodes.add(remedy.subject(), amounts(Objects.requireNonNull(value)));
      case ASK_FOR -> waiting.ask(amounts(Objects.requireNonNull(value)), 1);
      case WITHDRAW_REQUESTS ->
          cluster.apps().stream()
              .filter(app -> List.of(remedy.subject().split(",")).contains(app.id().toString()))
              .forEach(SchedulerTestApp::askForNothing);
      case ALLOW_NODE -> waiting.blacklist(List.of(), List.of(remedy.subject()));
      case RELAX_PLACEMENT -> relax.accept(waiting);
      case WAIT -> pause.run();
      case SET_PRIORITY, ASK_FOR_MORE -> throw new AssertionError(remedy + " is not tried here");
    }
  }

  /** Sets the keys of a remedy. */
  static SchedulerConf set(SchedulerConf conf, Remedy remedy) {
    String[] keys = remedy.subject().split(";");
    String[] values = Objects.requireNonNull(remedy.value()).split(";");
    for (int i = 0; i < keys.length; i++) {
      conf.yarn(keys[i], values[i]);
    }
    return conf;
  }

  private static Resource amounts(String value) {
    Resource resource = SchedulerConf.resource(0, 0);
    for (String amount : value.split(",")) {
      String[] parts = amount.split("=");
      resource.setResourceValue(parts[0], Long.parseLong(parts[1]));
    }
    return resource;
  }

  /**
   * Ends containers of a node, a queue or a user until enough is free, first those of applications
   * that ask for none. Where there are no more, those count that ended for an earlier remedy: one
   * container can hold a user's limit and a node's room.
   */
  private void free(String subject, Resource enough) {
    Resource freed = SchedulerConf.resource(0, 0);
    Map<Container, SchedulerTestApp> endedNow = new LinkedHashMap<>();
    List<SchedulerTestApp> apps = new ArrayList<>(cluster.apps());
    apps.sort((a, b) -> Boolean.compare(a.pending() > 0, b.pending() > 0));
    for (SchedulerTestApp app : apps) {
      for (Container container : app.containers()) {
        if (!Resources.fitsIn(enough, freed) && isOf(subject, app, container)) {
          Resources.addTo(freed, container.getResource());
          app.complete(container);
          endedNow.put(container, app);
        }
      }
    }
    if (!Resources.fitsIn(enough, freed)) {
      ended.forEach(
          (container, app) -> {
            if (isOf(subject, app, container)) {
              Resources.addTo(freed, container.getResource());
            }
          });
    }
    ended.putAll(endedNow);
    assertThat(Resources.fitsIn(enough, freed)).as("could free " + enough).isTrue();
  }

  private static boolean isOf(String subject, SchedulerTestApp app, Container container) {
    List<String> parts = List.of(subject.split(","));
    return (container.getNodeId().toString().equals(parts.get(0))
            && (parts.size() == 1 || parts.contains(app.id().toString())))
        || isOf(subject, app);
  }

  private static boolean isOf(String subject, SchedulerTestApp app) {
    return app.queue().equals(subject)
        || app.queue().startsWith(subject + ".")
        || subject.equals("user " + app.attempt().getUser())
        || subject.equals("user %s in queue %s".formatted(app.attempt().getUser(), app.queue()));
  }

  private void endApplications(String subject, int count) {
    for (int i = 0; i < count; i++) {
      cluster.apps().stream()
          .filter(app -> app != waiting && isOf(subject, app) && !app.attempt().waitsToRun())
          .findFirst()
          .orElseThrow()
          .finish();
      cluster.rounds(1);
    }
  }
}
