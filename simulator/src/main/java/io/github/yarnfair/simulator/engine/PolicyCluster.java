// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.simulator.engine;

import io.github.yarnfair.core.balance.BalanceRules;
import io.github.yarnfair.core.balance.Balances;
import io.github.yarnfair.core.policy.Selection;
import io.github.yarnfair.core.tree.Demand;
import io.github.yarnfair.core.tree.Offer;
import io.github.yarnfair.core.tree.OfferedNodes;
import io.github.yarnfair.core.tree.ShareTree;
import io.github.yarnfair.simulator.rule.Rule;
import io.github.yarnfair.simulator.run.RunQueue;
import io.github.yarnfair.simulator.run.Workload;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Collection;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What is free on each node, and the share tree by which a rule decides. */
public final class PolicyCluster {
  private final RunTree queues;
  private final ShareTree tree;
  private final Selection selection;
  private final long[][] total;
  private final long[][] free;
  private final long[] room;
  private @Nullable Memory memory;

  /** In the order of submission, so that equal runs see equal mixes. */
  private final Map<LiveJob, Entry> entries = new LinkedHashMap<>();

  private final Set<Application> applications = new LinkedHashSet<>();
  private @Nullable Line[] byLeaf = new Line[16];

  /** A job and its application. */
  public record Entry(LiveJob job, Application application) {
    public int leaf() {
      return application.leaf();
    }

    /** Returns what a task of each group needs; not a copy. */
    public long[][] demands() {
      return application.demands();
    }
  }

  /** The jobs of one leaf that have waiting tasks, in the order of submission; or the last job. */
  private record Line(Deque<Entry> jobs) {
    private void add(Entry entry) {
      if (!jobs.isEmpty() && jobs.element().job.waiting() == 0) {
        jobs.remove();
      }
      jobs.add(entry);
    }

    /** The first job has started a task. */
    private void started() {
      if (jobs.element().job.waiting() == 0 && jobs.size() > 1) {
        jobs.remove();
      }
    }
  }

  /**
   * The balances on the clock of the run: an epoch ends each minute, also where nothing else
   * happens, as in a ResourceManager whose nodes report each second.
   */
  private static final class Memory {
    private final Balances balances;
    private long now;
    private long epochBegan;
    private boolean hasBegun;

    private Memory(ShareTree tree, BalanceRules rules) {
      balances = new Balances(tree, rules, () -> now);
    }

    /** Lets the time pass until the next event, and epochs end that are over by then. */
    private void at(long time) {
      if (!hasBegun) {
        hasBegun = true;
        epochBegan = time;
      }
      while (time - epochBegan >= BalanceRules.EPOCH_MILLIS) {
        epochBegan += BalanceRules.EPOCH_MILLIS;
        now = epochBegan;
        balances.endEpoch();
      }
      now = time;
    }
  }

  public PolicyCluster(Workload workload, RunQueue root, Rule rule) {
    this(workload, root, rule, new ClassTickets(workload));
  }

  public PolicyCluster(Workload workload, RunQueue root, Rule rule, NodeVectors vectors) {
    total = workload.nodes().stream().map(vectors::of).toArray(long[][]::new);
    free = Arrays.stream(total).map(long[]::clone).toArray(long[][]::new);
    long[] capacity = new long[vectors.length()];
    for (long[] node : total) {
      Arrays.setAll(capacity, j -> capacity[j] + node[j]);
    }
    queues = new RunTree(root, capacity, vectors::of);
    tree = queues.tree();
    room = new long[capacity.length];
    selection = rule.over(tree);
  }

  /** Gives shares a memory, before the first event. */
  void remember(BalanceRules rules) {
    Memory made = new Memory(tree, rules);
    queues.remember(made.balances);
    memory = made;
  }

  /** Lets the time pass; called before each event and each start. */
  void at(long now) {
    if (memory != null) {
      memory.at(now);
    }
  }

  /** Returns how many numbers a vector has. */
  int length() {
    return room.length;
  }

  public int nodes() {
    return free.length;
  }

  /** Returns what a node has; not a copy. */
  long[] total(int node) {
    return total[node];
  }

  /** Returns what is free on a node; not a copy. */
  public long[] free(int node) {
    return free[node];
  }

  /** Returns the sum of all nodes. */
  long[] capacity() {
    long[] capacity = new long[length()];
    Arrays.setAll(capacity, tree::capacity);
    return capacity;
  }

  boolean hasLimits() {
    return queues.hasLimits();
  }

  Entry submit(LiveJob job) {
    Entry entry = new Entry(job, queues.add(job.job()));
    entries.put(job, entry);
    applications.add(entry.application);
    if (entry.leaf() >= byLeaf.length) {
      byLeaf = Arrays.copyOf(byLeaf, 2 * entry.leaf());
    }
    Line line = byLeaf[entry.leaf()];
    if (line == null) {
      line = new Line(new ArrayDeque<>(1));
      byLeaf[entry.leaf()] = line;
    }
    line.add(entry);
    show(entry.application);
    return entry;
  }

  /** Returns the job that is served next, null if none is. */
  @Nullable Entry next(Offer offer) {
    int leaf = selection.next(offer);
    return leaf == ShareTree.NONE ? null : entry(leaf);
  }

  /** Returns the first group of a job that has a task for the offer. */
  int group(Entry entry, Offer offer) {
    OfferedNodes nodes = offer.nodes();
    tree.room(entry.leaf(), offer, room);
    for (int g = 0; g < entry.demands().length; g++) {
      long[] demand = entry.demands()[g];
      if (entry.job.pending(g) > 0
          && Demand.fits(demand, room, 0)
          && (nodes == null || nodes.fits(demand))) {
        return g;
      }
    }
    throw new IllegalStateException(entry.job.job().id() + " was chosen and has no task that fits");
  }

  /** Returns the share tree by which the rule decides; not a copy. */
  public ShareTree tree() {
    return tree;
  }

  /** Returns the jobs that have been submitted and have not ended, in that order. */
  public Collection<Entry> entries() {
    return entries.values();
  }

  /** Returns the job of a leaf; of several the first with waiting tasks. */
  public Entry entry(int leaf) {
    return line(leaf).jobs.element();
  }

  /** Charges a task that has started. */
  void start(Entry entry, int group, int node) {
    long[] demand = entry.demands()[group];
    tree.charge(entry.leaf(), demand);
    entry.application.start(group);
    line(entry.leaf()).started();
    show(entry.application);
    change(node, demand, -1);
  }

  /** Releases a task that has ended. */
  void end(LiveJob job, int group, int node) {
    Entry entry = entries.get(job);
    if (entry == null) {
      throw new IllegalStateException(job.job().id() + " is not in the run");
    }
    tree.release(entry.leaf(), entry.demands()[group]);
    change(node, entry.demands()[group], 1);
    if (job.left() == 0) {
      entries.remove(job);
      if (queues.remove(job.job(), entry.application)) {
        applications.remove(entry.application);
        byLeaf[entry.leaf()] = null;
      }
    }
  }

  /** Returns the tasks of all jobs, those that wait and those that run. */
  Demand workload() {
    Demand.Builder all = new Demand.Builder();
    for (Application application : applications) {
      Demand held = tree.held(application.leaf());
      for (int i = 0; i < held.size(); i++) {
        all.add(held.vector(i), held.tasks(i));
      }
      application.addPending(all);
    }
    return all.build();
  }

  private Line line(int leaf) {
    return Objects.requireNonNull(byLeaf[leaf]);
  }

  private void show(Application application) {
    tree.setDemand(application.leaf(), application.pending());
  }

  private void change(int node, long[] demand, int sign) {
    for (int j = 0; j < demand.length; j++) {
      free[node][j] += sign * demand[j];
    }
  }
}
