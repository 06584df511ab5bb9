// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.testing;

import io.github.yarnfair.core.nodes.NodeChoice;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * What half of the random clusters have besides: node choices, queues that serve in order, created
 * queues, limits of running applications, gangs, priorities, users of their own and second
 * attempts.
 */
final class WaitingFeatures {
  private static final String CREATING = "root.c";

  private final Random random;
  private final boolean areOn;
  private final boolean areCreated;

  WaitingFeatures(Random random) {
    this.random = random;
    areOn = random.nextBoolean();
    areCreated = areOn && chance(3);
  }

  private boolean chance(int oneOf) {
    return random.nextInt(oneOf) == 0;
  }

  private <T> T any(List<T> list) {
    return list.get(random.nextInt(list.size()));
  }

  void configure(SchedulerConf conf, List<String> leaves) {
    if (!areOn) {
      return;
    }
    if (chance(2)) {
      conf.option("node-choice", any(List.of(NodeChoice.values())).configured());
    }
    for (String leaf : leaves) {
      if (areCreated && leaf.equals(CREATING)) {
        conf.set(leaf + ".auto-queue-creation-v2.enabled", true).unset(leaf + ".user-limit-factor");
        continue;
      }
      if (chance(4)) {
        conf.set(leaf + ".ordering-policy", "fifo");
      }
      if (chance(6)) {
        conf.set(leaf + ".max-parallel-apps", 1 + random.nextInt(2));
      }
    }
    if (chance(6)) {
      conf.set("root.a.max-parallel-apps", 2);
    }
  }

  /** Submits an application to a leaf queue, or to one that is created below it. */
  SchedulerTestApp submit(SchedulerFixture cluster, String leaf) {
    if (!areOn) {
      return cluster.submit(leaf);
    }
    String queue = areCreated && leaf.equals(CREATING) ? leaf + any(List.of(".u", ".v")) : leaf;
    if (chance(6)) {
      return cluster.submitTagged(queue, "gang=" + (2 + random.nextInt(3)));
    }
    return chance(3)
        ? cluster.submitAs(any(List.of("ann", "ben")), queue)
        : cluster.submit(queue, chance(3) ? random.nextInt(3) : 0);
  }

  /** Lets some attempts fail, with what they ask for; returns the applications whose have. */
  List<SchedulerTestApp> failSome(SchedulerFixture cluster) {
    List<SchedulerTestApp> failed = new ArrayList<>();
    for (SchedulerTestApp app : cluster.apps()) {
      if (areOn && chance(6)) {
        boolean keeps = random.nextBoolean();
        if (keeps) {
          app.keepsContainers();
        }
        app.failAttempt(keeps);
        app.addAttempt(keeps);
        failed.add(app);
      }
    }
    return failed;
  }
}
