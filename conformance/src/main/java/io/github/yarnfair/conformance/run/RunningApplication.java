// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.conformance.run;

import io.github.yarnfair.conformance.adapter.Event;
import java.util.Map;
import java.util.TreeMap;

/** An application's tasks. */
final class RunningApplication {
  private final Event.Submit submitted;
  private long pending;
  private long started;

  /** By number of the node, which its name ends with. */
  private final TreeMap<Integer, Long> byNode = new TreeMap<>();

  RunningApplication(Event.Submit submitted) {
    this.submitted = submitted;
    pending = submitted.tasks();
  }

  /** Returns how it was submitted. */
  Event.Submit submitted() {
    return submitted;
  }

  String name() {
    return submitted.application();
  }

  String queue() {
    return submitted.queue();
  }

  Map<String, Long> demand() {
    return submitted.demand();
  }

  long pending() {
    return pending;
  }

  long running() {
    return byNode.values().stream().mapToLong(Long::longValue).sum();
  }

  /** Returns whether some of a gang have started, and not all. */
  boolean hasPartOfGang() {
    return started > 0 && started < submitted.gang();
  }

  /** Returns how many tasks have started so far. */
  long started() {
    return started;
  }

  void start(String node) {
    started++;
    if (pending != Event.ENDLESS) {
      pending--;
    }
    byNode.merge(number(node), 1L, Long::sum);
  }

  /** Ends a task on a node, if there is one, which is pending again; returns whether it was. */
  boolean preempt(String node) {
    if (!byNode.containsKey(number(node))) {
      return false;
    }
    end(number(node), true);
    return true;
  }

  /** Ends a task on the lowest-numbered node that has one, and returns that node. */
  String end(boolean again) {
    int node = byNode.firstKey();
    end(node, again);
    return "node" + node;
  }

  private void end(int node, boolean again) {
    byNode.computeIfPresent(node, (key, tasks) -> tasks == 1 ? null : tasks - 1);
    if (again && pending != Event.ENDLESS) {
      pending++;
    }
  }

  private static int number(String node) {
    return Integer.parseInt(node.substring("node".length()));
  }
}
