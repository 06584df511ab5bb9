// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.it.rivals;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.function.IntSupplier;
import org.apache.hadoop.yarn.api.records.Container;
import org.apache.hadoop.yarn.api.records.ContainerId;

/** The application master of a job whose tasks end by themselves after some seconds. */
final class TimedApplication {
  private final TimedJob job;
  private final TaskRequests requests;
  private final IntSupplier seconds;
  private final List<Task> running = new ArrayList<>();

  private record Task(ContainerId container, int end) {}

  /** Wants all tasks of the job; {@code seconds} says how long the next one runs. */
  TimedApplication(TimedJob job, TaskRequests requests, IntSupplier seconds) {
    this.job = job;
    this.requests = requests;
    this.seconds = seconds;
    requests.want(job.spec().tasks());
  }

  /** Reports the tasks that have ended, starts one in each container given, and asks for more. */
  void heartbeat(int now) {
    if (now >= job.stop()) {
      requests.want(0);
    }
    List<ContainerId> ended = new ArrayList<>();
    for (Iterator<Task> tasks = running.iterator(); tasks.hasNext(); ) {
      Task next = tasks.next();
      if (next.end() <= now) {
        ended.add(next.container());
        tasks.remove();
      }
    }
    for (Container container : requests.allocate(ended)) {
      running.add(new Task(container.getId(), now + seconds.getAsInt()));
    }
  }

  /** Returns how many tasks run. */
  int running() {
    return running.size();
  }

  /** Returns whether more tasks wait. */
  boolean isWaiting() {
    return requests.pending() > 0;
  }

  /** Returns whether all tasks have ended. */
  boolean isDone() {
    return requests.pending() == 0 && running.isEmpty();
  }

  /** Returns the job. */
  TimedJob job() {
    return job;
  }

  /** Returns whether the scheduler and the application agree on what runs. */
  boolean agreesWithScheduler() {
    return requests.areRunning(running.size());
  }
}
