// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.simulator.engine;

import io.github.yarnfair.simulator.run.RunJob;
import io.github.yarnfair.simulator.run.TaskGroup;
import io.github.yarnfair.simulator.run.Workload;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;

/**
 * The clock of a run: jobs are submitted and tasks end, in order of time; at equal times ends come
 * first, in the order of the starts. After the events of one moment room is handed out.
 */
public final class EventLoop {
  private static final long NEVER = Long.MAX_VALUE;

  private final List<RunJob> jobs;
  private final RunBooks books;
  private final long until;
  private final PriorityQueue<End> ends =
      new PriorityQueue<>(Comparator.comparingLong(End::time).thenComparingLong(End::number));
  private int submitted;
  private long starts;
  private long last;

  private record End(long time, long number, LiveJob job, int group, int task, int node) {}

  /**
   * Creates the loop before the first event.
   *
   * @param books receives all events
   */
  public EventLoop(Workload workload, RunBooks books) {
    this(workload, books, NEVER);
  }

  /**
   * Creates the loop before the first event.
   *
   * @param books receives all events
   * @param until when the run ends even if events are left, in milliseconds
   */
  EventLoop(Workload workload, RunBooks books, long until) {
    jobs = workload.jobs();
    this.books = books;
    this.until = until;
  }

  /**
   * Runs until no event is left, or the time is up.
   *
   * @return the time that handing out room took, in nanoseconds
   */
  public long run(Placing placing) {
    long spent = 0;
    for (long now = nextEvent(); now < until; now = nextEvent()) {
      books.advance(now);
      takeIn(now, placing);
      long begin = System.nanoTime();
      placing.serve(now, this);
      spent += System.nanoTime() - begin;
      last = Math.max(last, now);
    }
    books.end(until == NEVER ? last : until);
    return spent;
  }

  /**
   * Returns when the next event is due, in milliseconds; {@link Long#MAX_VALUE} if none is. The end
   * of a run whose time is limited is an event.
   */
  public long nextEvent() {
    long end = ends.isEmpty() ? until : Math.min(until, ends.element().time);
    return submitted == jobs.size() ? end : Math.min(end, jobs.get(submitted).submitMillis());
  }

  private void takeIn(long now, Placing placing) {
    while (!ends.isEmpty() && ends.element().time <= now) {
      End end = ends.remove();
      books.ended(now, end.job, end.group, end.task, end.node);
      placing.ended(end.job, end.group, end.task, end.node, now);
    }
    while (submitted < jobs.size() && jobs.get(submitted).submitMillis() <= now) {
      LiveJob job = new LiveJob(jobs.get(submitted++));
      books.submitted(now, job);
      placing.submitted(job, now);
    }
  }

  /**
   * The next task of a group starts on a node; returns its number.
   *
   * @param time in milliseconds, not after the next event
   */
  public int start(long time, LiveJob job, int group, int node) {
    books.advance(time);
    int task = books.started(time, job, group, node);
    long duration = job.job().groups().get(group).durationMillis();
    long end = duration == TaskGroup.ENDLESS ? NEVER : time + duration;
    ends.add(new End(end, starts++, job, group, task, node));
    return task;
  }

  /** Returns how many tasks have been started. */
  public long starts() {
    return starts;
  }
}
