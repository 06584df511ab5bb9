// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.benchmarks.balance;

import io.github.yarnfair.core.balance.BalanceRules;
import io.github.yarnfair.core.policy.FairnessPolicy;
import io.github.yarnfair.core.rule.RuleOptions;
import io.github.yarnfair.core.rule.SchedulerRule;
import io.github.yarnfair.core.rule.SchedulerRules;
import io.github.yarnfair.core.tree.ShareSpace;
import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * Prints, for each rule, the time of a decision with balances by that without, of blocks that take
 * turns in one run, and the time of an epoch of 1,000 queues with 20 entries; then what a
 * department in bursts gets in a week, by half-life, and what the stories of other schedulers come
 * to.
 */
public final class BalanceBenchmark {
  private static final int BLOCKS = 61;
  private static final int WARM_UP = 10;
  private static final int DECISIONS = 20_000;
  private static final int EPOCHS = 120;
  private static final BalanceRules RULES = new BalanceRules(6L * 3_600_000, 0.5, 20, true);

  private BalanceBenchmark() {}

  /** Runs without arguments, in about two minutes. */
  public static void main(String[] arguments) {
    System.out.println(
        "rule   decision ns   with balances / without (spread)   epoch ms: median, largest");
    for (SchedulerRule rule : SchedulerRules.all()) {
      print(rule);
    }
    printWeeks(2);
    printWeeks(1);
    SchedulerRules.all().stream()
        .filter(rule -> rule.name().equals("hdrf"))
        .forEach(rule -> Stories.print(() -> policy(rule)));
  }

  private static void printWeeks(int busy) {
    System.out.println();
    System.out.println(
        "rule   half-life   hours of each batch     part on each day of a week, in %; always busy: "
            + busy);
    for (SchedulerRule rule : SchedulerRules.all()) {
      for (int hours : new int[] {0, 6, 24, 7 * 24}) {
        printWeek(rule, hours, busy);
      }
    }
  }

  private static void printWeek(SchedulerRule rule, int hours, int busy) {
    BalanceRules rules = hours == 0 ? null : BalanceRules.of(hours * 3_600_000L);
    BurstWeek week = new BurstWeek(policy(rule), rules, busy).run();
    System.out.printf(
        Locale.ROOT,
        "%-6s %7s h   %s   %s%n",
        rule.name(),
        hours == 0 ? "none" : hours,
        figures(week.waits()),
        figures(week.parts()));
  }

  private static String figures(double[] figures) {
    return Arrays.stream(figures)
        .mapToObj(figure -> String.format(Locale.ROOT, "%5.1f", figure))
        .collect(Collectors.joining(" "));
  }

  private static void print(SchedulerRule rule) {
    ShareSpace one = ShareSpace.ofOneClass(2);
    ShareSpace twenty = new ShareSpace(ShareSpace.Kind.CLASS, 4, 5);
    FilledTree without = new FilledTree(policy(rule), one, 10, 10, null);
    FilledTree with = new FilledTree(policy(rule), one, 10, 10, RULES);
    double[] ratios = new double[BLOCKS - WARM_UP];
    double[] nanos = new double[ratios.length];
    for (int block = 0; block < BLOCKS; block++) {
      // Each is the first one in half of the blocks.
      double first = (block % 2 == 0 ? without : with).decide(DECISIONS);
      double second = (block % 2 == 0 ? with : without).decide(DECISIONS);
      if (block >= WARM_UP) {
        nanos[block - WARM_UP] = block % 2 == 0 ? first : second;
        ratios[block - WARM_UP] = block % 2 == 0 ? second / first : first / second;
      }
    }
    FilledTree large = new FilledTree(policy(rule), twenty, 10, 100, RULES);
    double[] epochs = new double[EPOCHS];
    for (int epoch = 0; epoch < WARM_UP + EPOCHS; epoch++) {
      double millis = large.endEpoch();
      if (epoch >= WARM_UP) {
        epochs[epoch - WARM_UP] = millis;
      }
    }
    Arrays.sort(ratios);
    Arrays.sort(nanos);
    Arrays.sort(epochs);
    System.out.printf(
        Locale.ROOT,
        "%-6s %11.0f   %.3f (%.3f to %.3f) %29.2f, %.2f%n",
        rule.name(),
        nanos[nanos.length / 2],
        ratios[ratios.length / 2],
        ratios[ratios.length / 4],
        ratios[ratios.length * 3 / 4],
        epochs[EPOCHS / 2],
        epochs[EPOCHS - 1]);
  }

  private static FairnessPolicy policy(SchedulerRule rule) {
    return rule.policy(new RuleOptions(option -> null, () -> 0));
  }
}
