// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.core.balance;

import static io.github.yarnfair.core.tree.ShareTree.ROOT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.yarnfair.core.ideal.IdealShare;
import io.github.yarnfair.core.policy.FairnessPolicy;
import io.github.yarnfair.core.scenario.Seed;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * The closed forms of balances with a half-life of 24 hours, a floor of 0.5 and a strength of 4, on
 * a cluster that a policy fills with tasks of five minutes, within two points. Each has its rival:
 * the same cluster without a memory.
 */
public abstract class BalanceContract {
  private static final long SEED = Seed.of("BalanceContract", 33);
  private static final int CORES = 300;
  private static final long DAY = 24L * 3_600_000;
  private static final BalanceRules CONTENDED = BalanceRules.of(DAY);
  private static final BalanceRules ALL = new BalanceRules(DAY, 0.5, 4, false);

  /** Half of the time over which a share is measured, and what tasks take to end before. */
  private static final double MIDDLE = 1.0 / 6;

  private static final double SETTLED = 0.1;

  /** Returns a new policy. */
  protected abstract FairnessPolicy policy();

  private BalanceRun run(@Nullable BalanceRules rules) {
    return new BalanceRun(policy(), rules, CORES, Seed.random(SEED, 0));
  }

  /** C returns after an idle day: it has 66.7 % at once, 50 after 8 h, 41.7 after 16 h. */
  @Test
  protected final void queueThatWasIdleForADayIsServedFirstWhenItReturns() {
    BalanceRun run = run(CONTENDED);
    int a = run.queue(ROOT, 1);
    int b = run.queue(ROOT, 1);
    int c = run.queue(ROOT, 1);
    run.want(true, a, b).run(24).want(true, c);
    double held = run.coreHours(SETTLED, c);
    double[] hours = {0, 8, 16, 24};
    double passed = SETTLED;
    for (double hour : hours) {
      held += run.coreHours(Math.max(0, hour - MIDDLE - passed), c);
      double share = run.share(c);
      held += share / 100 * CORES / 3;
      passed = Math.max(passed, hour - MIDDLE) + 2 * MIDDLE;
      double expected = 100.0 / 3 * (1 + Math.pow(2, -hour / 8));
      assertThat(share).as("C after %s h", hour).isCloseTo(expected, within(2.0));
    }
    // Two thirds of what it was behind are served back in the end, 7/8 of them in this time.
    double behind = CORES / 3.0 * 24 / Math.log(2) / 2;
    double servedBack = held - CORES / 3.0 * passed;
    assertThat(servedBack / behind).isCloseTo(2.0 / 3 * 7 / 8, within(0.04));

    BalanceRun rival = run(null);
    int[] queues = {rival.queue(ROOT, 1), rival.queue(ROOT, 1), rival.queue(ROOT, 1)};
    rival.want(true, queues[0], queues[1]).run(24).want(true, queues[2]).run(SETTLED);
    assertThat(rival.share(queues[2])).isCloseTo(100.0 / 3, within(2.0));
  }

  /** The siblings of C keep 16.7 % each, half of their parts: no past takes more. */
  @Test
  protected final void queuesThatAreAheadKeepTheFloor() {
    BalanceRun run = run(new BalanceRules(DAY, 0.5, 100, true));
    int a = run.queue(ROOT, 1);
    int b = run.queue(ROOT, 1);
    int c = run.queue(ROOT, 1);
    run.want(true, a, b).run(48).want(true, c).run(SETTLED);
    assertThat(run.share(a)).isCloseTo(100.0 / 6, within(2.0));
    assertThat(run.share(b)).isCloseTo(100.0 / 6, within(2.0));
  }

  /** A alone for a day, charged: it has 25 % for 9.96 h, 37.5 after 8 h more, 43.75 after 16. */
  @Test
  protected final void useOfAnIdleClusterIsPaidBackIfAllIsCharged() {
    BalanceRun run = run(ALL);
    int a = run.queue(ROOT, 1);
    int b = run.queue(ROOT, 1);
    run.want(true, a).run(24).want(true, b).run(SETTLED);
    assertThat(run.share(a)).isCloseTo(25.0, within(2.0));
    run.run(9.5 - SETTLED - 2 * MIDDLE - MIDDLE);
    assertThat(run.share(a)).as("after 9.5 h").isCloseTo(25.0, within(2.0));
    run.run(17.96 - 9.5 - MIDDLE - MIDDLE);
    assertThat(run.share(a)).as("after 17.96 h").isCloseTo(37.5, within(2.0));
    run.run(8 - 2 * MIDDLE);
    assertThat(run.share(a)).as("after 25.96 h").isCloseTo(43.75, within(2.0));
  }

  /** What no one else wanted costs nothing by default. */
  @Test
  protected final void useOfAnIdleClusterIsFreeByDefault() {
    BalanceRun run = run(CONTENDED);
    int a = run.queue(ROOT, 1);
    int b = run.queue(ROOT, 1);
    run.want(true, a).run(24).want(true, b).run(SETTLED);
    assertThat(run.share(a)).isCloseTo(50.0, within(2.0));
  }

  /** An hour of everything each four hours: over each day's hours with contention half of it. */
  @Test
  protected final void burstsGetTheirPartOfEachDayWithContention() {
    for (double part : partsOfBursts(CONTENDED, 7)) {
      assertThat(part).isCloseTo(50.0, within(2.0));
    }
    // Rival: charged for what B did not want, A gives far more than half of each burst.
    for (double part : partsOfBursts(ALL, 2)) {
      assertThat(part).isGreaterThan(55.0);
    }
  }

  /** Returns B's part of the hours with contention, in %, by day. */
  private double[] partsOfBursts(BalanceRules rules, int days) {
    int cores = CORES / 3;
    BalanceRun run = new BalanceRun(policy(), rules, cores, Seed.random(SEED, 1));
    int a = run.queue(ROOT, 1);
    int b = run.queue(ROOT, 1);
    run.want(true, a).run(3);
    double[] parts = new double[days];
    for (int day = 0; day < days; day++) {
      double held = 0.0;
      for (int burst = 0; burst < 6; burst++) {
        held += run.want(true, b).coreHours(1, b);
        run.want(false, b).run(3);
      }
      parts[day] = held / (6 * cores) * 100;
    }
    return parts;
  }

  /** Two levels: each leaves α = √F, and together they keep F. */
  @Test
  protected final void levelsKeepTheFloorTogether() {
    BalanceRun run = run(new BalanceRules(DAY, 0.5, 100, false));
    int p = run.parent(ROOT, 1);
    int q = run.parent(ROOT, 1);
    int r = run.queue(ROOT, 1);
    int a = run.queue(p, 1);
    int b = run.queue(p, 1);
    int c = run.queue(q, 1);
    run.want(true, a).run(24).want(true, b, c, r).run(SETTLED);
    double leastFactor = Math.sqrt(0.5);
    assertThat(run.tree().balanceAt(p, 0)).isBetween(leastFactor - 1e-9, leastFactor + 0.02);
    assertThat(run.tree().balanceAt(a, 0)).isBetween(leastFactor - 1e-9, leastFactor + 0.02);
    assertThat(run.share(a)).isCloseTo(100.0 / 3 / 2 * 0.5, within(2.0));
    assertThat(run.share(c)).isCloseTo(100.0 / 3 * (3 - leastFactor) / 2, within(2.0));
  }

  /** Rival: held less ideal is nothing, as the ideal contains what idle siblings lend. */
  @Test
  protected final void rivalByIdealSharesRemembersNothing() {
    BalanceRun run = run(CONTENDED);
    int a = run.queue(ROOT, 1);
    int b = run.queue(ROOT, 1);
    int c = run.queue(ROOT, 1);
    run.want(true, a, b).run(0.5);
    double rival = 0.0;
    for (double hour = 0; hour < 24; hour += 0.25) {
      double held = run.coreHours(0.25, c);
      rival += held - IdealShare.of(run.tree()).usage(c)[0] * 0.25;
    }
    assertThat(rival).isZero();
    double ours = run.balances().book().get(c, 0) / 3600;
    double expected = -CORES / 3.0 * 24 / Math.log(2) * (1 - Math.pow(2, -24.5 / 24));
    assertThat(ours).isCloseTo(expected, within(-expected / 50));
  }
}
