// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.simulator.stream;

import static io.github.yarnfair.simulator.stream.StreamBuilder.needs;
import static io.github.yarnfair.simulator.table.Markdown.format;

import io.github.yarnfair.simulator.run.RunQueue;
import io.github.yarnfair.simulator.run.RunUsers;
import io.github.yarnfair.simulator.run.TaskGroup;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * The streams that rules are compared by: whole tasks, and more applications than tasks can run.
 * The cluster has 100 vcores, 400 GB and 20 GPUs on four nodes, and each department asks for more
 * than its share soon after the start, so that the ideal shares follow from the weights.
 */
public final class Streams {
  private static final long[] SMALL = needs(1, 1, 0);
  private static final long[] GPU = needs(1, 1, 1);
  private static final long[] GPU_ALONE = needs(0, 1, 1);
  private static final int USERS = 200;

  private final long seed;
  private final List<JobStream> all = new ArrayList<>();

  private Streams(long seed) {
    this.seed = seed;
  }

  /** Returns all streams; equal seeds give equal streams. */
  public static List<JobStream> all(long seed) {
    Streams streams = new Streams(seed);
    streams.addSmallBesideSmall();
    streams.addSmallBesideLarge();
    streams.addUsers();
    streams.addSizes();
    streams.addGpus();
    streams.addGpusBelow();
    streams.addSplit();
    return streams.all;
  }

  private StreamBuilder builder(String name) {
    return new StreamBuilder(name, seed);
  }

  private static RunQueue queue(String name, double weight, RunQueue... children) {
    return RunQueue.of(RunQueue.ROOT + "." + name, weight, children);
  }

  private static Function<StreamBuilder, List<TaskGroup>> job(int tasks, long... needs) {
    return builder -> List.of(builder.tasks(tasks, needs));
  }

  /** Two departments of jobs that are much smaller than their shares. */
  private void addSmallBesideSmall() {
    addRates("one-task", "one task a job", 1, 2, 0.5, job(1, SMALL));
    addRates("one-task-1-3", "one task a job", 3, 2, 1, job(1, SMALL));
    addRates("three-tasks", "three tasks a job", 1, 0.8, 0.2, job(3, SMALL));
    addRates("twenty-tasks", "twenty tasks a job", 1, 0.1, 0.025, job(20, SMALL));
    Function<StreamBuilder, List<TaskGroup>> masterAndFive =
        builder -> List.of(builder.tasks(1, needs(1, 2, 0)), builder.tasks(5, needs(1, 3, 0)));
    addRates("masters", "a master and five tasks a job", 1, 0.4, 0.1, masterAndFive);
    addRates("masters-1-3", "a master and five tasks a job", 3, 0.4, 0.2, masterAndFive);
  }

  private void addRates(
      String name,
      String job,
      double weightOfB,
      double perSecondA,
      double perSecondB,
      Function<StreamBuilder, List<TaskGroup>> jobs) {
    String meaning =
        format(
            "a: %s jobs a second, b: %s; %s; weights 1 : %.0f",
            perSecondA, perSecondB, job, weightOfB);
    all.add(
        builder(name)
            .arriving("root.a", perSecondA, jobs)
            .arriving("root.b", perSecondB, jobs)
            .build(name, meaning, queue("a", 1), queue("b", weightOfB)));
  }

  /** Many small jobs in one department, a few large ones in the other. */
  private void addSmallBesideLarge() {
    addLarge("beside-four", 1, 4, 1_000);
    addLarge("beside-one", 1, 1, 4_000);
    addLarge("beside-one-1-9", 9, 1, 4_000);
  }

  private void addLarge(String name, double weightOfB, int jobs, int tasks) {
    String meaning =
        format(
            "a: two one-task jobs a second; b: %s of %,d tasks; weights 1 : %.0f",
            jobs == 1 ? "a job" : jobs + " jobs", tasks, weightOfB);
    all.add(
        builder(name)
            .arriving("root.a", 2, job(1, SMALL))
            .atStart("root.b", jobs, tasks, SMALL)
            .build(name, meaning, queue("a", 1), queue("b", weightOfB)));
  }

  /** The small jobs are of many users, each with a queue or each with a part of the queue. */
  private void addUsers() {
    RunQueue[] queues = new RunQueue[USERS];
    for (int user = 0; user < USERS; user++) {
      queues[user] = queue("a.user" + user, 1);
    }
    addUsers("user-queues", "each with a queue", queue("a", 1, queues), "root.a.user%d");
    RunUsers divided = new RunUsers(true, null, Map.of());
    RunQueue shared = new RunQueue("root.a", 1, new long[0], false, divided, false, List.of());
    addUsers("users", "as shares of one queue", shared, "root.a");
  }

  private void addUsers(String name, String how, RunQueue a, String queueOfUser) {
    String meaning =
        "a: two one-task jobs a second of %d users, %s; b: a job of 4,000 tasks"
            .formatted(USERS, how);
    RunQueue b = queue("b", 1);
    all.add(
        builder(name)
            .arriving(2, user -> queueOfUser.formatted(user), USERS, job(1, SMALL))
            .atStart("root.b", 1, 4_000, SMALL)
            .build(name, meaning, RunQueue.of(RunQueue.ROOT, 1, a, b), List.of(a, b)));
  }

  /** Tasks of several sizes. */
  private void addSizes() {
    Function<StreamBuilder, List<TaskGroup>> anySize =
        b -> List.of(b.tasks(1, needs(b.between(1, 4), b.between(1, 16), 0)));
    all.add(
        builder("sizes")
            .arriving("root.a", 1.5, anySize)
            .atStart("root.b", 1, 1_000, needs(1, 2, 0))
            .atStart("root.b", 1, 1_000, needs(2, 8, 0))
            .atStart("root.b", 1, 1_000, needs(1, 8, 0))
            .atStart("root.b", 1, 1_000, needs(4, 4, 0))
            .build(
                "sizes",
                "a: three one-task jobs in two seconds of 1 to 4 vcores and 1 to 16 GB; b: four jobs of"
                    + " 1,000 tasks",
                queue("a", 1),
                queue("b", 1)));
    all.add(
        builder("memory")
            .arriving("root.a", 2, job(1, needs(1, 10, 0)))
            .atStart("root.b", 4, 1_000, SMALL)
            .build(
                "memory",
                "a: two one-task jobs a second of 10 GB; b: four jobs of 1,000 tasks of 1 GB",
                queue("a", 1),
                queue("b", 1)));
  }

  /** GPUs and CPUs. */
  private void addGpus() {
    all.add(
        builder("cpus-and-gpus")
            .arriving("root.a", 2, job(1, SMALL))
            .arriving("root.a", 0.5, job(1, GPU))
            .atStart("root.b", 1, 4_000, SMALL)
            .atStart("root.b", 1, 1_000, GPU)
            .build(
                "cpus-and-gpus",
                "a: two one-task CPU jobs a second and half a one-task GPU job; b: a CPU job of 4,000"
                    + " tasks and a GPU job of 1,000",
                queue("a", 1),
                queue("b", 1)));
    all.add(
        withLarge("gpus-beside", GPU)
            .build(
                "gpus-beside",
                "a: two one-task jobs a second; b: a job of 4,000 tasks; c: one of 1,000 tasks of a"
                    + " GPU and a vcore",
                queue("a", 1),
                queue("b", 1),
                queue("c", 1)));
    all.add(
        withLarge("gpus-held", GPU_ALONE)
            .build(
                "gpus-held",
                "a: two one-task jobs a second; b: a job of 4,000 tasks; c: one of 1,000 tasks of a"
                    + " GPU and no vcore, which holds all GPUs",
                queue("a", 1),
                queue("b", 1),
                queue("c", 1)));
  }

  /** A rule that compares queues by all that they hold starves the small jobs below a. */
  private void addGpusBelow() {
    all.add(
        builder("gpus-below")
            .arriving("root.a.cpus", 2, job(1, SMALL))
            .atStart("root.b", 1, 4_000, SMALL)
            .atStart("root.a.gpus", 1, 1_000, GPU_ALONE)
            .build(
                "gpus-below",
                "a.cpus: two one-task jobs a second; a.gpus: a job that holds all GPUs and no vcore;"
                    + " b: a job of 4,000 tasks",
                queue("a", 1, queue("a.cpus", 1), queue("a.gpus", 1)),
                queue("b", 1)));
  }

  private StreamBuilder withLarge(String name, long... needsOfC) {
    return builder(name)
        .arriving("root.a", 2, job(1, SMALL))
        .atStart("root.b", 1, 4_000, SMALL)
        .atStart("root.c", 1, 1_000, needsOfC);
  }

  /** A department that submits its job in pieces. */
  private void addSplit() {
    addSplit("whole", 1, 4_000);
    addSplit("split", 1_000, 4);
  }

  private void addSplit(String name, int jobs, int tasks) {
    all.add(
        builder(name)
            .atStart("root.a", 1, 4_000, SMALL)
            .atStart("root.b", jobs, tasks, SMALL)
            .build(
                name,
                format(
                    "a: a job of 4,000 tasks; b: %s of %,d",
                    jobs == 1 ? "one" : format("%,d jobs", jobs), tasks),
                queue("a", 1),
                queue("b", 1)));
  }
}
