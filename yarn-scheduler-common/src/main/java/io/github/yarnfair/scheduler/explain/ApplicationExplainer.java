// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.explain;

import io.github.yarnfair.core.tree.ShareSpace;
import io.github.yarnfair.scheduler.ask.Ask;
import io.github.yarnfair.scheduler.conf.HeadroomMode;
import io.github.yarnfair.scheduler.explain.ApplicationReading.Request;
import io.github.yarnfair.scheduler.explain.EndedContainers.Ended;
import io.github.yarnfair.scheduler.explain.SupposedTree.Supposition;
import io.github.yarnfair.scheduler.explain.TurnFindings.Moment;
import io.github.yarnfair.scheduler.explain.TurnSearch.Room;
import io.github.yarnfair.scheduler.explain.TurnSearch.Way;
import io.github.yarnfair.scheduler.explain.answer.AmountText;
import io.github.yarnfair.scheduler.explain.answer.Explanation;
import io.github.yarnfair.scheduler.explain.answer.Finding;
import io.github.yarnfair.scheduler.explain.answer.Remedy;
import io.github.yarnfair.scheduler.explain.answer.Remedy.Action;
import io.github.yarnfair.scheduler.explain.answer.RequestExplanation;
import io.github.yarnfair.scheduler.forecast.ExpectedStart;
import io.github.yarnfair.scheduler.forecast.ExpectedStarts;
import io.github.yarnfair.scheduler.forecast.RoomOutlook;
import io.github.yarnfair.scheduler.model.AppAttempt;
import io.github.yarnfair.scheduler.model.Application;
import io.github.yarnfair.scheduler.model.ClusterNode;
import io.github.yarnfair.scheduler.resource.MachineClasses;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Explains one application, once. Without the lock. */
final class ApplicationExplainer {
  private static final String SERVED =
      "It is its turn and there is room: it is served at one of the next heartbeats.";

  /** Others whose wait is over are served before it, whatever the turns. */
  private static final String WAITS_FOR_NO_LABEL =
      "a request without a label then waits for nodes without one, until each node has reported"
          + " once, and what is idle in a partition may go to others";

  private final ExplainedCluster cluster;
  private final ShareView view;
  private final ApplicationReading reading;
  private final MachineClasses classes;
  private final AmountText text;
  private final Levels levels;
  private final LimitFindings limits;
  private final NodeFindings nodes;
  private final TurnFindings turns;
  private final NextObstacles next;
  private final @Nullable ExpectedStarts starts;

  /** The way of the first request for which there is one. */
  private @Nullable Way firstWay;

  ApplicationExplainer(
      ExplainedCluster cluster, ShareView view, Names names, ApplicationReading reading) {
    this.cluster = cluster;
    this.view = view;
    this.reading = reading;
    classes = view.origin().ledger().classes();
    text = new AmountText(view.origin().ledger().vectors());
    levels = new Levels(view, names);
    limits = new LimitFindings(view.origin().ledger(), view.tree(), text);
    starts = cluster.starts();
    RoomOutlook room = starts == null ? null : starts.room(view.origin().ledger().vectors());
    nodes = new NodeFindings(text, names, cluster.headroom(), room);
    next = new NextObstacles(view, names);
    turns = new TurnFindings(view, names, cluster.highestPriority());
  }

  Explanation explain() {
    Application application = reading.application();
    List<Finding> findings = admission();
    List<RequestExplanation> requests = new ArrayList<>();
    AppAttempt attempt = reading.attempt();
    Integer leaf = view.leaf(application.id());
    if (attempt != null && leaf != null && reading.queue() == attempt.queue()) {
      reading.requests().forEach(request -> requests.add(explain(attempt, leaf, request)));
    }
    boolean isWaiting = !reading.requests().isEmpty();
    ExpectedStart expected = starts == null || !isWaiting ? null : starts.recent(application.id());
    String sentence =
        Stream.concat(
                findings.stream().map(Finding::sentence),
                requests.stream().map(RequestExplanation::sentence))
            .findFirst()
            .orElse(SERVED);
    return new Explanation(
        application.id(),
        application.getUser(),
        reading.queue().getQueueName(),
        application.getPriority().getPriority(),
        isWaiting,
        sentence,
        leaf == null ? List.of() : levels.of(leaf, firstWay),
        findings,
        requests,
        reading.otherRequests(),
        expected,
        expected == null ? null : StartText.of(expected, System.currentTimeMillis()),
        view.ageNanos() / 1_000_000);
  }

  /** Returns what keeps the application as a whole. */
  private List<Finding> admission() {
    List<Finding> findings = new ArrayList<>();
    if (reading.attempt() == null) {
      findings.add(
          plain(Finding.Kind.NOT_RUNNING, "No attempt of the application is running now."));
    }
    if (reading.parallel() != null) {
      findings.addAll(AdmissionFindings.of(reading.parallel()));
    }
    if (reading.master() != null) {
      findings.add(
          new AdmissionFindings(text)
              .of(reading.master(), reading.queue(), reading.application().getUser()));
    }
    if (reading.gang() != null && !reading.gang().message().isEmpty()) {
      findings.add(AdmissionFindings.of(reading.gang()));
    }
    if (findings.isEmpty() && reading.requests().isEmpty()) {
      findings.add(plain(Finding.Kind.NOTHING_ASKED, "The application asks for nothing now."));
    }
    return findings;
  }

  private static Finding plain(Finding.Kind kind, String sentence) {
    return new Finding(kind, sentence, List.of(), List.of());
  }

  private RequestExplanation explain(AppAttempt attempt, int leaf, Request request) {
    Ask ask = request.first();
    List<Finding> found = findings(attempt, leaf, request);
    List<Finding> findings =
        reading.gang() == null
            ? found
            : found.stream()
                .map(each -> each.notEnough(AdmissionFindings.STARTS_TOGETHER))
                .toList();
    return new RequestExplanation(
        ask.key().getPriority().getPriority(),
        ask.partition(),
        ask.capability(),
        request.containers(),
        findings.isEmpty() ? SERVED : findings.get(0).sentence(),
        findings);
  }

  private List<Finding> findings(AppAttempt attempt, int leaf, Request request) {
    Ask ask = request.first();
    List<Integer> reachable = reachable(attempt, ask);
    if (reachable.isEmpty()) {
      return List.of(noPart(attempt, ask));
    }
    Route route = route(attempt, ask, reachable);
    NodeSurvey survey = route.survey();
    List<Ended> ended = ended(survey, attempt);
    List<Finding> ofNodes = ofNodes(route, ask, ended);
    List<Finding> findings = new ArrayList<>(ofNodes);
    if (ofNodes.isEmpty() && isDelayed(survey, ask, attempt)) {
      findings.add(NodeFindings.delay(survey, attempt.getSchedulingOpportunities(ask.key())));
    }
    // Further findings suppose that the first remedies of the findings so far have been taken.
    boolean isReserved =
        ofNodes.stream().anyMatch(finding -> finding.kind() == Finding.Kind.RESERVED);
    List<Integer> withdrawn =
        isReserved
            ? survey.reservedFor().keySet().stream()
                .map(view::leaf)
                .filter(Objects::nonNull)
                .toList()
            : List.of();
    Moment moment =
        isSupposed(route, ofNodes)
            ? Moment.AFTER_REMEDIES
            : ended.isEmpty() ? Moment.NOW : Moment.WHEN_ENDED;
    Finding turn = turn(attempt, leaf, ask, route, withdrawn, ended, moment);
    if (turn != null) {
      findings.add(turn);
    }
    findings.addAll(0, next.besideLimits(route.limits(), leaf, ask, survey, turn));
    return route.isGuest(classes) && !request.hasWaited()
        ? findings.stream().map(each -> each.notEnough(WAITS_FOR_NO_LABEL)).toList()
        : findings;
  }

  /** Returns whether it takes more than room on the nodes until the request has its turn. */
  private static boolean isSupposed(Route route, List<Finding> ofNodes) {
    return !route.limits().isEmpty()
        || ofNodes.stream()
            .map(Finding::kind)
            .anyMatch(kind -> kind != Finding.Kind.NODES_FULL && kind != Finding.Kind.HELD_BACK);
  }

  private List<Finding> ofNodes(Route route, Ask ask, List<Ended> ended) {
    NodeSurvey survey = route.survey();
    List<Finding> found = nodes.of(survey, ask, ended);
    String also =
        survey.nearest() == null
            ? next.onNewNode(survey, ask, reading.limited(), limitsOfNewNode(route, ask), cluster)
            : null;
    return also == null ? found : found.stream().map(each -> each.notEnough(also)).toList();
  }

  /**
   * Returns the limits where a node would be added, if the nearest of the nodes are in a partition
   * that has none.
   */
  private List<Finding> limitsOfNewNode(Route route, Ask ask) {
    int added = classes.number(ask.partition());
    return classes.kind() == MachineClasses.Kind.LABELS && route.limits().isEmpty() && added >= 0
        ? limits.of(reading.limited(), added, ask.amounts())
        : List.of();
  }

  /** Returns containers whose end would give the nearest node room, if it has none. */
  private List<Ended> ended(NodeSurvey survey, AppAttempt attempt) {
    ClusterNode nearest = survey.nearest();
    return nearest == null || survey.withRoom() + survey.withRoomReserved() > 0
        ? List.of()
        : new EndedContainers(cluster, view)
            .of(nearest, attempt.getApplicationId(), survey.missing());
  }

  /**
   * Where a request is served first: the machine classes whose limits leave it room, unless none of
   * their nodes could hold it; then one that has limits in its way.
   */
  private record Route(List<Integer> through, List<Finding> limits, NodeSurvey survey) {
    /** Returns the machine class of the nearest node; the first one if there is no such node. */
    int ofNode(MachineClasses classes) {
      ClusterNode nearest = survey.nearest();
      return nearest == null ? through.get(0) : classes.number(nearest.machineClass());
    }

    /** Returns whether it would be served from what is idle in another partition. */
    boolean isGuest(MachineClasses classes) {
      return !through.contains(ofNode(classes));
    }
  }

  private Route route(AppAttempt attempt, Ask ask, List<Integer> reachable) {
    List<Integer> open = new ArrayList<>();
    List<Integer> limited = new ArrayList<>();
    for (int c : reachable) {
      (limits.of(reading.limited(), c, ask.amounts()).isEmpty() ? open : limited).add(c);
    }
    NodeSurvey ofOpen = survey(attempt, ask, open);
    if (limited.isEmpty() || ofOpen.able() > 0) {
      return new Route(open, List.of(), ofOpen);
    }
    Route first = null;
    for (int c : limited) {
      NodeSurvey survey = survey(attempt, ask, List.of(c));
      if (survey.able() > 0 || first == null) {
        first = new Route(List.of(c), limits.of(reading.limited(), c, ask.amounts()), survey);
      }
      if (survey.able() > 0) {
        break;
      }
    }
    Route ofLimited = Objects.requireNonNull(first);
    return ofLimited.survey().able() > 0 || ofOpen.inPartition() == 0
        ? ofLimited
        : new Route(open, List.of(), ofOpen);
  }

  private NodeSurvey survey(AppAttempt attempt, Ask ask, List<Integer> through) {
    return new NodeSurvey(attempt, ask, reading.mayUseIdleRoom(), through).over(cluster.nodes());
  }

  private boolean isDelayed(NodeSurvey survey, Ask ask, AppAttempt attempt) {
    return !ask.isForAnywhere()
        && !ask.isConstrained()
        && !survey.isLocalWithRoom()
        && view.origin().file().settings().nodeLocalityDelay() >= 0
        && attempt.getSchedulingOpportunities(ask.key()) < survey.registered();
  }

  /** Returns the machine classes where a request may run, those that it names first. */
  private List<Integer> reachable(AppAttempt attempt, Ask ask) {
    List<Integer> reachable = new ArrayList<>();
    for (int c = 0; c < classes.count(); c++) {
      if (ask.reach(attempt.queue().classes(), c, reading.mayUseIdleRoom()) != Ask.NOT_HERE) {
        reachable.add(c);
      }
    }
    return reachable;
  }

  private Finding noPart(AppAttempt attempt, Ask ask) {
    String partition = String.valueOf(ask.onlyClass(classes));
    return new Finding(
        Finding.Kind.PARTITION,
        "Queue %s has no part of partition %s.".formatted(attempt.queue(), partition),
        List.of(),
        List.of(
            MissingParts.remedy(attempt.queue(), partition),
            new Remedy(
                Action.RELAX_PLACEMENT,
                Integer.toString(ask.key().getPriority().getPriority()),
                null,
                "Ask for containers without that node label.")));
  }

  /** Returns what is served before, once there is room on the nearest node. */
  private @Nullable Finding turn(
      AppAttempt attempt,
      int leaf,
      Ask ask,
      Route route,
      List<Integer> withdrawn,
      List<Ended> ended,
      Moment moment) {
    ClusterNode nearest = route.survey().nearest();
    Room room = room(route, ask, ended);
    if (room.machineClass() < 0) {
      return null;
    }
    List<long[]> tasks = new ArrayList<>();
    tasks.add(task(attempt, ask, room.machineClass()));
    for (int c : reachable(attempt, ask)) {
      if (c != room.machineClass()) {
        tasks.add(task(attempt, ask, c));
      }
    }
    TurnSearch search =
        new TurnSearch(
            view,
            leaf,
            tasks,
            room,
            new Supposition(withdrawn, ended, nearest == null ? room.offered() : null));
    Way way = search.find();
    firstWay = firstWay == null ? way : firstWay;
    return way == null ? null : turns.of(search, way, text.all(ask.amounts()), moment);
  }

  private long[] task(AppAttempt attempt, Ask ask, int machineClass) {
    return classes.amounts(
        machineClass,
        ask.amounts(),
        ask.reach(attempt.queue().classes(), machineClass, reading.mayUseIdleRoom()));
  }

  /** Returns the room on the nearest node; of machine class -1 if guests have none of their own. */
  private Room room(Route route, Ask ask, List<Ended> ended) {
    ClusterNode nearest = route.survey().nearest();
    int ofNode = route.ofNode(classes);
    boolean inTurns = cluster.headroom().mode() == HeadroomMode.RESERVATION;
    if (!route.isGuest(classes)) {
      long[] free = nearest == null ? ask.amounts() : offered(nearest, ask, ended, inTurns);
      return new Room(ofNode, classes.amounts(ofNode, free, ShareSpace.ANY_CLASS), null);
    }
    ClusterNode node = Objects.requireNonNull(nearest);
    int guests = classes.guests();
    return new Room(
        guests,
        guests < 0
            ? ask.amounts()
            : classes.amounts(
                guests, offered(node, ask, ended, /* inTurns= */ false), ShareSpace.IDLE_ROOM),
        classes.amounts(ofNode, offered(node, ask, ended, inTurns), ShareSpace.ANY_CLASS));
  }

  /**
   * What a node offers once it has room: all that is free, or, where it waits for larger tasks in
   * their turns, its total of each resource that is free.
   *
   * @param inTurns false of idle resources, which are not assigned in turns
   */
  private long[] offered(ClusterNode node, Ask ask, List<Ended> ended, boolean inTurns) {
    long[] total = view.origin().ledger().vectors().of(node.getTotalResource());
    long[] offered = new long[total.length];
    node.readFree(view.origin().ledger().vectors(), offered);
    for (Ended each : ended) {
      for (int j = 0; j < offered.length; j++) {
        offered[j] += each.freed()[j];
      }
    }
    for (int j = 0; j < offered.length; j++) {
      long free = Math.max(offered[j], ask.amounts()[j]);
      offered[j] = inTurns && free > 0 ? Math.max(free, total[j]) : free;
    }
    return offered;
  }
}
