// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.benchmarks.balance;

import io.github.yarnfair.benchmarks.balance.StoryCluster.Queue;
import io.github.yarnfair.core.balance.BalanceRules;
import io.github.yarnfair.core.policy.FairnessPolicy;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * What users of other schedulers ask of a memory, as cases: the first four stories of
 * KAI-Scheduler's design of time-aware fairness, and the two of Kueue's issue 9734.
 */
final class Stories {
  private static final long HOUR = 3_600_000;

  private final Supplier<FairnessPolicy> policies;
  private final @Nullable BalanceRules rules;

  /**
   * @param rules null for shares without a memory
   */
  Stories(Supplier<FairnessPolicy> policies, @Nullable BalanceRules rules) {
    this.policies = policies;
    this.rules = rules;
  }

  /** Runs the stories and returns the result of each in one line. */
  List<String> describe() {
    return List.of(
        jobsOfTheWholeCluster(),
        jobLargerThanItsPart(),
        inferenceBesideTraining(),
        noQueueAboveItsPart(),
        burstAfterSixIdleDays(),
        afterAWeekOfMostOfTheCluster());
  }

  private StoryCluster cluster(int gpus) {
    return new StoryCluster(policies.get(), rules, gpus);
  }

  private String jobsOfTheWholeCluster() {
    StoryCluster cluster = cluster(8);
    Queue a = cluster.queue(1, 8, 60);
    Queue b = cluster.queue(1, 8, 60);
    cluster.want(a, true);
    cluster.want(b, true);
    cluster.run(48);
    return format(
        "KAI 1: two queues of jobs of all 8 GPUs, 48 h: %d and %d jobs", a.started(), b.started());
  }

  private String jobLargerThanItsPart() {
    StoryCluster cluster = cluster(20);
    List<Queue> others = new ArrayList<>();
    for (int i = 0; i < 9; i++) {
      others.add(cluster.queue(1, 1, 30 + i));
    }
    Queue q = cluster.queue(1, 4, 60);
    others.forEach(each -> cluster.want(each, true));
    cluster.run(24);
    cluster.want(q, true);
    double waited = 0;
    while (q.started() == 0 && waited < 48) {
      cluster.run(0.25);
      waited += 0.25;
    }
    cluster.count();
    cluster.run(48);
    return format(
        "KAI 2: Q's job of 4 of 20 GPUs, its part is 2, beside nine busy queues: starts after %s h;"
            + " then %.0f %% of 48 h of its part",
        q.started() == 0 ? "more than 48" : format("%.2f", waited), q.gpuHours() / 96 * 100);
  }

  private String inferenceBesideTraining() {
    StoryCluster cluster = cluster(20);
    Queue inference = cluster.queue(2, 1, 60);
    Queue busy = cluster.queue(1, 1, 60);
    Queue bursts = cluster.queue(1, 1, 60);
    cluster.want(busy, true);
    double least = Double.MAX_VALUE;
    double ofBursts = 0;
    double ofBusy = 0;
    for (int day = 0; day < 4; day++) {
      for (int hour = 0; hour < 24; hour++) {
        cluster.want(bursts, hour >= 12);
        cluster.count();
        for (int minute = 0; minute < 60; minute++) {
          cluster.keepRunning(inference, 10);
          cluster.run(1.0 / 60);
        }
        if (day + hour > 0) {
          least = Math.min(least, inference.gpuHours());
        }
        if (day > 0 && hour >= 12) {
          ofBursts += bursts.gpuHours();
          ofBusy += busy.gpuHours();
        }
      }
    }
    return format(
        "KAI 3: inference holds its 10 of 20 GPUs, at least %.1f in any hour; of the rest the queue"
            + " that trains half the day has %.0f %% then",
        least, 100 * ofBursts / (ofBursts + ofBusy));
  }

  private String noQueueAboveItsPart() {
    StoryCluster cluster = cluster(30);
    Queue a = cluster.queue(1, 1, 60);
    Queue b = cluster.queue(1, 1, 60);
    Queue c = cluster.queue(1, 1, 60);
    for (int minute = 0; minute < 24 * 60; minute++) {
      cluster.keepRunning(a, 10);
      cluster.keepRunning(b, 10);
      cluster.keepRunning(c, 3);
      cluster.run(1.0 / 60);
    }
    return format(
        "KAI 4: no queue above its part for 24 h: factors of weights %.2f, %.2f, %.2f",
        cluster.factor(a), cluster.factor(b), cluster.factor(c));
  }

  private String burstAfterSixIdleDays() {
    StoryCluster cluster = cluster(40);
    List<Queue> busy = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      busy.add(cluster.queue(1, 1, 20 + i));
    }
    Queue team = cluster.queue(1, 1, 20);
    busy.forEach(each -> cluster.want(each, true));
    cluster.run(6 * 24);
    cluster.want(team, true);
    cluster.run(1);
    cluster.count();
    cluster.run(23);
    return format(
        "Kueue 9734, 1: a team of four idle for six days holds %.1f %% of day seven",
        team.gpuHours() / (23 * 40) * 100);
  }

  private String afterAWeekOfMostOfTheCluster() {
    StoryCluster cluster = cluster(40);
    Queue most = cluster.queue(1, 1, 20);
    Queue other = cluster.queue(1, 1, 21);
    cluster.want(most, true);
    for (int minute = 0; minute < 7 * 24 * 60; minute++) {
      cluster.keepRunning(other, 4);
      cluster.run(1.0 / 60);
    }
    cluster.want(most, false);
    cluster.run(1);
    cluster.want(most, true);
    cluster.want(other, true);
    cluster.run(1);
    cluster.count();
    cluster.run(23);
    return format(
        "Kueue 9734, 2: a queue that had 90 %% for a week, and ended, holds %.1f %% of the next day",
        most.gpuHours() / (23 * 40) * 100);
  }

  private static String format(String text, Object... arguments) {
    return String.format(Locale.ROOT, text, arguments);
  }

  /** Prints the stories without a memory, and with two. */
  static void print(Supplier<FairnessPolicy> policies) {
    print("no memory", new Stories(policies, null));
    print("24 h, contended", new Stories(policies, BalanceRules.of(24 * HOUR)));
    print("7 d, contended", new Stories(policies, BalanceRules.of(7 * 24 * HOUR)));
    print("7 d, all", new Stories(policies, new BalanceRules(7 * 24 * HOUR, 0.5, 4, false)));
  }

  private static void print(String name, Stories stories) {
    stories.describe().forEach(line -> System.out.printf("%-16s %s%n", name, line));
  }
}
