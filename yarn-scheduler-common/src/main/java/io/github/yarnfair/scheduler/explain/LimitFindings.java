// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.explain;

import io.github.yarnfair.core.tree.Amounts;
import io.github.yarnfair.core.tree.ShareTree;
import io.github.yarnfair.scheduler.conf.capacity.QueueLimit;
import io.github.yarnfair.scheduler.conf.key.QueueKeys;
import io.github.yarnfair.scheduler.explain.ApplicationReading.Limited;
import io.github.yarnfair.scheduler.explain.answer.AmountText;
import io.github.yarnfair.scheduler.explain.answer.Figure;
import io.github.yarnfair.scheduler.explain.answer.Finding;
import io.github.yarnfair.scheduler.explain.answer.Remedy;
import io.github.yarnfair.scheduler.explain.answer.Remedy.Action;
import io.github.yarnfair.scheduler.model.FairQueue;
import io.github.yarnfair.scheduler.model.ShareLedger;
import io.github.yarnfair.scheduler.resource.MachineClasses;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Which limits of queues and of the user a container of a request would pass. */
final class LimitFindings {
  private final AmountText text;
  private final MachineClasses classes;
  private final ShareTree cluster;
  private final int types;

  /**
   * @param cluster a copy of the share tree, for the cluster's amounts
   */
  LimitFindings(ShareLedger ledger, ShareTree cluster, AmountText text) {
    this.text = text;
    this.cluster = cluster;
    classes = ledger.classes();
    types = ledger.vectors().length();
  }

  /**
   * Returns one finding for each limit that leaves no room.
   *
   * @param above the nodes with limits, the lowest first
   * @param machineClass in which the container would be charged
   * @param amounts what it takes, by resource type
   */
  List<Finding> of(List<Limited> above, int machineClass, long[] amounts) {
    List<Finding> findings = new ArrayList<>();
    for (int i = 0; i < above.size(); i++) {
      Limited node = above.get(i);
      Finding finding =
          node.isPassable() ? ofUser(node, machineClass) : ofQueue(above, i, machineClass, amounts);
      if (finding != null) {
        findings.add(finding);
      }
    }
    return findings;
  }

  private long[] ofClass(long[] amounts, int machineClass) {
    long[] byType = new long[types];
    System.arraycopy(amounts, classes.offset(machineClass), byType, 0, types);
    return byType;
  }

  private @Nullable Finding ofQueue(
      List<Limited> above, int index, int machineClass, long[] amounts) {
    Limited node = above.get(index);
    long[] used = ofClass(node.used(), machineClass);
    long[] limit = ofClass(node.limit(), machineClass);
    long[] missing = missing(used, limit, amounts);
    if (Arrays.stream(missing).allMatch(amount -> amount == 0)) {
      return null;
    }
    boolean isLarger = !Amounts.fits(amounts, limit);
    List<Figure> figures = new ArrayList<>();
    List<String> words = new ArrayList<>();
    for (int j = 0; j < types; j++) {
      if (missing[j] > 0) {
        String type = AmountText.type(j);
        words.add("%d of at most %d %s".formatted(used[j], limit[j], type));
        figures.add(new Figure("used", type, used[j]));
        figures.add(new Figure("limit", type, limit[j]));
        figures.add(new Figure("missing", type, missing[j]));
      }
    }
    String sentence =
        "Queue %s%s holds %s; a container of %s %s."
            .formatted(
                node.queue(),
                in(machineClass),
                String.join(" and ", words),
                text.all(amounts),
                isLarger ? "is larger than that by itself" : "would pass its maximum-capacity");
    return new Finding(
        isLarger ? Finding.Kind.LARGER_THAN_LIMIT : Finding.Kind.QUEUE_LIMIT,
        sentence,
        figures,
        remedies(above, index, machineClass, amounts, missing, isLarger));
  }

  private long[] missing(long[] used, long[] limit, long[] amounts) {
    long[] missing = new long[types];
    for (int j = 0; j < types; j++) {
      boolean isLimited = amounts[j] > 0 && limit[j] != ShareTree.UNLIMITED;
      missing[j] = isLimited ? Math.max(0, amounts[j] - Math.max(0, limit[j] - used[j])) : 0;
    }
    return missing;
  }

  private String in(int machineClass) {
    String name = classes.name(machineClass);
    return name.isEmpty() || machineClass == classes.guests() ? "" : " in partition " + name;
  }

  private List<Remedy> remedies(
      List<Limited> above,
      int index,
      int machineClass,
      long[] amounts,
      long[] missing,
      boolean isLarger) {
    Limited node = above.get(index);
    List<Remedy> remedies = new ArrayList<>();
    if (node.queue().parent() != null) {
      long[] enough = ofClass(node.used(), machineClass);
      for (int j = 0; j < types; j++) {
        enough[j] += amounts[j];
      }
      String key = key(node.queue(), machineClass);
      String value = raised(above, index, machineClass, enough, missing);
      remedies.add(new Remedy(Action.SET_KEY, key, value, "Set %s to %s.".formatted(key, value)));
    }
    if (!isLarger) {
      remedies.add(
          new Remedy(
              Action.FREE,
              node.queue().getQueueName(),
              AmountText.data(missing),
              "It goes on when containers of queue %s%s that hold %s have ended."
                  .formatted(node.queue(), in(machineClass), AmountText.some(missing))));
    }
    return remedies;
  }

  private String key(FairQueue queue, int machineClass) {
    boolean isLabel = classes.kind() == MachineClasses.Kind.LABELS && machineClass > 0;
    return QueueKeys.MAXIMUM_CAPACITY.inPartition(
        queue.getQueueName(), isLabel ? classes.name(machineClass) : "");
  }

  /** Returns a maximum-capacity that has room for these amounts, written as the present one is. */
  private String raised(
      List<Limited> above, int index, int machineClass, long[] enough, long[] missing) {
    Limited node = above.get(index);
    long[] ofParent = mostOf(above, index + 1, machineClass);
    long[] limit = ofClass(node.limit(), machineClass);
    String label = classes.kind() == MachineClasses.Kind.LABELS ? classes.name(machineClass) : "";
    if (node.queue().spec().in(label).maximum() instanceof QueueLimit.Percentage) {
      double percent = 0;
      for (int j = 0; j < types; j++) {
        if (missing[j] > 0) {
          percent = Math.max(percent, Math.ceil(1e5 * enough[j] / ofParent[j]) / 1000);
        }
      }
      return String.format(Locale.ROOT, "%.3f", Math.min(100, percent));
    }
    List<String> words = new ArrayList<>();
    for (int j = 0; j < types; j++) {
      long most = Math.max(Math.min(limit[j], ofParent[j]), missing[j] > 0 ? enough[j] : 0);
      words.add((j == 0 ? "memory" : AmountText.type(j)) + "=" + most);
    }
    return "[" + String.join(",", words) + "]";
  }

  /** Returns what a node may hold: all of the class where nothing limits it. */
  private long[] mostOf(List<Limited> above, int index, int machineClass) {
    long[] most = new long[types];
    int offset = classes.offset(machineClass);
    for (int j = 0; j < types; j++) {
      long limit =
          index < above.size() ? above.get(index).limit()[offset + j] : ShareTree.UNLIMITED;
      most[j] = Math.max(1, Math.min(limit, cluster.capacity(offset + j)));
    }
    return most;
  }

  /** The last container may pass a user's limit: the next one waits while any is passed. */
  private @Nullable Finding ofUser(Limited node, int machineClass) {
    long[] used = ofClass(node.used(), machineClass);
    long[] limit = ofClass(node.limit(), machineClass);
    List<Figure> figures = new ArrayList<>();
    List<String> words = new ArrayList<>();
    long[] excess = new long[types];
    double times = 1;
    for (int j = 0; j < types; j++) {
      if (used[j] > limit[j]) {
        String type = AmountText.type(j);
        excess[j] = used[j] - limit[j];
        times = Math.max(times, (double) used[j] / limit[j]);
        words.add("%d of at most %d %s".formatted(used[j], limit[j], type));
        figures.add(new Figure("used", type, used[j]));
        figures.add(new Figure("limit", type, limit[j]));
      }
    }
    if (words.isEmpty()) {
      return null;
    }
    String sentence =
        "User %s holds %s in queue %s%s: the last container passed the user's limit."
            .formatted(node.user(), String.join(" and ", words), node.queue(), in(machineClass));
    List<Remedy> remedies = new ArrayList<>();
    Double factor = node.queue().spec().users().limitFactor();
    if (factor != null && Double.isFinite(times)) {
      String key = QueueKeys.USER_LIMIT_FACTOR.of(node.queue().getQueueName());
      String value = String.format(Locale.ROOT, "%.3f", Math.ceil(1010 * factor * times) / 1000);
      remedies.add(new Remedy(Action.SET_KEY, key, value, "Set %s to %s.".formatted(key, value)));
    }
    remedies.add(
        new Remedy(
            Action.FREE,
            "user %s in queue %s".formatted(node.user(), node.queue()),
            AmountText.data(excess),
            "It goes on when containers of user %s in queue %s that hold %s have ended."
                .formatted(node.user(), node.queue(), AmountText.some(excess))));
    return new Finding(Finding.Kind.USER_LIMIT, sentence, figures, remedies);
  }
}
