// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.simulator.figures;

import io.github.yarnfair.simulator.run.QueueSample;
import io.github.yarnfair.simulator.run.RunObserver;
import io.github.yarnfair.simulator.run.RunQueue;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Distance of siblings' parts of their usage while they competed, decayed with a half-life, from
 * their weights: the purpose of a memory, measured alike with and without one. Siblings compete
 * where one has tasks waiting while another has, or holds more than its part. A distance is half
 * the sum of the absolute differences, 0 to 1, and the mean is over the time of competition.
 */
public final class DecayedParts implements RunObserver {
  private final RunQueue root;
  private final double halfLifeMillis;

  /** By path. */
  private final Map<String, Double> decayed = new HashMap<>();

  private final Map<String, QueueSample> now = new HashMap<>();
  private long last;
  private double distanceMillis;

  /** The part of it of queues below their weight that have no task waiting. */
  private double idleMillis;

  private double competedMillis;

  /** Begins to measure a run. */
  public DecayedParts(RunQueue root, long halfLifeMillis) {
    this.root = root;
    this.halfLifeMillis = (double) halfLifeMillis;
  }

  @Override
  public void sample(long time, List<QueueSample> queues, long[] used) {
    double passed = (double) (time - last);
    last = time;
    queues.forEach(queue -> now.put(queue.queue(), queue));
    double kept = Math.pow(2, -passed / halfLifeMillis);
    decayed.replaceAll((path, amount) -> amount * kept);
    root.subtree().forEach(queue -> add(queue.children(), passed));
  }

  private void add(List<RunQueue> siblings, double passed) {
    double weights = siblings.stream().mapToDouble(RunQueue::weight).sum();
    double held = siblings.stream().mapToDouble(this::held).sum();
    if (siblings.size() < 2 || !compete(siblings, weights, held)) {
      return;
    }
    siblings.forEach(each -> decayed.merge(each.path(), held(each) * passed, Double::sum));
    double together =
        siblings.stream().mapToDouble(each -> decayed.getOrDefault(each.path(), 0.0)).sum();
    if (together > 0) {
      double distance = 0;
      for (RunQueue each : siblings) {
        double part = decayed.getOrDefault(each.path(), 0.0) / together;
        double ahead = part - each.weight() / weights;
        distance += Math.abs(ahead) / 2;
        if (ahead < 0 && sample(each).pendingTasks() == 0) {
          idleMillis -= ahead * passed;
        }
      }
      distanceMillis += distance * passed;
      competedMillis += passed;
    }
  }

  private boolean compete(List<RunQueue> siblings, double weights, double held) {
    List<RunQueue> waiting =
        siblings.stream().filter(each -> sample(each).pendingTasks() > 0).toList();
    return waiting.size() > 1
        || (waiting.size() == 1
            && siblings.stream()
                .filter(each -> !each.equals(waiting.get(0)))
                .anyMatch(each -> held(each) > each.weight() / weights * held));
  }

  private double held(RunQueue queue) {
    return sample(queue).held();
  }

  private QueueSample sample(RunQueue queue) {
    return now.getOrDefault(queue.path(), new QueueSample(queue.path(), 0, 0, 0));
  }

  /** Returns the mean distance; 0 if no siblings have ever competed. */
  public double distance() {
    return competedMillis > 0 ? distanceMillis / competedMillis : 0;
  }

  /**
   * Returns the part of the distance of queues that have less than their weights and nothing
   * waiting, 0 to 1: no weight can serve these. What some have less is what the others have more.
   */
  public double idlePart() {
    return distanceMillis > 0 ? idleMillis / distanceMillis : 0;
  }

  /** Returns for how long siblings competed, in milliseconds, added up over all parents. */
  public double competedMillis() {
    return competedMillis;
  }
}
