// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.simulator.forecast;

import io.github.yarnfair.core.forecast.AgedTask;
import io.github.yarnfair.core.forecast.Bounds;
import io.github.yarnfair.core.forecast.ForwardRuns;
import io.github.yarnfair.core.forecast.StartBook;
import io.github.yarnfair.core.forecast.StartForecast;
import io.github.yarnfair.simulator.engine.PolicyCluster;
import io.github.yarnfair.simulator.engine.PolicyCluster.Entry;
import io.github.yarnfair.simulator.rule.Rule;
import io.github.yarnfair.simulator.run.QueueSample;
import io.github.yarnfair.simulator.run.RunJob;
import io.github.yarnfair.simulator.run.RunNode;
import io.github.yarnfair.simulator.run.RunObserver;
import io.github.yarnfair.simulator.run.TaskGroup;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Forecasts at each look of a run when the waiting jobs start their next tasks, by what a live
 * scheduler forecasts with, and compares each forecast with what happens then. A forecast knows
 * what has happened until it is made, and the ages of the tasks that run; not when these will end,
 * nor what will come.
 */
public final class StartForecasts implements RunObserver {
  private final Bounds bounds;
  private final StartBook<Integer> book;
  private final Map<Key, Placed> running = new LinkedHashMap<>();
  private final Map<Integer, Integer> left = new HashMap<>();
  private final StartOutcomes outcomes = new StartOutcomes();
  private @Nullable PolicyCluster cluster;
  private @Nullable Rule rule;

  private record Key(int job, int task) {}

  private record Placed(StartBook.Running<Integer> task, int group, int node) {}

  /**
   * Creates forecasts of a run in which nothing has happened.
   *
   * @param bounds of each forecast
   * @param seed of all that is random
   */
  public StartForecasts(Bounds bounds, long seed) {
    this.bounds = bounds;
    book = new StartBook<>(seed, outcomes::compared);
  }

  /** Names what is forecast. */
  void watch(PolicyCluster watched, Rule by) {
    cluster = watched;
    rule = by;
  }

  @Override
  public void jobSubmitted(long time, RunJob job) {
    left.put(job.index(), job.tasks());
  }

  @Override
  public void taskStarted(long time, RunJob job, int task, RunNode node) {
    StartBook.Running<Integer> started =
        new StartBook.Running<>(job.index(), job.queue(), /* isMaster= */ false, time);
    running.put(new Key(job.index(), task), new Placed(started, group(job, task), node.index()));
  }

  private static int group(RunJob job, int task) {
    int group = 0;
    int before = task;
    for (TaskGroup each : job.groups()) {
      if (before < each.count()) {
        return group;
      }
      before -= each.count();
      group++;
    }
    throw new IllegalArgumentException(job.id() + " has no task " + task);
  }

  @Override
  public void taskEnded(long time, RunJob job, int task, RunNode node, boolean preempted) {
    Placed placed = running.remove(new Key(job.index(), task));
    if (placed != null) {
      book.ended(placed.task, !preempted, time);
    }
    int remaining = left.getOrDefault(job.index(), 0) - (preempted ? 0 : 1);
    left.put(job.index(), remaining);
    if (remaining == 0) {
      left.remove(job.index());
      book.forget(job.index());
    }
  }

  /** Before what happens at this time: the share tree and the observed tasks are in step. */
  @Override
  public void sample(long time, List<QueueSample> queues, long[] used) {
    PolicyCluster of = cluster;
    Rule by = rule;
    if (of == null || by == null) {
      throw new IllegalStateException("nothing to forecast");
    }
    List<StartBook.Running<Integer>> tasks = running.values().stream().map(Placed::task).toList();
    book.compare(tasks);
    List<Entry> waiting = of.entries().stream().filter(e -> e.job().waiting() > 0).toList();
    book.keep(waiting.stream().map(e -> e.job().job().index()).collect(Collectors.toSet()));
    if (waiting.isEmpty() || book.durations() == 0) {
      outcomes.notKnown(waiting.size());
      return;
    }
    List<StartForecast> forecasts =
        forecasts(of, by, book.observed().lives(tasks, time), waiting, time);
    for (int i = 0; i < waiting.size(); i++) {
      int job = waiting.get(i).job().job().index();
      StartBook.Interval interval =
          book.made(job, waiting.get(i).job().job().queue(), time, forecasts.get(i));
      if (interval == null) {
        outcomes.notKnown(1);
      } else {
        outcomes.said(interval);
      }
    }
  }

  private List<StartForecast> forecasts(
      PolicyCluster of, Rule by, StartBook.Lives<Integer> lives, List<Entry> waiting, long time) {
    Map<Integer, Entry> byJob = new HashMap<>();
    of.entries().forEach(entry -> byJob.put(entry.job().job().index(), entry));
    List<AgedTask> aged = new ArrayList<>();
    for (Placed placed : running.values()) {
      StartBook.Running<Integer> task = placed.task;
      Entry owner = byJob.get(task.application());
      if (owner == null) {
        throw new IllegalStateException("job " + task.application() + " has ended");
      }
      long[] amounts = owner.demands()[placed.group];
      aged.add(
          new AgedTask(
              owner.leaf(),
              amounts,
              amounts,
              placed.node,
              time - task.createdAt(),
              lives.of(task.application(), task.queue(), /* isMaster= */ false)));
    }
    List<long[]> free = new ArrayList<>();
    for (int node = 0; node < of.nodes(); node++) {
      free.add(of.free(node));
    }
    return new ForwardRuns(
            of.tree(),
            by::over,
            free,
            aged,
            leaf -> {
              RunJob job = of.entry(leaf).job().job();
              return lives.of(job.index(), job.queue(), /* isMaster= */ false);
            })
        .of(waiting.stream().mapToInt(Entry::leaf).toArray(), bounds, time, () -> false);
  }

  /** Returns what came of the forecasts. */
  public StartOutcomes outcomes() {
    return outcomes;
  }
}
