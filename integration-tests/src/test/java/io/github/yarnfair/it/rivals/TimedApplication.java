/*
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *     http://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */
package io.github.yarnfair.it.rivals;

import io.github.yarnfair.core.Demand;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.function.IntSupplier;
import org.apache.hadoop.yarn.api.records.ApplicationAttemptId;
import org.apache.hadoop.yarn.api.records.Container;
import org.apache.hadoop.yarn.api.records.ContainerId;
import org.apache.hadoop.yarn.api.records.Priority;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.api.records.ResourceRequest;

/** The application master of a job whose tasks end by themselves after some seconds. */
final class TimedApplication {
  private static final Priority PRIORITY = Priority.newInstance(1);

  /** An endless job always asks for so many more. */
  private static final int ENDLESS_ASK = 2_000;

  private final SimulatedResourceManager resourceManager;
  private final ApplicationAttemptId attempt;
  private final TimedJob job;
  private final Resource task;
  private final IntSupplier seconds;
  private final List<Task> running = new ArrayList<>();
  private long pending;
  private int asked;

  private record Task(ContainerId container, int end) {}

  /** Submits the job; {@code seconds} says how long the next task runs. */
  TimedApplication(
      SimulatedResourceManager resourceManager,
      String queuePath,
      TimedJob job,
      Resource task,
      IntSupplier seconds) {
    this.resourceManager = resourceManager;
    this.job = job;
    this.task = task;
    this.seconds = seconds;
    attempt = resourceManager.submit(queuePath);
    pending = job.spec().tasks();
  }

  /** Reports the tasks that have ended, starts one in each container given, and asks for more. */
  void heartbeat(int now) {
    if (now >= job.stop()) {
      pending = 0;
    }
    List<ContainerId> ended = new ArrayList<>();
    for (Iterator<Task> tasks = running.iterator(); tasks.hasNext(); ) {
      Task next = tasks.next();
      if (next.end() <= now) {
        ended.add(next.container());
        tasks.remove();
      }
    }
    for (Container container : resourceManager.allocate(attempt, asks(), ended)) {
      running.add(new Task(container.getId(), now + seconds.getAsInt()));
      asked--;
      if (pending != Demand.ENDLESS && pending > 0) {
        pending--;
      }
    }
  }

  private List<ResourceRequest> asks() {
    int wanted = pending == Demand.ENDLESS ? ENDLESS_ASK : Math.toIntExact(pending);
    if (asked == wanted) {
      return List.of();
    }
    asked = wanted;
    return List.of(ResourceRequest.newInstance(PRIORITY, ResourceRequest.ANY, task, asked));
  }

  /** Returns how many tasks run. */
  int running() {
    return running.size();
  }

  /** Returns whether more tasks wait. */
  boolean isWaiting() {
    return pending > 0;
  }

  /** Returns whether all tasks have ended. */
  boolean isDone() {
    return pending == 0 && running.isEmpty();
  }

  /** Returns the job. */
  TimedJob job() {
    return job;
  }

  /** Returns whether the scheduler and the application agree on what runs. */
  boolean agreesWithScheduler() {
    return resourceManager.liveContainers(attempt) == running.size();
  }
}
