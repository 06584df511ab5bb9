// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.it.rivals;

import io.github.yarnfair.core.tree.Demand;
import io.github.yarnfair.host.ReportingNode;
import io.github.yarnfair.host.SchedulerHost;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.function.IntSupplier;
import org.apache.hadoop.yarn.api.records.ApplicationAttemptId;
import org.apache.hadoop.yarn.api.records.Container;
import org.apache.hadoop.yarn.api.records.NodeId;
import org.apache.hadoop.yarn.api.records.Priority;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.api.records.ResourceRequest;
import org.jspecify.annotations.Nullable;

/** A job whose master holds a container, asks for its tasks from there, and ends after them. */
final class StreamedJob {
  private static final int MEMORY_MB = 1024;
  private static final int MASTER_VCORES = 1;
  private static final Priority PRIORITY = Priority.newInstance(1);

  /** How many tasks an endless job asks for at a time, again when half are given. */
  private static final int ENDLESS_ASK = 1000;

  private final SchedulerHost host;
  private final Map<NodeId, ReportingNode> nodes;
  private final JobStream stream;
  private final IntSupplier seconds;
  private final ApplicationAttemptId attempt;
  private final List<Task> running = new ArrayList<>();
  private @Nullable Container master;
  private long pending;
  private long asked;

  private record Task(Container container, int end) {}

  /** Submits the job; {@code seconds} says how long its next task runs. */
  StreamedJob(
      SchedulerHost host, Map<NodeId, ReportingNode> nodes, JobStream stream, IntSupplier seconds) {
    this.host = host;
    this.nodes = nodes;
    this.stream = stream;
    this.seconds = seconds;
    pending = stream.tasks();
    attempt =
        host.submit(
            "root." + stream.queue(), "user", Resource.newInstance(MEMORY_MB, MASTER_VCORES));
  }

  ApplicationAttemptId attempt() {
    return attempt;
  }

  /** Lets tasks end whose time has come, and asks for those that are pending. */
  void beat(int now) {
    for (Iterator<Task> tasks = running.iterator(); tasks.hasNext(); ) {
      Task task = tasks.next();
      if (host.scheduler().getRMContainer(task.container().getId()) == null) {
        // Preempted: the task is to run again.
        tasks.remove();
        pending += pending == Demand.ENDLESS ? 0 : 1;
        end(task.container());
      } else if (task.end() <= now) {
        tasks.remove();
        end(task.container());
      }
    }
    if (hasMaster()) {
      ask();
    }
  }

  /** The next heartbeat of the node reports it; until then the node has no room for others. */
  private void end(Container container) {
    node(container).end(container.getId());
  }

  private void ask() {
    boolean isEndless = pending == Demand.ENDLESS;
    if (isEndless ? asked < ENDLESS_ASK / 2 : asked != pending) {
      asked = isEndless ? ENDLESS_ASK : pending;
      Resource task = Resource.newInstance(MEMORY_MB, stream.vcores());
      host.allocate(
          attempt,
          List.of(
              ResourceRequest.newInstance(
                  PRIORITY, ResourceRequest.ANY, task, Math.toIntExact(asked))),
          List.of());
    }
  }

  /** Starts the master or tasks in the containers that are given. */
  void fetch(int now) {
    for (Container container : host.allocate(attempt, List.of(), List.of())) {
      node(container).launch(container.getId());
      if (hasMaster()) {
        running.add(new Task(container, now + seconds.getAsInt()));
        asked--;
        pending -= pending == Demand.ENDLESS ? 0 : 1;
      } else {
        master = container;
      }
    }
  }

  private ReportingNode node(Container container) {
    return nodes.get(container.getNodeId());
  }

  /** Returns whether the master runs. */
  boolean hasMaster() {
    return master != null;
  }

  /** Returns whether all tasks have ended. */
  boolean isDone() {
    return pending == 0 && running.isEmpty();
  }

  /** Ends the master, and with it the job. */
  void finish() {
    if (master != null) {
      end(master);
    }
    host.finish(attempt);
  }

  /** Returns what the master and the tasks hold. */
  int vcores() {
    return hasMaster() ? MASTER_VCORES + running.size() * stream.vcores() : 0;
  }

  /** Returns whether the scheduler counts the same containers. */
  boolean agreesWithScheduler() {
    int live = host.scheduler().getSchedulerAppInfo(attempt).getLiveContainers().size();
    return live == running.size() + (hasMaster() ? 1 : 0);
  }
}
