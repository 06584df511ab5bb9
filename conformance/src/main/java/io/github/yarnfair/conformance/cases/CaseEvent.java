// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.conformance.cases;

import io.github.yarnfair.conformance.adapter.Event;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.LongStream;

/** What happens in a case. After each event, free resources are offered, except after a check. */
public sealed interface CaseEvent {
  /**
   * Applications that ask alike.
   *
   * @param copies 0: one, of that name; else this number, with 1, 2, … behind the name
   */
  record Application(Event.Submit each, long copies) {
    /** Returns what is submitted, in its order. */
    public List<Event.Submit> submits() {
      return copies == 0
          ? List.of(each)
          : LongStream.rangeClosed(1, copies)
              .mapToObj(copy -> each.named(each.application() + copy))
              .toList();
    }
  }

  /** Applications are submitted at the same moment, in this order. */
  record Submit(List<Application> applications) implements CaseEvent {}

  /** Tasks of an application end and are not asked for again, the lowest-numbered node first. */
  record End(String application, long tasks) implements CaseEvent {}

  /** Applications leave with all their tasks. */
  record Leave(List<String> applications) implements CaseEvent {}

  /** A queue's weight changes. */
  record Weight(String queue, double weight) implements CaseEvent {}

  /**
   * In each round, tasks of each application in the order of submission end and are asked for
   * again.
   *
   * @param rounds how often
   * @param batch 0: what ends is offered at once, task by task; else up to that many tasks of each
   *     application end before free resources are offered
   * @param streams queues whose applications do not ask again: one whose last task has ended
   *     leaves, and an equal one is submitted
   */
  record Churn(long rounds, long batch, Set<String> streams) implements CaseEvent {}

  /**
   * Each queue or application is to hold a number of tasks.
   *
   * @param moment its name, unique in the case
   * @param holds by queue or application; under {@link #PREEMPTED}, tasks preempted so far
   * @param tolerance in whole tasks
   */
  record Expect(String moment, Map<String, Long> holds, long tolerance) implements CaseEvent {
    /** No name of a queue or an application in a case of preemption. */
    public static final String PREEMPTED = "preempted";
  }
}
