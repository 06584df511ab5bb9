// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.simulator.cluster;

import io.github.yarnfair.conformance.adapter.AdapterException;
import io.github.yarnfair.conformance.adapter.Answer;
import io.github.yarnfair.conformance.adapter.Event;
import io.github.yarnfair.conformance.adapter.Need;
import io.github.yarnfair.conformance.adapter.Node;
import io.github.yarnfair.conformance.adapter.Placement;
import io.github.yarnfair.host.ReportingNode;
import io.github.yarnfair.host.SchedulerHost;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.api.records.ApplicationAttemptId;
import org.apache.hadoop.yarn.api.records.Container;
import org.apache.hadoop.yarn.api.records.ContainerId;
import org.apache.hadoop.yarn.api.records.NodeId;
import org.apache.hadoop.yarn.api.records.Priority;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.api.records.ResourceRequest;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.util.resource.Resources;
import org.jspecify.annotations.Nullable;

/**
 * The cluster of one case, with a real scheduler. Masters are unmanaged and hold nothing. A task
 * that ends is given back by its master, so the scheduler knows at once; no node reports that a
 * task has started, or its room would be free only once the node says so. An offer is a heartbeat
 * of each node in turn, until three rounds of them, a second apart, have placed nothing; with
 * preemption, until for a minute nothing has started or ended either.
 */
final class HostedCase implements AutoCloseable {
  private static final String USER = "user";
  private static final int EMPTY_ROUNDS = 3;
  private static final long ROUND_MILLIS = 1_000;

  /** Longer than a container is warned before it ends, by several looks of the monitor. */
  private static final int QUIET_ROUNDS = 60;

  /** Three seconds, the default. */
  private static final int LOOK_ROUNDS = 3;

  /** Preemption may go on for ever. */
  private static final int MOST_ROUNDS = 1_800;

  /** Tasks that an application asks for at a time if it always has one more. */
  private static final int ENDLESS = 1_000;

  private final CaseResources resources;
  private final VirtualClock clock = new VirtualClock();
  private final ServedAttempts served = new ServedAttempts();
  private final SchedulerHost host;
  private final @Nullable HostedPreemption preemption;
  private final List<ReportingNode> nodes = new ArrayList<>();
  private final Map<NodeId, String> names = new HashMap<>();
  private final Map<String, String> masterKeys;
  private final CaseQueues queues;
  private final Map<String, Application> applications = new LinkedHashMap<>();
  private final Map<ApplicationAttemptId, Application> byAttempt = new HashMap<>();
  private long now;

  /** An application and its tasks. */
  private static final class Application {
    private final String name;
    private final ApplicationAttemptId attempt;
    private final Resource demand;
    private final String label;
    private final boolean isEndless;
    private final Map<String, List<ContainerId>> running = new HashMap<>();
    private int pending;

    private Application(Event.Submit submitted, ApplicationAttemptId attempt, Resource demand) {
      name = submitted.application();
      this.attempt = attempt;
      this.demand = demand;
      label = submitted.label();
      isEndless = submitted.tasks() == Event.ENDLESS;
      pending = isEndless ? ENDLESS : Math.toIntExact(submitted.tasks());
    }
  }

  /**
   * Boots the scheduler.
   *
   * @throws Exception if it does not start
   */
  HostedCase(RealScheduler scheduler, Map<String, String> options, Event.Cluster cluster)
      throws Exception {
    boolean preempts = cluster.needs().contains(Need.PREEMPTION);
    resources = new CaseResources(cluster.resources(), preempts);
    masterKeys = HostedContender.masterKeys(scheduler);
    queues = new CaseQueues(cluster);
    Configuration conf = scheduler.configuration(options);
    CaseResources.declare(conf);
    conf.setBoolean(YarnConfiguration.NODE_LABELS_ENABLED, !cluster.labels().isEmpty());
    if (preempts) {
      HostedPreemption.configure(scheduler, conf);
    }
    host = new SchedulerHost(conf, queues.shape(), queueKeys(), clock, served::add);
    preemption = preempts ? new HostedPreemption(scheduler, conf, host, clock) : null;
    for (Node node : cluster.nodes()) {
      Resource total = resources.node(node.amounts());
      ReportingNode added =
          node.label().isEmpty() ? host.addNode(total) : host.addNode(total, node.label());
      nodes.add(added);
      names.put(added.getNodeID(), node.name());
    }
  }

  private Map<String, String> queueKeys() {
    Map<String, String> keys = queues.labelKeys();
    keys.putAll(masterKeys);
    return keys;
  }

  /** Applies an event; returns the tasks that start and those that are preempted. */
  Answer apply(Event event) throws Exception {
    if (event instanceof Event.Submit submit) {
      submit(submit);
    } else if (event instanceof Event.End end) {
      end(AdapterException.known(applications, end.application(), "application"), end);
    } else if (event instanceof Event.Leave leave) {
      Application application =
          AdapterException.known(applications, leave.application(), "application");
      host.finish(application.attempt);
      byAttempt.remove(application.attempt);
      applications.remove(application.name);
    } else if (event instanceof Event.Weight weight) {
      queues.weigh(weight);
      host.refresh(queues.shape(), queueKeys());
    } else if (event instanceof Event.Offer) {
      return offer();
    }
    return Answer.NOTHING;
  }

  private void submit(Event.Submit submit) throws AdapterException {
    Application application =
        new Application(
            submit,
            host.submitTagged(queues.path(submit.queue()), USER, tags(submit)),
            resources.task(submit.demand()));
    applications.put(application.name, application);
    byAttempt.put(application.attempt, application);
    ask(application, List.of());
  }

  /** A gang is a tag of the application. */
  private static Set<String> tags(Event.Submit submit) {
    return submit.gang() > 0 ? Set.of("gang=" + submit.gang()) : Set.of();
  }

  private void end(Application application, Event.End end) throws AdapterException {
    List<ContainerId> there = application.running.getOrDefault(end.node(), List.of());
    if (there.isEmpty()) {
      throw new AdapterException(application.name + " has no task on " + end.node());
    }
    if (application.isEndless) {
      application.pending = ENDLESS;
    } else if (end.again()) {
      application.pending++;
    }
    ask(application, List.of(there.remove(0)));
  }

  /**
   * A master's call with all that it has pending. The ResourceManager refuses what is larger than
   * each node, so that is not asked for.
   */
  private void ask(Application application, List<ContainerId> releases) {
    if (nodes.stream()
        .noneMatch(node -> Resources.fitsIn(application.demand, node.getTotalCapability()))) {
      return;
    }
    ResourceRequest request =
        ResourceRequest.newInstance(
            Priority.newInstance(1), ResourceRequest.ANY, application.demand, application.pending);
    request.setNodeLabelExpression(application.label);
    host.allocate(application.attempt, List.of(request), releases);
  }

  private Answer offer() {
    List<Placement> preemptions = new ArrayList<>();
    List<Placement> placements = new ArrayList<>();
    int last = preemption == null ? EMPTY_ROUNDS : QUIET_ROUNDS;
    for (int empty = 0, round = 0; empty < last && round < MOST_ROUNDS; round++) {
      int before = placements.size() + preemptions.size();
      now += ROUND_MILLIS;
      clock.set(now);
      // What FairScheduler's own thread does each half second.
      host.scheduler().update();
      if (preemption != null && round % LOOK_ROUNDS == 0) {
        preemption.look();
      }
      for (ReportingNode node : nodes) {
        host.heartbeat(node);
        fetch(placements);
      }
      applications.values().forEach(each -> notePreempted(each, preemptions));
      empty = placements.size() + preemptions.size() > before ? 0 : empty + 1;
    }
    return netOf(preemptions, placements);
  }

  /** Leaves out what has started since the offer began and was preempted as well. */
  private static Answer netOf(List<Placement> preemptions, List<Placement> placements) {
    preemptions.removeIf(placements::remove);
    return new Answer(preemptions, placements, Set.of());
  }

  /** Finds the containers that the scheduler has ended; a master asks for as many again. */
  private void notePreempted(Application application, List<Placement> preemptions) {
    int before = preemptions.size();
    application.running.forEach(
        (node, tasks) ->
            tasks.removeIf(
                task -> {
                  boolean hasEnded = host.scheduler().getRMContainer(task) == null;
                  if (hasEnded) {
                    preemptions.add(new Placement(application.name, node));
                  }
                  return hasEnded;
                }));
    if (preemptions.size() > before) {
      application.pending =
          application.isEndless ? ENDLESS : application.pending + preemptions.size() - before;
      ask(application, List.of());
    }
  }

  private void fetch(List<Placement> placements) {
    for (ApplicationAttemptId attempt : served.take()) {
      Application application = Objects.requireNonNull(byAttempt.get(attempt));
      for (Container container : host.allocate(attempt, List.of(), List.of())) {
        String node = Objects.requireNonNull(names.get(container.getNodeId()));
        application.pending--;
        application.running.computeIfAbsent(node, any -> new ArrayList<>()).add(container.getId());
        placements.add(new Placement(application.name, node));
      }
    }
  }

  @Override
  public void close() {
    host.close();
  }
}
