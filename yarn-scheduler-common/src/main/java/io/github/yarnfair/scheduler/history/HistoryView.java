// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.history;

import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The history of the queues directly below one, no more figures than a plot can show. Fractions are
 * in hundredths of a percent, times in milliseconds since 1970.
 *
 * @param parent full path of the queue above
 * @param parents all queues that had some below them, by path
 * @param times at most {@link #MOST_TIMES}, ascending; a figure is the mean of the samples up to
 *     the next time
 * @param queues the queue above, then those below it, the largest first, at most {@link
 *     #MOST_QUEUES}
 * @param omitted how many further queues are below it
 * @param used by resource type and time, the part of the capacity that was held
 * @param stranded by resource type and time, the part of the capacity that was free on nodes where
 *     no waiting request fitted
 * @param waits for their masters, of applications that started within the history
 * @param nodes some of the nodes
 * @param end the present
 */
public record HistoryView(
    String parent,
    List<String> parents,
    List<Long> times,
    List<Series> queues,
    int omitted,
    List<List<Integer>> used,
    List<List<Integer>> stranded,
    List<Waits> waits,
    List<Node> nodes,
    long end) {
  /** Most times. */
  public static final int MOST_TIMES = 240;

  /** Most queues below the one above. */
  public static final int MOST_QUEUES = 100;

  /** Names of the classes of applications by the containers that they have received. */
  public static final List<String> SIZES =
      List.of("1 container", "2 to 10", "11 to 100", "more than 100");

  /**
   * The shares of a queue by time; null where it was not there.
   *
   * @param path full path
   * @param balance what it held more than its part in the past, by what the part comes to in the
   *     time that is remembered; null where shares had no memory
   */
  public record Series(
      String path,
      List<@Nullable Integer> held,
      List<@Nullable Integer> ideal,
      List<@Nullable Integer> balance) {

    /** Returns whether shares had a memory at some time. */
    public boolean hasBalance() {
      return balance.stream().anyMatch(Objects::nonNull);
    }
  }

  /**
   * How long applications of a queue, and of those below it, waited for their masters.
   *
   * @param queue position of the queue in {@link #queues}
   * @param size position of the class in {@link #SIZES}
   * @param count number of applications
   * @param quantiles 5, 25, 50, 75, 95 and 100 %, in milliseconds
   */
  public record Waits(int queue, int size, int count, List<Long> quantiles) {}

  /**
   * A node with what ran on it.
   *
   * @param running by time, the mean number of containers that ran
   */
  public record Node(String name, List<Double> running, List<Bar> bars) {}

  /**
   * A container on a node.
   *
   * @param queue position in {@link #queues} of its queue or of the one above it; 0 if there is
   *     none
   * @param length until its end, or until now, in milliseconds
   */
  public record Bar(int queue, long start, long length, boolean preempted) {}
}
