// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.explain;

import io.github.yarnfair.core.tree.Demand;
import io.github.yarnfair.core.tree.ShareSpace;
import io.github.yarnfair.core.tree.ShareTree;
import io.github.yarnfair.scheduler.conf.key.QueueKeys;
import io.github.yarnfair.scheduler.explain.PoolReader.Rating;
import io.github.yarnfair.scheduler.explain.SupposedTree.Supposition;
import io.github.yarnfair.scheduler.explain.TurnSearch.Room;
import io.github.yarnfair.scheduler.explain.TurnSearch.Step;
import io.github.yarnfair.scheduler.explain.TurnSearch.Way;
import io.github.yarnfair.scheduler.explain.answer.AmountText;
import io.github.yarnfair.scheduler.explain.answer.Figure;
import io.github.yarnfair.scheduler.explain.answer.Finding;
import io.github.yarnfair.scheduler.explain.answer.Level;
import io.github.yarnfair.scheduler.explain.answer.QueueExplanation;
import io.github.yarnfair.scheduler.explain.answer.Remedy;
import io.github.yarnfair.scheduler.explain.answer.Remedy.Action;
import io.github.yarnfair.scheduler.model.FairQueue;
import io.github.yarnfair.scheduler.model.LeafQueue;
import io.github.yarnfair.scheduler.resource.MachineClasses;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.function.Predicate;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.api.records.QueueState;
import org.jspecify.annotations.Nullable;

/**
 * Explains one queue, once. Limits and turns are those of one pending task: of the application that
 * would be the next here if everything were free. Without the lock.
 */
final class QueueExplainer {
  /** Applications that are named. */
  private static final int MOST_NAMED = 20;

  private final ShareView view;
  private final Names names;
  private final Predicate<ApplicationId> visible;
  private final FairQueue queue;
  private final int node;
  private final QueueReading reading;
  private final MachineClasses classes;
  private final AmountText text;
  private final List<ApplicationId> named = new ArrayList<>();
  private int waiting;

  /** The application that is asked about: the first in turn, else one that waits. */
  private int first = ShareTree.NONE;

  QueueExplainer(
      ShareView view,
      Names names,
      Predicate<ApplicationId> visible,
      FairQueue queue,
      int node,
      QueueReading reading) {
    this.view = view;
    this.names = names;
    this.visible = visible;
    this.queue = queue;
    this.node = node;
    this.reading = reading;
    classes = view.origin().ledger().classes();
    text = new AmountText(view.origin().ledger().vectors());
  }

  QueueExplanation explain() {
    findFirst();
    List<Finding> findings = new ArrayList<>(admission());
    Way way = null;
    if (first != ShareTree.NONE) {
      Demand demand = demand();
      int machineClass = classOf(demand.vector(0));
      long[] amounts = new long[view.tree().space().resources()];
      classes.read(machineClass, demand.vector(0), amounts);
      findings.addAll(
          new LimitFindings(view.origin().ledger(), view.tree(), text)
              .of(reading.limited(), machineClass, amounts));
      way = way(demand.vector(0), machineClass, amounts);
    } else if (findings.isEmpty()) {
      findings.add(
          new Finding(
              Finding.Kind.NOTHING_ASKED,
              "No application of the queue asks for anything now.",
              List.of(),
              List.of()));
    }
    List<Level> levels = new Levels(view, names).of(node, way);
    for (Level level : levels) {
      if (level.ahead() != null) {
        findings.add(ahead(level, pools(way, level)));
        break;
      }
    }
    return new QueueExplanation(
        queue.getQueueName(),
        findings.isEmpty()
            ? "Nothing keeps the queue waiting but room on the nodes."
            : findings.get(0).sentence(),
        levels,
        findings,
        waiting,
        named,
        view.ageNanos() / 1_000_000);
  }

  private void findFirst() {
    synchronized (view) { // Other searches change the demand of leaves for a moment.
      count(node);
      int next = TurnSearch.firstBelow(view, node);
      first = next == ShareTree.NONE ? first : next;
    }
  }

  private void count(int below) {
    ShareTree tree = view.tree();
    if (view.subject(below) instanceof ApplicationId id) {
      boolean isKnown = !tree.demand(below).isEmpty();
      if (isKnown || view.isWithheld(id)) {
        waiting++;
        if (named.size() < MOST_NAMED && visible.test(id)) {
          named.add(id);
        }
      }
      first = isKnown && first == ShareTree.NONE ? below : first;
    }
    for (int c = tree.firstChild(below); c != ShareTree.NONE; c = tree.nextSibling(c)) {
      count(c);
    }
  }

  private Demand demand() {
    synchronized (view) {
      return view.tree().demand(first);
    }
  }

  private int classOf(long[] vector) {
    int machineClass = 0;
    while (machineClass < classes.count() - 1 && !classes.isWithin(machineClass, vector)) {
      machineClass++;
    }
    return machineClass;
  }

  private @Nullable Way way(long[] task, int machineClass, long[] amounts) {
    int reach = machineClass == classes.guests() ? ShareSpace.IDLE_ROOM : ShareSpace.ANY_CLASS;
    long[] offered = classes.amounts(machineClass, amounts, reach);
    return new TurnSearch(
            view, first, List.of(task), new Room(machineClass, offered, null), Supposition.NOTHING)
        .find();
  }

  private List<Finding> admission() {
    List<Finding> findings = new ArrayList<>();
    if (reading.state() != QueueState.RUNNING) {
      String key = QueueKeys.STATE.of(queue.getQueueName());
      findings.add(
          new Finding(
              Finding.Kind.QUEUE_STOPPED,
              "Queue %s is %s: it takes no new applications."
                  .formatted(queue, reading.state().name().toLowerCase(Locale.ROOT)),
              List.of(),
              List.of(
                  new Remedy(
                      Action.SET_KEY, key, "RUNNING", "Set %s to RUNNING.".formatted(key)))));
    }
    // Of a parent queue they are what keeps it where nothing else below it asks for anything.
    if (queue instanceof LeafQueue || first == ShareTree.NONE) {
      findings.addAll(withheld());
    }
    return findings;
  }

  /** Returns the obstacles of the first applications whose requests are not in the share tree. */
  private List<Finding> withheld() {
    List<Finding> findings = new ArrayList<>();
    if (reading.parallel() != null) {
      findings.addAll(AdmissionFindings.of(reading.parallel()));
    }
    if (reading.master() != null) {
      findings.add(
          new AdmissionFindings(text)
              .of(reading.master().why(), reading.master().queue(), reading.master().user()));
    }
    if (reading.gang() != null) {
      findings.add(AdmissionFindings.of(reading.gang()));
    }
    return findings;
  }

  /**
   * Returns the pools that rate a level's queue and the queue served before it; empty if the level
   * was not rated by pools.
   */
  private String pools(@Nullable Way way, Level level) {
    Step step =
        way == null
            ? null
            : way.steps().stream()
                .filter(each -> String.valueOf(view.subject(each.node())).equals(level.name()))
                .findFirst()
                .orElse(null);
    if (step == null) {
      return "";
    }
    return of(Objects.requireNonNull(level.ahead()).name(), step.bestPools())
        + of("queue " + level.name(), step.pools());
  }

  private static String of(String name, @Nullable Rating rating) {
    return rating == null ? "" : "; %s is rated by %s".formatted(name, rating);
  }

  private static Finding ahead(Level level, String pools) {
    Level.Ahead ahead = Objects.requireNonNull(level.ahead());
    double key = Objects.requireNonNull(level.key());
    boolean isPlain = ahead.held() / ahead.weight() < level.held() / level.weight();
    return new Finding(
        Finding.Kind.TURN,
        "%s is served before queue %s: it holds %s%s, queue %s holds %s%s%s%s%s."
            .formatted(
                ahead.name(),
                level.name(),
                AmountText.part(ahead.held(), ahead.partition(), " of the cluster"),
                TurnFindings.weight(ahead.weight(), level.weight()),
                level.name(),
                AmountText.part(level.held(), level.partition(), ""),
                TurnFindings.weight(level.weight(), ahead.weight()),
                TurnFindings.keys(isPlain, ahead.key(), key),
                ahead.others() == 0
                    ? ""
                    : "; %s before as well"
                        .formatted(AmountText.count(ahead.others(), "other sibling")),
                pools),
        List.of(
            new Figure("key", null, key),
            new Figure("key ahead", null, ahead.key()),
            new Figure("others ahead", null, ahead.others())),
        List.of());
  }
}
