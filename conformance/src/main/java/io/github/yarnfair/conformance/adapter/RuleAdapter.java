// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.conformance.adapter;

import io.github.yarnfair.core.policy.Selection;
import io.github.yarnfair.core.tree.Demand;
import io.github.yarnfair.core.tree.Offer;
import io.github.yarnfair.core.tree.ShareSpace;
import io.github.yarnfair.core.tree.ShareTree;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A rule of this project in this process. Nodes are offered in turn, one task a visit, until none
 * can place any.
 */
final class RuleAdapter implements Adapter {
  private static final Set<Need> ABLE = Set.of(Need.LABELS);

  private final String name;
  private final ShareSpace.Kind shares;
  private final Function<ShareTree, Selection> rule;
  private @Nullable State state;

  /**
   * @param shares what shares are measured by where nodes have labels
   * @param rule returns a selection over a new tree
   */
  RuleAdapter(String name, ShareSpace.Kind shares, Function<ShareTree, Selection> rule) {
    this.name = name;
    this.shares = shares;
    this.rule = rule;
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public Answer apply(Event event) throws AdapterException {
    if (event instanceof Event.Cluster cluster) {
      state = new State(cluster, shares, rule);
      return Answer.to(cluster, ABLE);
    }
    if (state == null) {
      throw new AdapterException(name + ": the first event has to be a cluster");
    }
    return Answer.of(state.apply(event));
  }

  /** An application: its leaf, what a task needs, pending tasks. */
  private static final class Application {
    private final String name;
    private final int leaf;
    private final long[] demand;
    private final long[] running;
    private long pending;

    private Application(String name, int leaf, long[] demand, int nodes) {
      this.name = name;
      this.leaf = leaf;
      this.demand = demand;
      running = new long[nodes];
    }
  }

  /** One cluster. */
  private static final class State {
    private final List<String> resources;
    private final List<String> nodes = new ArrayList<>();

    /** Labels in the order of their nodes, after the empty one: the machine classes. */
    private final List<String> labels;

    private final ShareSpace space;

    /** Amounts of the space by node. */
    private final long[][] free;

    private final ShareTree tree;
    private final Selection selection;
    private final Offer offer;
    private final Map<String, Integer> queues = new LinkedHashMap<>();
    private final Map<String, Application> applications = new LinkedHashMap<>();
    private final Map<Integer, Application> byLeaf = new LinkedHashMap<>();
    private long submissions;

    private State(
        Event.Cluster cluster, ShareSpace.Kind shares, Function<ShareTree, Selection> rule)
        throws AdapterException {
      resources = cluster.resources();
      labels = Stream.concat(Stream.of(""), cluster.labels().stream()).toList();
      space = new ShareSpace(shares, labels.size(), resources.size());
      tree = new ShareTree(space);
      offer = new Offer(space);
      free = new long[cluster.nodes().size()][];
      long[] capacity = new long[space.length()];
      for (int n = 0; n < free.length; n++) {
        nodes.add(cluster.nodes().get(n).name());
        free[n] = vector(cluster.nodes().get(n).label(), cluster.nodes().get(n).amounts());
        for (int j = 0; j < capacity.length; j++) {
          capacity[j] += free[n][j];
        }
      }
      tree.setCapacity(capacity);
      plant(cluster.queues(), ShareTree.ROOT);
      selection = rule.apply(tree);
    }

    private void plant(QueueTree queue, int handle) {
      queues.put(queue.name(), handle);
      for (QueueTree child : queue.queues()) {
        plant(child, tree.addQueue(handle, child.weight()));
      }
    }

    private List<Placement> apply(Event event) throws AdapterException {
      if (event instanceof Event.Submit submit) {
        submit(submit);
      } else if (event instanceof Event.End end) {
        Application application =
            AdapterException.known(applications, end.application(), "application");
        end(application, nodes.indexOf(end.node()));
        setPending(application, end.again() ? 1 : 0);
      } else if (event instanceof Event.Leave leave) {
        leave(AdapterException.known(applications, leave.application(), "application"));
      } else if (event instanceof Event.Weight weight) {
        tree.setWeight(AdapterException.known(queues, weight.queue(), "queue"), weight.weight());
      } else if (event instanceof Event.Offer) {
        return place();
      }
      return List.of();
    }

    private void submit(Event.Submit submit) throws AdapterException {
      int leaf = tree.addLeaf(AdapterException.known(queues, submit.queue(), "queue"), 1);
      Application application =
          new Application(
              submit.application(), leaf, vector(submit.label(), submit.demand()), free.length);
      tree.setRank(leaf, 0, ++submissions);
      applications.put(application.name, application);
      byLeaf.put(leaf, application);
      setPending(application, submit.tasks());
    }

    /** Adds to the pending tasks. */
    private void setPending(Application application, long change) {
      if (application.pending != Event.ENDLESS) {
        application.pending =
            change == Event.ENDLESS ? Event.ENDLESS : application.pending + change;
        long tasks = application.pending == Event.ENDLESS ? Demand.ENDLESS : application.pending;
        tree.setDemand(application.leaf, Demand.of(application.demand, tasks));
      }
    }

    private void end(Application application, int node) throws AdapterException {
      if (node < 0 || application.running[node] == 0) {
        throw new AdapterException(application.name + " has no task on the node of an end");
      }
      application.running[node]--;
      tree.release(application.leaf, application.demand);
      for (int j = 0; j < application.demand.length; j++) {
        free[node][j] += application.demand[j];
      }
    }

    private void leave(Application application) throws AdapterException {
      for (int n = 0; n < free.length; n++) {
        while (application.running[n] > 0) {
          end(application, n);
        }
      }
      tree.setDemand(application.leaf, Demand.NOTHING);
      tree.remove(application.leaf);
      applications.remove(application.name);
      byLeaf.remove(application.leaf);
    }

    private List<Placement> place() {
      List<Placement> placements = new ArrayList<>();
      List<Integer> open = new ArrayList<>();
      for (int n = 0; n < free.length; n++) {
        open.add(n);
      }
      while (!open.isEmpty()) {
        open.removeIf(node -> !place(node, placements));
      }
      return placements;
    }

    private boolean place(int node, List<Placement> placements) {
      offer.open(free[node]);
      int leaf = selection.next(offer);
      if (leaf == ShareTree.NONE) {
        return false;
      }
      Application application = Objects.requireNonNull(byLeaf.get(leaf));
      setPending(application, -1);
      tree.charge(leaf, application.demand);
      application.running[node]++;
      for (int j = 0; j < application.demand.length; j++) {
        free[node][j] -= application.demand[j];
      }
      placements.add(new Placement(application.name, nodes.get(node)));
      return true;
    }

    private long[] vector(String label, Map<String, Long> amounts) throws AdapterException {
      int machineClass = labels.indexOf(label);
      if (machineClass < 0) {
        throw new AdapterException("no node has label " + label);
      }
      return space.amounts(
          machineClass,
          resources.stream().mapToLong(name -> amounts.getOrDefault(name, 0L)).toArray());
    }
  }
}
