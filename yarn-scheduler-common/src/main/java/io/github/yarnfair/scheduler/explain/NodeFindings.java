// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.explain;

import io.github.yarnfair.scheduler.ask.Ask;
import io.github.yarnfair.scheduler.conf.HeadroomMode;
import io.github.yarnfair.scheduler.conf.HeadroomSettings;
import io.github.yarnfair.scheduler.explain.EndedContainers.Ended;
import io.github.yarnfair.scheduler.explain.answer.AmountText;
import io.github.yarnfair.scheduler.explain.answer.Figure;
import io.github.yarnfair.scheduler.explain.answer.Finding;
import io.github.yarnfair.scheduler.explain.answer.Remedy;
import io.github.yarnfair.scheduler.explain.answer.Remedy.Action;
import io.github.yarnfair.scheduler.explain.answer.TimeText;
import io.github.yarnfair.scheduler.forecast.RoomOutlook;
import io.github.yarnfair.scheduler.model.ClusterNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** What the nodes lack for a request. */
final class NodeFindings {
  private final AmountText text;
  private final Names names;
  private final HeadroomSettings headroom;

  /** Null once it has been used: it takes most of the time of an explanation. */
  private @Nullable RoomOutlook outlook;

  /**
   * @param outlook null if it is not known how long containers last
   */
  NodeFindings(
      AmountText text, Names names, HeadroomSettings headroom, @Nullable RoomOutlook outlook) {
    this.text = text;
    this.names = names;
    this.headroom = headroom;
    this.outlook = outlook;
  }

  /**
   * Returns the findings; none if some node has room that it would give to the request.
   *
   * @param ended containers whose end would give the nearest node room; empty if not known
   */
  List<Finding> of(NodeSurvey nodes, Ask ask, List<Ended> ended) {
    if (nodes.inPartition() == 0) {
      return List.of(noNode(nodes, ask));
    } else if (nodes.largeEnough() == 0) {
      return List.of(tooSmall(nodes, ask));
    }
    List<Finding> findings = new ArrayList<>();
    if (nodes.areRefused()) {
      findings.add(refused(nodes, ask));
    }
    if (nodes.areMisplaced()) {
      findings.add(misplaced(nodes, ask));
    }
    findings.addAll(room(nodes, ask, ended));
    return findings;
  }

  /** Returns findings for the resources that the nodes with the fewest other obstacles lack. */
  private List<Finding> room(NodeSurvey nodes, Ask ask, List<Ended> ended) {
    if (nodes.withRoom() > 0) {
      return headroom.mode() == HeadroomMode.LARGEST_TASK && nodes.areWithholding()
          ? List.of(heldBack(nodes))
          : List.of();
    }
    List<Finding> findings = new ArrayList<>();
    if (nodes.reservedFor().values().stream().mapToInt(n -> n).sum() == nodes.measured()) {
      findings.add(reserved(nodes, ask));
    }
    if (nodes.withRoomReserved() == 0) {
      findings.add(full(nodes, ask, ended));
    } else if (findings.isEmpty()) {
      findings.add(reserved(nodes, ask));
    }
    return findings;
  }

  /** Names the partition of the nodes that count, also where the request names none. */
  private static String partition(NodeSurvey nodes, Ask ask) {
    return !ask.partition().isEmpty()
        ? " of partition " + ask.partition()
        : nodes.arePart() ? " open to requests without a label" : "";
  }

  private Remedy node(NodeSurvey nodes, Ask ask) {
    return new Remedy(
        Action.ADD_NODE,
        ask.partition(),
        AmountText.data(ask.amounts()),
        "Register a node%s with at least %s free."
            .formatted(partition(nodes, ask), text.all(ask.amounts())));
  }

  private Finding noNode(NodeSurvey nodes, Ask ask) {
    return new Finding(
        Finding.Kind.PARTITION,
        "None of %s%s accepts containers of this request."
            .formatted(AmountText.count(nodes.registered(), "node"), partition(nodes, ask)),
        List.of(new Figure("nodes", null, nodes.registered())),
        List.of(node(nodes, ask)));
  }

  private Finding tooSmall(NodeSurvey nodes, Ask ask) {
    long[] largest = Objects.requireNonNull(nodes.largest());
    long[] most = new long[largest.length];
    for (int j = 0; j < most.length; j++) {
      most[j] = Math.min(largest[j], ask.amounts()[j]);
    }
    List<Figure> figures = new ArrayList<>(AmountText.figures("asked", ask.amounts()));
    figures.addAll(AmountText.figures("largest", largest));
    figures.add(new Figure("nodes", null, nodes.inPartition()));
    return new Finding(
        Finding.Kind.NO_NODE_LARGE_ENOUGH,
        "None of %s%s is large enough for a container of %s; the nearest has %s."
            .formatted(
                AmountText.count(nodes.inPartition(), "node"),
                partition(nodes, ask),
                text.all(ask.amounts()),
                text.all(largest)),
        figures,
        List.of(
            node(nodes, ask),
            new Remedy(
                Action.ASK_FOR,
                Integer.toString(ask.key().getPriority().getPriority()),
                AmountText.data(most),
                "Ask for containers of at most %s.".formatted(text.all(most)))));
  }

  private static Finding refused(NodeSurvey nodes, Ask ask) {
    String hosts = String.join(",", nodes.refused());
    String nearest = Objects.requireNonNull(nodes.nearest()).getNodeID().getHost();
    return new Finding(
        Finding.Kind.BLACKLIST,
        "%s%s large enough, and the application's blacklist has all of them: %s."
            .formatted(AmountText.count(nodes.largeEnough(), "node"), partition(nodes, ask), hosts),
        List.of(new Figure("nodes", null, nodes.largeEnough())),
        List.of(
            new Remedy(
                Action.ALLOW_NODE,
                nearest,
                null,
                "Remove %s from the blacklist.".formatted(nearest))));
  }

  private static Finding misplaced(NodeSurvey nodes, Ask ask) {
    int asked = Math.min(nodes.measured(), NodeSurvey.MOST_ASKED);
    String what =
        ask.isConstrained()
            ? "satisfies the placement constraint %s now".formatted(nodes.constraint())
            : "is a place that the request names, and it accepts no other";
    return new Finding(
        Finding.Kind.PLACEMENT,
        "None of %s%s that are large enough %s."
            .formatted(AmountText.count(asked, "node"), partition(nodes, ask), what),
        List.of(new Figure("nodes", null, asked)),
        List.of(
            new Remedy(
                Action.RELAX_PLACEMENT,
                Integer.toString(ask.key().getPriority().getPriority()),
                null,
                ask.isConstrained()
                    ? "Ask with a constraint that some node satisfies, or without one."
                    : "Ask with relaxed locality, or for other places.")));
  }

  private Finding heldBack(NodeSurvey nodes) {
    return new Finding(
        Finding.Kind.HELD_BACK,
        "%s room for larger tasks, for at most %d ms."
            .formatted(
                nodes.withRoom() == 1 ? "1 node keeps its" : nodes.withRoom() + " nodes keep their",
                headroom.timeoutMillis()),
        List.of(
            new Figure("nodes with room", null, nodes.withRoom()),
            new Figure("timeout ms", null, headroom.timeoutMillis())),
        List.of(new Remedy(Action.WAIT, "", null, "It ends by itself after that time.")));
  }

  private Finding reserved(NodeSurvey nodes, Ask ask) {
    String owners =
        nodes.reservedFor().keySet().stream()
            .limit(NodeSurvey.MOST_NAMED)
            .map(names::of)
            .collect(Collectors.joining(","));
    int count = nodes.reservedFor().values().stream().mapToInt(n -> n).sum();
    return new Finding(
        Finding.Kind.RESERVED,
        "%s; %d reserved for %s.".formatted(canHold(nodes, ask), count, owners.replace(",", ", ")),
        List.of(
            new Figure("nodes", null, nodes.inPartition()),
            new Figure("able nodes", null, nodes.measured()),
            new Figure("reserved nodes", null, count)),
        List.of(
            new Remedy(
                Action.WITHDRAW_REQUESTS,
                owners,
                null,
                "The reservations end when the requests of %s are served or withdrawn."
                    .formatted(owners.replace(",", ", "))),
            new Remedy(
                Action.WAIT,
                "",
                null,
                "A reserved node serves all requests that fit after %d ms at most."
                    .formatted(headroom.timeoutMillis()))));
  }

  private String canHold(NodeSurvey nodes, Ask ask) {
    return "%d of %s%s can hold a container of %s"
        .formatted(
            nodes.measured(),
            AmountText.count(nodes.inPartition(), "node"),
            partition(nodes, ask),
            text.all(ask.amounts()));
  }

  private Finding full(NodeSurvey nodes, Ask ask, List<Ended> ended) {
    ClusterNode nearest = Objects.requireNonNull(nodes.nearest());
    long[] missing = nodes.missing();
    String id = nearest.getNodeID().toString();
    List<Figure> figures = new ArrayList<>();
    figures.add(new Figure("nodes", null, nodes.inPartition()));
    figures.add(new Figure("able nodes", null, nodes.measured()));
    figures.add(new Figure("own reservations", null, nodes.ownReservations()));
    figures.addAll(AmountText.figures("missing", missing));
    String own =
        nodes.ownReservations() == 0
            ? ""
            : "; %s reserved for it"
                .formatted(
                    nodes.ownReservations() == 1 ? "1 is" : nodes.ownReservations() + " are");
    return new Finding(
        Finding.Kind.NODES_FULL,
        "%s, none has room now; the nearest, %s, lacks %s%s.%s"
            .formatted(
                canHold(nodes, ask), id, AmountText.some(missing), own, next(nodes, ask, figures)),
        figures,
        ended.isEmpty()
            ? List.of(added(nodes, ask))
            : List.of(free(id, missing, ended), added(nodes, ask)));
  }

  private Remedy added(NodeSurvey nodes, Ask ask) {
    return nodes.isBound()
        ? node(nodes, ask).notEnough("the node has to be a place for the request as well")
        : node(nodes, ask);
  }

  private Remedy free(String id, long[] missing, List<Ended> ended) {
    List<String> owners =
        ended.stream().map(Ended::application).distinct().map(names::of).distinct().toList();
    return new Remedy(
        Action.FREE,
        id + "," + String.join(",", owners),
        AmountText.data(missing),
        "It has room when containers of %s on %s that hold %s have ended."
            .formatted(String.join(", ", owners), id, AmountText.some(missing)));
  }

  /** Returns when the next node is expected to have room, empty if that is not known. */
  private String next(NodeSurvey nodes, Ask ask, List<Figure> figures) {
    RoomOutlook once = outlook;
    outlook = null;
    // A container that grows is offered room on its own node, beside what it has.
    if (once == null || ask.key().getContainerToUpdate() != null) {
      return "";
    }
    List<ClusterNode> nearest = nodes.lackingLeast();
    RoomOutlook.Room room = nearest.isEmpty() ? null : once.first(nearest, ask.amounts());
    if (room == null) {
      return "";
    }
    figures.add(new Figure("room earliest ms", null, room.earliest()));
    figures.add(new Figure("room latest ms", null, room.latest()));
    return " %s is expected to have room %s."
        .formatted(
            room.nodes() < nodes.measured()
                ? "The first of the %s that lack%s least"
                    .formatted(AmountText.count(room.nodes(), "node"), room.nodes() == 1 ? "s" : "")
                : "The next of them",
            TimeText.from(room.earliest(), room.latest()));
  }

  /**
   * Returns that a request waits for the places that it names.
   *
   * @param missed how many offers it has declined
   */
  static Finding delay(NodeSurvey nodes, int missed) {
    return new Finding(
        Finding.Kind.LOCALITY_DELAY,
        "%s room; the request waits for the places that it names first, and has declined %s."
            .formatted(
                nodes.withRoom() == 1 ? "1 node has" : nodes.withRoom() + " nodes have",
                AmountText.count(missed, "offer")),
        List.of(
            new Figure("nodes with room", null, nodes.withRoom()),
            new Figure("declined", null, missed)),
        List.of(
            new Remedy(
                Action.WAIT,
                "",
                null,
                "It accepts wider places after a bounded number of offers.")));
  }
}
