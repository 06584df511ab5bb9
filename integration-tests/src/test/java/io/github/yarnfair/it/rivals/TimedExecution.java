// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.it.rivals;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntSupplier;
import org.apache.hadoop.yarn.api.records.Resource;
import org.jspecify.annotations.Nullable;

/** The jobs of a timed run: which have started, what runs, which have ended. */
final class TimedExecution {
  private final SimulatedCluster cluster;
  private final Workload workload;
  private final List<TimedJob> trace;
  private final IntSupplier seconds;
  private final @Nullable TimedApplication[] applications;
  private final Integer[] ends;

  /** Starts nothing yet; {@code seconds} says how long the next task runs. */
  TimedExecution(
      SimulatedCluster cluster, Workload workload, List<TimedJob> trace, IntSupplier seconds) {
    this.cluster = cluster;
    this.workload = workload;
    this.trace = trace;
    this.seconds = seconds;
    applications = new TimedApplication[trace.size()];
    ends = new Integer[trace.size()];
  }

  /** Starts the jobs whose turn it is. */
  void start(int now) {
    for (int i = 0; i < applications.length; i++) {
      TimedJob job = trace.get(i);
      if (applications[i] == null && job.start() <= now && isFirstOfItsLeaf(i)) {
        Resource task = ResourceKind.task(workload.kinds(), job.spec().demand());
        applications[i] =
            new TimedApplication(job, new TaskRequests(cluster, job.leaf(), task), seconds);
      }
    }
  }

  private boolean isFirstOfItsLeaf(int job) {
    for (int i = 0; i < job; i++) {
      if (ends[i] == null && trace.get(i).leaf().equals(trace.get(job).leaf())) {
        return false;
      }
    }
    return true;
  }

  /** Lets the application masters of the jobs that have not ended report. */
  void heartbeat(int now) {
    for (int i = 0; i < applications.length; i++) {
      TimedApplication application = applications[i];
      if (application != null && ends[i] == null) {
        application.heartbeat(now);
        if (application.isDone()) {
          ends[i] = now;
        }
      }
    }
  }

  /** Returns whether all jobs have ended. */
  boolean isDone() {
    return Arrays.stream(ends).allMatch(end -> end != null);
  }

  /** Returns the second at which each job ended, in the order of the trace. */
  List<Integer> ends() {
    return List.of(ends);
  }

  /** Returns what runs and what waits. */
  TimedRun.Moment moment() {
    Map<String, Integer> running = new LinkedHashMap<>();
    cluster.leaves().forEach(leaf -> running.put(leaf, 0));
    List<String> waiting = new ArrayList<>();
    for (TimedApplication application : applications) {
      if (application != null) {
        running.merge(application.job().leaf(), application.running(), Integer::sum);
        if (application.isWaiting()) {
          waiting.add(application.job().leaf());
        }
      }
    }
    return new TimedRun.Moment(running, waiting);
  }

  /** Checks that the scheduler and the applications agree on what runs. */
  void checkBooks() {
    for (TimedApplication application : applications) {
      if (application != null && !application.agreesWithScheduler()) {
        throw new IllegalStateException(application.job() + ": the scheduler's books differ");
      }
    }
  }
}
