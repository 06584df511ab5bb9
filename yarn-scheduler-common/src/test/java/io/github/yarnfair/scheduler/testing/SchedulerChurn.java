// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.testing;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.apache.hadoop.yarn.api.records.Container;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.api.records.ResourceInformation;

/**
 * Applications whose tasks end and are asked for again all the time, on a cluster that is full:
 * what each of them holds on average is what a scheduler gives it in the long run.
 */
public final class SchedulerChurn {
  private final SchedulerFixture cluster;
  private final Random random;
  private final Map<String, SchedulerTestApp> apps = new LinkedHashMap<>();
  private final Map<String, Resource> shapes = new LinkedHashMap<>();
  private final Map<String, Double> sums = new LinkedHashMap<>();
  private int samples;

  public SchedulerChurn(SchedulerFixture cluster, Random random) {
    this.cluster = cluster;
    this.random = random;
  }

  /** Starts an application of endless tasks and returns it. */
  public SchedulerTestApp endless(String name, String queue, Resource task) {
    return endless(name, cluster.submit(queue), task);
  }

  /** Lets an application have endless tasks, and returns it. */
  public SchedulerTestApp endless(String name, SchedulerTestApp app, Resource task) {
    apps.put(name, app);
    shapes.put(name, task);
    app.ask(task, 10_000);
    return app;
  }

  public void leave(String name) {
    apps.remove(name).finish();
  }

  /** Fills the cluster without any task ending. */
  public void fill() {
    cluster.rounds(3);
  }

  /**
   * Lets tasks end at random, a few at a time, and samples every application's dominant share.
   *
   * @param rounds how often some tasks end and every node reports
   * @param warmUp how many of these rounds are not sampled
   */
  public void churn(int rounds, int warmUp) {
    sums.clear();
    samples = 0;
    for (int i = 0; i < rounds; i++) {
      endSomeTasks();
      cluster.round();
      if (i >= warmUp) {
        apps.forEach((name, app) -> sums.merge(name, share(app), Double::sum));
        samples++;
      }
    }
  }

  /** Returns an application's dominant share of the cluster, averaged over the samples. */
  public double averageShare(String name) {
    return sums.getOrDefault(name, 0.0) / samples;
  }

  public double shareNow(String name) {
    return share(apps.get(name));
  }

  private void endSomeTasks() {
    List<Container> running = new ArrayList<>();
    Map<Container, SchedulerTestApp> owner = new LinkedHashMap<>();
    for (SchedulerTestApp app : apps.values()) {
      for (Container container : app.containers()) {
        running.add(container);
        owner.put(container, app);
      }
    }
    for (int i = 0; i < Math.max(1, running.size() / 10) && !running.isEmpty(); i++) {
      Container ended = running.remove(random.nextInt(running.size()));
      owner.get(ended).complete(ended);
    }
    apps.forEach((name, app) -> app.ask(shapes.get(name), 10_000));
  }

  private double share(SchedulerTestApp app) {
    Resource total = cluster.scheduler.getClusterResource();
    Resource held = app.held();
    double share = 0;
    for (ResourceInformation information : total.getResources()) {
      long of = information.getValue();
      if (of > 0) {
        share = Math.max(share, (double) held.getResourceValue(information.getName()) / of);
      }
    }
    return share;
  }
}
