// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.benchmarks.rpc.load;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.util.Map;
import java.util.TreeMap;
import org.apache.hadoop.util.StringUtils;

/**
 * Calls that have failed, counted by the first line of their exceptions. Numbers in it are not told
 * apart, so that thousands of nodes that fail alike make one entry. Thread-safe.
 */
final class CallFailures {
  @GuardedBy("this")
  private Map<String, Integer> counts = new TreeMap<>();

  synchronized void add(Exception failure) {
    String text = StringUtils.split(failure.toString(), '\n')[0];
    counts.merge(text.replaceAll("\\d+", "#"), 1, Integer::sum);
  }

  /** Returns how many calls have failed with each exception, and forgets them. */
  synchronized Map<String, Integer> take() {
    Map<String, Integer> taken = counts;
    counts = new TreeMap<>();
    return taken;
  }
}
