// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.interleavings;

import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.jetbrains.kotlinx.lincheck.strategy.managed.ManagedStrategyGuaranteeKt.forClasses;

import org.jetbrains.kotlinx.lincheck.LinChecker;
import org.jetbrains.kotlinx.lincheck.LincheckAssertionError;
import org.jetbrains.kotlinx.lincheck.strategy.managed.modelchecking.ModelCheckingOptions;

/**
 * Calls the operations of a contract from two threads under many schedules of these threads. Each
 * schedule differs from the others in where one thread goes on in place of the other. The results
 * must be those of the same calls one after another, in an order that keeps each thread's own.
 */
public final class Schedules {
  private static final int SCHEDULES = Integer.getInteger("yarnfair.schedules", 10_000);

  /** Random sequences of calls; each is tried under an equal number of schedules. */
  private static final int SEQUENCES = 50;

  private static final int CALLS = 4;

  private Schedules() {}

  /** Fails with the calls and the schedule if results are possible under none of these orders. */
  public static void keep(Class<?> contract) {
    LinChecker.check(
        contract,
        new ModelCheckingOptions()
            .threads(2)
            .actorsPerThread(CALLS)
            .iterations(SEQUENCES)
            .invocationsPerIteration(SCHEDULES / SEQUENCES)
            .addGuarantee(forClasses(Schedules::isUsedByOneThread).allMethods().ignore()));
  }

  /** What has no lock of its own, or is Hadoop's: a thread goes through it without a change. */
  private static boolean isUsedByOneThread(String className) {
    return className.startsWith("org.apache.hadoop.")
        || className.startsWith("io.github.yarnfair.core.forecast.");
  }

  /**
   * Fails unless a schedule breaks the contract: those that are tried would find such a mistake.
   */
  public static void breakIt(Class<?> contract) {
    assertThatThrownBy(() -> keep(contract)).isInstanceOf(LincheckAssertionError.class);
  }
}
