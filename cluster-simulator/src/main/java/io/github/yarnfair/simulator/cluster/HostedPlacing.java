// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.simulator.cluster;

import io.github.yarnfair.core.forecast.StartBook;
import io.github.yarnfair.host.ReportingNode;
import io.github.yarnfair.host.SchedulerHost;
import io.github.yarnfair.scheduler.HierarchicalScheduler;
import io.github.yarnfair.scheduler.forecast.ExpectedStart;
import io.github.yarnfair.scheduler.forecast.ExpectedStarts;
import io.github.yarnfair.simulator.engine.EventLoop;
import io.github.yarnfair.simulator.engine.HeartbeatOrder;
import io.github.yarnfair.simulator.engine.LiveJob;
import io.github.yarnfair.simulator.engine.Placing;
import io.github.yarnfair.simulator.run.RunNode;
import io.github.yarnfair.simulator.run.TaskGroup;
import io.github.yarnfair.simulator.run.Workload;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.apache.hadoop.yarn.api.records.ApplicationAttemptId;
import org.apache.hadoop.yarn.api.records.Container;
import org.apache.hadoop.yarn.api.records.ContainerId;
import org.apache.hadoop.yarn.api.records.NodeId;
import org.apache.hadoop.yarn.api.records.Priority;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.api.records.ResourceRequest;
import org.jspecify.annotations.Nullable;

/**
 * Lets nodes report to a real scheduler while something may come of it: nodes where a container has
 * ended, and those with room for some task that waits. A round of reports in which nothing is
 * placed ends that until the next event; the last round of a run is repeated, as a scheduler may
 * have let chances pass on purpose.
 */
final class HostedPlacing implements Placing {
  private static final int LAST_ROUNDS = 100;
  private static final long UPDATE_MILLIS = 500;

  /** How long a forecast is waited for; by the machine's clock. */
  private static final long FORECAST_MILLIS = 60_000;

  private final SchedulerHost host;
  private final VirtualClock clock;
  private final ServedAttempts served;
  private final ClusterResources resources;
  private final HeartbeatOrder order;
  private final WaitingDemands waiting;
  private final List<ReportingNode> nodes = new ArrayList<>();
  private final Map<NodeId, Integer> numbers = new HashMap<>();
  private final Map<LiveJob, Application> applications = new HashMap<>();
  private final Map<ApplicationAttemptId, Application> byAttempt = new HashMap<>();

  /** By node, the applications whose last container has ended there and is not reported yet. */
  private final List<List<Application>> ending = new ArrayList<>();

  private final Workload workload;
  private long nextUpdate;

  /**
   * An application.
   *
   * @param containers of the tasks that run, by task
   */
  private record Application(
      LiveJob job,
      ApplicationAttemptId attempt,
      List<Resource> demands,
      Map<Integer, ContainerId> containers) {}

  /** Registers the nodes. */
  HostedPlacing(
      SchedulerHost host,
      VirtualClock clock,
      ServedAttempts served,
      Workload workload,
      Random random) {
    this.host = host;
    this.clock = clock;
    this.served = served;
    this.workload = workload;
    resources = new ClusterResources(workload.resources());
    order = new HeartbeatOrder(workload.nodes().size(), random);
    waiting = new WaitingDemands(workload);
    for (RunNode node : workload.nodes()) {
      ReportingNode added = host.addNode(resources.of(node.capacity()));
      numbers.put(added.getNodeID(), nodes.size());
      nodes.add(added);
      ending.add(new ArrayList<>());
    }
  }

  @Override
  public void submitted(LiveJob job, long now) {
    clock.set(now);
    String user = job.job().user().isEmpty() ? "user" : job.job().user();
    ApplicationAttemptId attempt = host.submit(job.job().queue(), user);
    List<Resource> demands = new ArrayList<>();
    List<ResourceRequest> asks = new ArrayList<>();
    for (TaskGroup group : job.job().groups()) {
      Resource demand = asked(group);
      if (HostedContender.fitsSome(workload, group.demand())) {
        Priority priority = Priority.newInstance(demands.size());
        asks.add(ResourceRequest.newInstance(priority, ResourceRequest.ANY, demand, group.count()));
        waiting.count(group.demand(), group.count());
      }
      demands.add(demand);
    }
    Application application = new Application(job, attempt, demands, new HashMap<>());
    applications.put(job, application);
    byAttempt.put(attempt, application);
    host.allocate(attempt, asks, List.of());
  }

  /** Returns what a task asks for; YARN's schedulers give out no less than 1 MB and 1 vcore. */
  private Resource asked(TaskGroup group) {
    Resource demand = resources.of(group.demand());
    demand.setMemorySize(Math.max(1, demand.getMemorySize()));
    demand.setVirtualCores(Math.max(1, demand.getVirtualCores()));
    return demand;
  }

  @Override
  public void ended(LiveJob job, int group, int task, int node, long now) {
    Application application = application(applications.get(job), job.job().id());
    ContainerId container = application.containers.remove(task);
    if (container == null) {
      throw new IllegalStateException(job.job().id() + ": no container of task " + task);
    }
    nodes.get(node).end(container);
    waiting.giveBack(node, job.job().groups().get(group).demand());
    order.mark(node);
    if (job.left() == 0) {
      applications.remove(job);
      ending.get(node).add(application);
    }
  }

  private static Application application(@Nullable Application found, String id) {
    if (found == null) {
      throw new IllegalStateException(id + " is not in the run");
    }
    return found;
  }

  @Override
  public void serve(long now, EventLoop loop) {
    order.skipTo(now);
    updateIfDue(now);
    waiting.mark(order);
    int emptyRounds = 0;
    long before = loop.starts();
    while (drain(loop)) {
      boolean isLast = loop.nextEvent() == Long.MAX_VALUE;
      emptyRounds = loop.starts() > before ? 0 : emptyRounds + 1;
      before = loop.starts();
      if (emptyRounds >= (isLast ? LAST_ROUNDS : 1) || !waiting.mark(order)) {
        return;
      }
    }
  }

  /** Lets marked nodes report; returns false if another event is due before the last of them. */
  private boolean drain(EventLoop loop) {
    for (long time = order.nextTime(); time < Long.MAX_VALUE; time = order.nextTime()) {
      if (time > loop.nextEvent()) {
        return false;
      }
      updateIfDue(time);
      report(order.take(), time, loop);
    }
    return true;
  }

  /** As FairScheduler's own thread does each half second. */
  private void updateIfDue(long now) {
    clock.set(now);
    if (now >= nextUpdate) {
      host.scheduler().update();
      nextUpdate = now + UPDATE_MILLIS;
    }
  }

  /**
   * Returns when jobs that wait start their next tasks, as the scheduler says it to its users, by
   * index; jobs of which it makes no forecast now are left out.
   */
  Map<Integer, StartBook.Interval> expectedStarts(long now) {
    clock.set(now);
    Map<Integer, StartBook.Interval> expected = new HashMap<>();
    ExpectedStarts starts =
        host.scheduler() instanceof HierarchicalScheduler ours
            ? ours.readings().expectedStarts()
            : null;
    if (starts != null) {
      applications.values().stream()
          .filter(each -> each.job.waiting() > 0)
          .forEach(each -> put(expected, each, starts, now));
    }
    return expected;
  }

  private static void put(
      Map<Integer, StartBook.Interval> expected,
      Application application,
      ExpectedStarts starts,
      long now) {
    ExpectedStart.Interval said =
        starts.await(application.attempt.getApplicationId(), FORECAST_MILLIS).interval();
    if (said != null && said.madeAt() == now) {
      expected.put(
          application.job.job().index(),
          new StartBook.Interval(said.p10(), said.median(), said.p90()));
    }
  }

  private void report(int node, long time, EventLoop loop) {
    clock.set(time);
    host.heartbeat(nodes.get(node));
    for (Application ended : ending.get(node)) {
      byAttempt.remove(ended.attempt);
      host.finish(ended.attempt);
    }
    ending.get(node).clear();
    for (ApplicationAttemptId attempt : served.take()) {
      Application application = application(byAttempt.get(attempt), attempt.toString());
      for (Container container : host.allocate(attempt, List.of(), List.of())) {
        start(application, container, time, loop);
      }
    }
  }

  private void start(Application application, Container container, long time, EventLoop loop) {
    int group = container.getPriority().getPriority();
    if (!container.getResource().equals(application.demands.get(group))) {
      throw new IllegalStateException(container + ": expected " + application.demands.get(group));
    }
    int node = number(container.getNodeId());
    long[] demand = application.job.job().groups().get(group).demand();
    int task = loop.start(time, application.job, group, node);
    application.containers.put(task, container.getId());
    nodes.get(node).launch(container.getId());
    waiting.count(demand, -1);
    waiting.take(node, demand);
  }

  private int number(NodeId id) {
    Integer number = numbers.get(id);
    if (number == null) {
      throw new IllegalStateException("no node " + id);
    }
    return number;
  }
}
