// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.explain;

import io.github.yarnfair.scheduler.conf.KeyReader;
import io.github.yarnfair.scheduler.conf.ParallelSettings;
import io.github.yarnfair.scheduler.conf.key.QueueKeys;
import io.github.yarnfair.scheduler.demand.ParallelWait;
import io.github.yarnfair.scheduler.explain.ApplicationReading.GangWait;
import io.github.yarnfair.scheduler.explain.ApplicationReading.HeldBack;
import io.github.yarnfair.scheduler.explain.answer.AmountText;
import io.github.yarnfair.scheduler.explain.answer.Figure;
import io.github.yarnfair.scheduler.explain.answer.Finding;
import io.github.yarnfair.scheduler.explain.answer.Remedy;
import io.github.yarnfair.scheduler.explain.answer.Remedy.Action;
import io.github.yarnfair.scheduler.master.MasterWait;
import io.github.yarnfair.scheduler.model.LeafQueue;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** What keeps an application from running at all: limits of running applications and masters. */
final class AdmissionFindings {
  /** Findings are of one container; of a gang each has to have room. */
  static final String STARTS_TOGETHER =
      "the containers of the gang start together, each of them needs room";

  private final AmountText text;

  AdmissionFindings(AmountText text) {
    this.text = text;
  }

  /** Returns one finding for each limit that is reached. */
  static List<Finding> of(HeldBack held) {
    ParallelWait wait = held.why();
    List<Finding> findings = new ArrayList<>();
    for (ParallelWait.Reached limit : wait.reached()) {
      String subject = limit.queue() == null ? "user." + limit.user() : limit.queue();
      String key = KeyReader.PREFIX + subject + "." + ParallelSettings.PROPERTY;
      int ending = limit.running() - limit.most() + wait.before() + 1;
      int enough = limit.running() + wait.before() + 1;
      String whose = limit.queue() == null ? "user " + limit.user() : "queue " + limit.queue();
      findings.add(
          new Finding(
              Finding.Kind.PARALLEL_LIMIT,
              limit.sentence() + before(wait.before()),
              List.of(
                  new Figure("running", null, limit.running()),
                  new Figure("limit", null, limit.most()),
                  new Figure("before", null, wait.before())),
              List.of(
                  besideEarlier(
                      new Remedy(
                          Action.SET_KEY,
                          key,
                          Integer.toString(enough),
                          "Set %s to %d.".formatted(key, enough)),
                      wait.before()),
                  new Remedy(
                      Action.END_APPLICATIONS,
                      limit.queue() == null ? "user " + limit.user() : limit.queue(),
                      Integer.toString(ending),
                      "It runs when %s of %s that run, or start before it, have ended."
                          .formatted(AmountText.count(ending, "application"), whose)))));
    }
    return held.startsAsGang()
        ? findings.stream().map(finding -> finding.notEnough(STARTS_TOGETHER)).toList()
        : findings;
  }

  /** Returns what keeps the containers of a gang; more than one of them has to have room. */
  static Finding of(GangWait gang) {
    long lacking = gang.size() - gang.asked();
    Remedy remedy =
        lacking > 0
            ? new Remedy(
                    Action.ASK_FOR_MORE,
                    "",
                    Long.toString(lacking),
                    "Ask for %s more.".formatted(AmountText.count(lacking, "container")))
                .notEnough("each of the %d then needs room".formatted(gang.size()))
            : new Remedy(Action.WAIT, "", null, "It tries again by itself.")
                .notEnough(
                    "all %d need room at the same time, which is kept for %d now"
                        .formatted(gang.size(), gang.withRoom()));
    return new Finding(
        Finding.Kind.GANG,
        gang.message(),
        List.of(
            new Figure("size", null, gang.size()),
            new Figure("asked", null, gang.asked()),
            new Figure("with room", null, gang.withRoom())),
        List.of(remedy));
  }

  /** What the others that start as well ask for is not known before they ask. */
  private static Remedy besideEarlier(Remedy remedy, int before) {
    return before == 0
        ? remedy
        : remedy.notEnough(
            "%s before it start%s as well, and what is free may go to %s"
                .formatted(
                    AmountText.count(before, "other"),
                    before == 1 ? "s" : "",
                    before == 1 ? "that one" : "those"));
  }

  private static String before(int count) {
    return count == 0 ? "" : " %s before it.".formatted(AmountText.count(count, "other") + " wait");
  }

  /** Returns why the master has no room. */
  Finding of(MasterWait wait, LeafQueue queue, String user) {
    List<Figure> figures = new ArrayList<>(AmountText.figures("limit", wait.limit()));
    figures.addAll(AmountText.figures("used", wait.used()));
    figures.addAll(AmountText.figures("asked", wait.master()));
    figures.add(new Figure("before", null, wait.before()));
    String partition = wait.partition().isEmpty() ? "" : " in partition " + wait.partition();
    String sentence =
        "%s %s has %s for application masters%s, of which %s are used; this one takes %s.%s"
            .formatted(
                wait.isOfUser() ? "User " + user + " in queue" : "Queue",
                queue,
                text.all(wait.limit()),
                partition,
                text.all(wait.used()),
                text.all(wait.master()),
                before(wait.before()));
    return new Finding(Finding.Kind.AM_LIMIT, sentence, figures, remedies(wait, queue, user));
  }

  private static List<Remedy> remedies(MasterWait wait, LeafQueue queue, String user) {
    List<Remedy> remedies = new ArrayList<>();
    if (Double.isFinite(wait.sufficientPart()) && wait.sufficientPart() <= 1) {
      String key = QueueKeys.MASTER_SHARE.inPartition(queue.getQueueName(), wait.partition());
      String value = String.format(Locale.ROOT, "%.3f", wait.sufficientPart());
      remedies.add(
          besideEarlier(
              new Remedy(Action.SET_KEY, key, value, "Set %s to %s.".formatted(key, value)),
              wait.before()));
    }
    long[] excess = new long[wait.needed().length];
    for (int j = 0; j < excess.length; j++) {
      excess[j] = wait.master()[j] > 0 ? Math.max(0, wait.needed()[j] - wait.limit()[j]) : 0;
    }
    remedies.add(
        new Remedy(
            Action.FREE,
            wait.isOfUser() ? "user %s in queue %s".formatted(user, queue) : queue.getQueueName(),
            AmountText.data(excess),
            "It starts when active applications of %s end whose masters hold %s."
                .formatted(
                    wait.isOfUser() ? "user " + user + " in queue " + queue : "queue " + queue,
                    AmountText.some(excess))));
    return remedies;
  }
}
