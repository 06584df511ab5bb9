// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.simulator.figures;

import io.github.yarnfair.core.nodes.NodeChoice;
import io.github.yarnfair.simulator.engine.Contender;
import io.github.yarnfair.simulator.engine.RuleContender;
import io.github.yarnfair.simulator.engine.Sampling;
import io.github.yarnfair.simulator.rule.Rule;
import io.github.yarnfair.simulator.run.RunJob;
import io.github.yarnfair.simulator.run.RunNode;
import io.github.yarnfair.simulator.run.RunObserver;
import io.github.yarnfair.simulator.run.RunQueue;
import io.github.yarnfair.simulator.run.Workload;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/**
 * When jobs would complete if each leaf queue ran alone on nodes of its own: its part of them by
 * the weights, dealt out at random, as in the DRFH paper, section VI. In the queue DRF decides.
 */
public final class AloneBaseline {
  private final long[] completedAfter;

  private AloneBaseline(long[] completedAfter) {
    this.completedAfter = completedAfter;
  }

  /**
   * Runs each queue alone.
   *
   * @param seed of the dealing, and of the order in which nodes report
   * @param observers receive one run for each queue, with jobs and nodes of its own
   * @throws IOException never, as rules can run every workload
   */
  public static AloneBaseline of(
      Workload workload, RunQueue root, NodeChoice choice, long seed, List<RunObserver> observers)
      throws IOException {
    long[] completed = new long[workload.jobs().size()];
    Arrays.fill(completed, RunFigures.NOT_COMPLETE);
    List<RunNode> nodes = new ArrayList<>(workload.nodes());
    Collections.shuffle(nodes, new Random(seed));
    new Dealing(workload, new RuleContender(Rule.NAIVE, choice), seed, observers, completed)
        .deal(root, nodes);
    return new AloneBaseline(completed);
  }

  /**
   * The runs of the queues.
   *
   * @param completed receives the times, by job
   */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  private record Dealing(
      Workload workload,
      Contender contender,
      long seed,
      List<RunObserver> observers,
      long[] completed) {

    /** Deals nodes out to the queues below a queue, in proportion to their weights. */
    private void deal(RunQueue queue, List<RunNode> nodes) throws IOException {
      if (queue.isLeaf()) {
        runAlone(queue, nodes);
        return;
      }
      double sum = queue.children().stream().mapToDouble(RunQueue::weight).sum();
      double dealt = 0;
      for (RunQueue child : queue.children()) {
        double part = nodes.size() * child.weight() / sum;
        deal(child, nodes.subList((int) Math.round(dealt), (int) Math.round(dealt + part)));
        dealt += part;
      }
    }

    private void runAlone(RunQueue queue, List<RunNode> dealt) throws IOException {
      List<RunJob> own =
          workload.jobs().stream().filter(job -> job.queue().equals(queue.path())).toList();
      if (own.isEmpty() || dealt.isEmpty()) {
        return;
      }
      RunQueue unlimited =
          new RunQueue(
              queue.path(), 1, new long[0], queue.inOrder(), queue.users(), false, List.of());
      boolean isRoot = queue.path().equals(RunQueue.ROOT);
      RunSession session =
          new RunSession(
              new Workload(workload.resources(), nodes(dealt), jobs(own)),
              isRoot ? unlimited : RunQueue.of(RunQueue.ROOT, 1, unlimited),
              seed,
              Sampling.NONE);
      RunFigures figures = session.run(contender, observers).figures();
      for (int i = 0; i < own.size(); i++) {
        completed[own.get(i).index()] = figures.completedAfter(i);
      }
    }
  }

  private static List<RunNode> nodes(List<RunNode> dealt) {
    List<RunNode> nodes = new ArrayList<>();
    for (RunNode node : dealt) {
      nodes.add(new RunNode(nodes.size(), node.name(), node.machineClass(), node.capacity()));
    }
    return nodes;
  }

  private static List<RunJob> jobs(List<RunJob> own) {
    List<RunJob> jobs = new ArrayList<>();
    for (RunJob job : own) {
      jobs.add(
          new RunJob(
              jobs.size(), job.id(), job.queue(), job.user(), job.submitMillis(), job.groups()));
    }
    return jobs;
  }

  /**
   * Returns how many jobs complete later in a run than alone, or not at all. Jobs that do not
   * complete alone count as no worse.
   */
  public int worse(RunFigures shared) {
    int worse = 0;
    for (int job = 0; job < completedAfter.length; job++) {
      long after = shared.completedAfter(job);
      boolean isLater = after == RunFigures.NOT_COMPLETE || after > completedAfter[job];
      worse += completedAfter[job] != RunFigures.NOT_COMPLETE && isLater ? 1 : 0;
    }
    return worse;
  }
}
