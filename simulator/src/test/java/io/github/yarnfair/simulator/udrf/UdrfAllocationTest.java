// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.simulator.udrf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.commons.math3.fraction.BigFraction;
import org.junit.jupiter.api.Test;

/** The paper's example, and instances computed by hand. */
class UdrfAllocationTest {
  /**
   * Figure 1 in halves: CPUs and memory of the classes hadoop, standard, public IP and high memory.
   */
  private static final long[] PAPER = {112, 128, 32, 80, 24, 48, 50, 64};

  private static final List<UdrfUser> PAPER_USERS =
      List.of(
          user(job(0, 2, 2), job(2, 2, 4)),
          user(sum(job(2, 2, 2), job(4, 1, 1))),
          user(job(4, 2, 8)),
          user(job(6, 2, 2)));

  @Test
  void paperFormGivesTheJobsOfFigure4() {
    UdrfAllocation allocation = UdrfAllocation.of(PAPER, PAPER_USERS, UdrfForm.PAPER);
    assertThat(jobs(allocation, PAPER_USERS)).containsExactly("28", "8", "8", "5", "25");
    assertThat(shares(allocation)).containsExactly("1 / 2", "1 / 2", "5 / 6", "1");
    assertThat(allocation.clusters()).containsExactly(List.of(0, 1, 2), List.of(3));
  }

  @Test
  void workConservingFormLeavesNothingThatAJobCouldUse() {
    UdrfAllocation allocation = UdrfAllocation.of(PAPER, PAPER_USERS, UdrfForm.WORK_CONSERVING);
    assertThat(jobs(allocation, PAPER_USERS)).containsExactly("56", "8", "8", "5", "25");
    assertThat(allocation.left(0)).isEqualTo(BigFraction.ZERO);
  }

  @Test
  void line14AsPrintedGivesJob1Ten() {
    List<UdrfUser> cluster = PAPER_USERS.subList(0, 3);
    assertThat(PrintedLoop.firstRound(PAPER, cluster, true)[0][0]).isEqualTo(new BigFraction(10));
    assertThat(PrintedLoop.firstRound(PAPER, cluster, false)[0][0]).isEqualTo(new BigFraction(28));
  }

  /** The first job is bounded by the second pair; the second one's 3 would need 6 + 2 of 6. */
  @Test
  void innerLoopRespectsWhatIsLeft() {
    long[] capacity = {6, 2};
    List<UdrfUser> users = List.of(user(new long[] {3, 3}, new long[] {2, 0}));
    BigFraction[][] printed = PrintedLoop.firstRound(capacity, users, false);
    assertThat(PrintedLoop.left(capacity, users, printed)[0]).isEqualTo(new BigFraction(-2));
    UdrfAllocation allocation = UdrfAllocation.of(capacity, users, UdrfForm.PAPER);
    assertThat(jobs(allocation, users)).containsExactly("2 / 3", "2");
    assertThat(allocation.left(0)).isEqualTo(BigFraction.ZERO);
  }

  /** Half of each pair each in the first round; the first user has 3 more in the second. */
  @Test
  void laterRoundsAddToEarlierOnes() {
    List<UdrfUser> users =
        List.of(user(new long[] {1, 0}), user(new long[] {1, 1}), user(new long[] {0, 1}));
    UdrfAllocation allocation = UdrfAllocation.of(new long[] {12, 6}, users, UdrfForm.PAPER);
    assertThat(jobs(allocation, users)).containsExactly("9", "3", "3");
  }

  /**
   * The paper's rounds leave 5 of 16 of the third pair, which two jobs could use. The user with the
   * share 1/4 has 3 of it, up to the other's 7/16, and the rest is divided.
   */
  @Test
  void restGoesToTheLeastShareFirst() {
    List<UdrfUser> users =
        List.of(
            user(new long[] {1, 0, 0}, new long[] {0, 0, 1}),
            user(new long[] {0, 1, 0}, new long[] {0, 0, 1}),
            user(new long[] {2, 1, 0}),
            user(new long[] {1, 0, 0}),
            user(new long[] {1, 0, 0}),
            user(new long[] {0, 1, 0}));
    long[] capacity = {16, 16, 16};
    UdrfAllocation paper = UdrfAllocation.of(capacity, users, UdrfForm.PAPER);
    assertThat(jobs(paper, users)).containsExactly("4", "4", "7", "7", "2", "4", "4", "7");
    UdrfAllocation all = UdrfAllocation.of(capacity, users, UdrfForm.WORK_CONSERVING);
    assertThat(jobs(all, users)).containsExactly("4", "8", "7", "8", "2", "4", "4", "7");
  }

  @Test
  void jobsThatNeedWhatTheClusterHasNothingOfNeverRun() {
    List<UdrfUser> users =
        List.of(user(new long[] {1, 1}, new long[] {1, 0}), user(new long[] {0, 1}));
    for (UdrfForm form : UdrfForm.values()) {
      UdrfAllocation allocation = UdrfAllocation.of(new long[] {4, 0}, users, form);
      assertThat(jobs(allocation, users)).containsExactly("0", "4", "0");
      assertThat(allocation.clusters()).containsExactly(List.of(0), List.of(1));
    }
  }

  @Test
  void withoutUsersNothingIsAllocated() {
    assertThat(UdrfAllocation.of(PAPER, List.of(), UdrfForm.WORK_CONSERVING).clusters()).isEmpty();
  }

  @Test
  void badNumbersAreRefused() {
    assertThatThrownBy(() -> user(new long[] {1, -1}))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("[1, -1]: amounts must not be negative");
    assertThatThrownBy(() -> user(new long[] {0, 0}))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("[0, 0]: expected a job that needs something");
    assertThatThrownBy(
            () -> UdrfAllocation.of(new long[] {1, 1}, List.of(user(job(1, 2))), UdrfForm.PAPER))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("[0, 2, 0, 0, 0, 0, 0, 0]: expected 2 amounts");
    assertThatThrownBy(() -> UdrfAllocation.of(new long[] {-1}, List.of(), UdrfForm.PAPER))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("[-1]: amounts must not be negative");
  }

  private static UdrfUser user(long[]... jobs) {
    return new UdrfUser(List.of(jobs));
  }

  /** Returns a vector of the paper's length with amounts from a pair on. */
  private static long[] job(int pair, long... amounts) {
    long[] job = new long[PAPER.length];
    System.arraycopy(amounts, 0, job, pair, amounts.length);
    return job;
  }

  private static long[] sum(long[] one, long[] other) {
    return IntStream.range(0, one.length).mapToLong(p -> one[p] + other[p]).toArray();
  }

  private static List<String> jobs(UdrfAllocation allocation, List<UdrfUser> users) {
    return IntStream.range(0, users.size())
        .boxed()
        .flatMap(u -> jobsOf(allocation, u, users.get(u).jobs().size()))
        .toList();
  }

  private static Stream<String> jobsOf(UdrfAllocation allocation, int user, int jobs) {
    return IntStream.range(0, jobs).mapToObj(job -> allocation.jobs(user, job).toString());
  }

  private static List<String> shares(UdrfAllocation allocation) {
    return IntStream.range(0, PAPER_USERS.size())
        .mapToObj(user -> allocation.share(user).toString())
        .toList();
  }
}
