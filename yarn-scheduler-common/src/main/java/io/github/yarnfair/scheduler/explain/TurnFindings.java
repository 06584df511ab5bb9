// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.explain;

import io.github.yarnfair.core.tree.ShareTree;
import io.github.yarnfair.scheduler.conf.capacity.QueueWeight;
import io.github.yarnfair.scheduler.conf.key.QueueKeys;
import io.github.yarnfair.scheduler.explain.PoolReader.Rating;
import io.github.yarnfair.scheduler.explain.TurnSearch.Step;
import io.github.yarnfair.scheduler.explain.TurnSearch.Way;
import io.github.yarnfair.scheduler.explain.answer.AmountText;
import io.github.yarnfair.scheduler.explain.answer.Figure;
import io.github.yarnfair.scheduler.explain.answer.Finding;
import io.github.yarnfair.scheduler.explain.answer.Remedy;
import io.github.yarnfair.scheduler.explain.answer.Remedy.Action;
import io.github.yarnfair.scheduler.model.FairQueue;
import io.github.yarnfair.scheduler.resource.MachineClasses;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.jspecify.annotations.Nullable;

/**
 * The applications or queues that are served before an application, the difference of their keys,
 * and the remedies.
 */
final class TurnFindings {
  /** By how much more than needed a weight is raised: keys are rounded. */
  private static final double MARGIN = 1.02;

  /** The moment of a turn: shares are those of then, and may differ from those of now. */
  enum Moment {
    NOW("What becomes free"),
    WHEN_ENDED("Once the containers that the first remedy names have ended, what becomes free"),
    AFTER_REMEDIES("After the first remedies of the other obstacles, what becomes free");

    private final String words;

    Moment(String words) {
      this.words = words;
    }
  }

  /** The search finds the order of requests of a partition; that of guests it only estimates. */
  private static final String OTHER_GUESTS =
      "others that only use what is idle in the partition may be served first";

  private final ShareView view;
  private final Names names;
  private final int highestPriority;

  /**
   * @param highestPriority that an application may have
   */
  TurnFindings(ShareView view, Names names, int highestPriority) {
    this.view = view;
    this.names = names;
    this.highestPriority = highestPriority;
  }

  /**
   * Returns the finding, null if it is the leaf's turn.
   *
   * @param moment whose turn it is
   */
  @Nullable Finding of(TurnSearch search, Way way, String size, Moment moment) {
    List<Step> behind = way.steps().stream().filter(step -> !step.isBest()).toList();
    if (way.isNext() || (behind.isEmpty() && way.owners() == 0)) {
      return null;
    }
    String sentence =
        "%s for a container of %s goes to %s first: %s."
            .formatted(
                moment.words,
                size,
                names.of(way.served().get(0)),
                way.owners() > 0
                    ? owners(way)
                    : comparison(behind.get(0)) + others(way, behind.get(0)));
    return new Finding(
        Finding.Kind.TURN,
        sentence,
        figures(behind.isEmpty() ? null : behind.get(0), way),
        remedies(search, way, behind));
  }

  private static String owners(Way way) {
    return "requests of a partition go before those that only use what is idle there; %s%s before it"
        .formatted(
            way.isComplete() ? "" : "at least ",
            AmountText.count(way.served().size(), "application"));
  }

  /** What both hold is said; the keys are, where the shares do not tell which is first. */
  private String comparison(Step step) {
    ShareTree tree = view.tree();
    int parent = tree.parent(step.node());
    if (tree.servesInOrder(parent)) {
      return "%s serves in order, by priority and then submission".formatted(names.of(parent));
    }
    double share = tree.dominantShare(step.node()) / tree.weight(step.node());
    double shareAhead = tree.dominantShare(step.best()) / tree.weight(step.best());
    String keys = keys(shareAhead < share, step.bestKey(), step.key());
    return tree.isLeaf(step.node())
        ? "%s of %s ahead: the first holds %s, this one %s%s"
            .formatted(
                AmountText.count(step.others() + 1, "application"),
                names.of(parent) + (step.others() == 0 ? " is" : " are"),
                held(step.best(), step.node(), null, ""),
                held(step.node(), step.best(), null, ""),
                keys)
        : "%s is ahead: it holds %s, %s holds %s%s"
            .formatted(
                names.of(step.best()),
                held(step.best(), step.node(), step.bestPools(), " of the cluster"),
                names.of(step.node()),
                held(step.node(), step.best(), step.pools(), ""),
                keys);
  }

  /**
   * Returns by what the rule compares two nodes.
   *
   * @param isPlain whether the shares tell already which is first
   */
  static String keys(boolean isPlain, double keyAhead, double key) {
    if (isPlain) {
      return "";
    }
    return keyAhead == key
        ? "; both count alike, and the one ahead is the earlier one"
        : "; for this request the rule counts %s of the one and %s of the other"
            .formatted(AmountText.number(keyAhead), AmountText.number(key));
  }

  private String held(int node, int other, @Nullable Rating rating, String ofWhat) {
    return AmountText.part(view.tree().dominantShare(node), view.partition(node), ofWhat)
        + weight(view.tree().weight(node), view.tree().weight(other))
        + (rating == null ? "" : " (" + rating + ")");
  }

  /** Returns a node's weight in words; nothing if that of the other one is the same. */
  static String weight(double weight, double other) {
    return weight == other ? "" : " by weight " + AmountText.number(weight);
  }

  private static String others(Way way, Step step) {
    if (way.isComplete() && way.served().size() > 1) {
      return "; %s in all before it"
          .formatted(AmountText.count(way.served().size(), "application"));
    }
    return step.others() > 0
        ? "; %s beside it before as well".formatted(AmountText.count(step.others(), "other"))
        : "";
  }

  private List<Figure> figures(@Nullable Step step, Way way) {
    List<Figure> figures = new ArrayList<>();
    if (step != null) {
      figures.add(new Figure("key", null, step.key()));
      figures.add(new Figure("key ahead", null, step.bestKey()));
      figures.add(new Figure("share", null, view.tree().dominantShare(step.node())));
      figures.add(new Figure("share ahead", null, view.tree().dominantShare(step.best())));
      figures.add(new Figure("others ahead", null, step.others()));
      addLevel(figures, "pool's level", step.pools());
      addLevel(figures, "pool's level ahead", step.bestPools());
    }
    figures.add(new Figure("applications ahead", null, way.served().size()));
    return figures;
  }

  private static void addLevel(List<Figure> figures, String name, @Nullable Rating rating) {
    if (rating != null && rating.level() != null) {
      figures.add(new Figure(name, null, rating.level()));
    }
  }

  private List<Remedy> remedies(TurnSearch search, Way way, List<Step> behind) {
    List<Remedy> remedies = new ArrayList<>();
    if (behind.size() == 1 && way.owners() == 0) {
      Remedy change = raise(search, behind.get(0));
      if (change != null) {
        remedies.add(change);
      }
    }
    if (way.isComplete()) {
      String all = way.served().stream().map(names::of).collect(Collectors.joining(","));
      Remedy withdraw =
          new Remedy(
              Action.WITHDRAW_REQUESTS,
              all,
              null,
              "It is its turn when the requests of %s have been served or withdrawn."
                  .formatted(all.replace(",", ", ")));
      remedies.add(way.owners() == 0 ? withdraw : withdraw.notEnough(OTHER_GUESTS));
    } else {
      String first =
          behind.isEmpty() ? names.of(way.served().get(0)) : names.of(behind.get(0).best());
      remedies.add(
          new Remedy(
                  Action.WAIT,
                  first,
                  null,
                  "Each container that %s gets brings the turn of this one nearer."
                      .formatted(first))
              .notEnough("more than %d applications are before it".formatted(way.served().size())));
    }
    return remedies;
  }

  private @Nullable Remedy raise(TurnSearch search, Step step) {
    Object subject = view.subject(step.node());
    if (subject instanceof FairQueue queue) {
      return raiseWeight(search, step, queue);
    }
    return subject instanceof ApplicationId id ? raisePriority(search, step, id) : null;
  }

  /** A weight is tried on the copy before it is proposed. */
  private @Nullable Remedy raiseWeight(TurnSearch search, Step step, FairQueue queue) {
    String label = label(search.weighedClass());
    if (!(queue.spec().in(label).weight() instanceof QueueWeight.Weight weight)
        || !(step.bestKey() > 0 && step.key() > step.bestKey())) {
      return null;
    }
    double raised = Math.ceil(1000 * weight.weight() * MARGIN * step.key() / step.bestKey()) / 1000;
    if (!(weight.weight() > 0) || !search.isNextWithWeight(step.node(), raised / weight.weight())) {
      return null;
    }
    String key = QueueKeys.CAPACITY.inPartition(queue.getQueueName(), label);
    String value = String.format(Locale.ROOT, "%.3fw", raised);
    return new Remedy(
        Action.SET_KEY,
        key,
        value,
        "Set %s to %s; it is %s now."
            .formatted(key, value, AmountText.number(weight.weight()) + "w"));
  }

  /** Returns the partition in which a machine class has weights of its own; empty for none. */
  private String label(int machineClass) {
    MachineClasses classes = view.origin().ledger().classes();
    return classes.kind() == MachineClasses.Kind.LABELS && machineClass < classes.partitions()
        ? classes.name(machineClass)
        : "";
  }

  private @Nullable Remedy raisePriority(TurnSearch search, Step step, ApplicationId id) {
    int parent = view.tree().parent(step.node());
    double weight =
        view.tree().servesInOrder(parent)
            ? 2.0 + view.tree().priority(step.best())
            : view.tree().weight(step.node()) * MARGIN * step.key() / step.bestKey();
    int priority = (int) Math.min(Integer.MAX_VALUE - 1, Math.ceil(weight) - 1);
    if (!(step.bestKey() > 0 || view.tree().servesInOrder(parent))
        || priority <= view.tree().priority(step.node())
        || priority > highestPriority
        || !search.isNextWithPriority(priority)) {
      return null;
    }
    return new Remedy(
        Action.SET_PRIORITY,
        id.toString(),
        Integer.toString(priority),
        "Give %s priority %d.".formatted(id, priority));
  }
}
