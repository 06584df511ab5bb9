// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.model;

import io.github.yarnfair.core.policy.FairnessPolicy;
import io.github.yarnfair.core.tree.ShareTreeAudit;
import io.github.yarnfair.scheduler.conf.LogText;
import io.github.yarnfair.scheduler.conf.file.QueueFile;
import io.github.yarnfair.scheduler.conf.queue.QueueNames;
import io.github.yarnfair.scheduler.conf.queue.QueueSpec;
import io.github.yarnfair.scheduler.record.RecordedFacts;
import io.github.yarnfair.scheduler.resource.MachineClasses;
import io.github.yarnfair.scheduler.resource.NodeShapes;
import io.github.yarnfair.scheduler.resource.ResourceVectors;
import io.github.yarnfair.scheduler.user.QueueAccess;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.exceptions.YarnException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The queues of one version of the queue file and those created since, found by name, over a share
 * tree of their own. A refresh builds another tree and replaces this one as a whole.
 */
public final class QueueTree {
  private static final Logger LOG = LoggerFactory.getLogger(QueueTree.class);

  private final QueueFile file;
  private final ShareLedger ledger;
  private final QueueAccess access;
  private final Configuration conf;
  private final LeafTable<Application> leaves = new LeafTable<>();
  private final FairQueue root;
  private final Map<String, FairQueue> byPath = new ConcurrentHashMap<>();

  /** Full paths of the created queues by short name. */
  private final Map<String, List<String>> createdByName = new ConcurrentHashMap<>();

  private final QueueNames names;

  /** Whether the scheduler uses these queues: only then their metrics are read from them. */
  private boolean isInForce;

  /** Parents before their children. */
  private final List<FairQueue> created = new ArrayList<>();

  /** Creates the queues of a cluster with one machine class. */
  public QueueTree(
      QueueFile file,
      FairnessPolicy policy,
      ResourceVectors vectors,
      NodeShapes shapes,
      QueueAccess access,
      Configuration conf) {
    this(file, policy, vectors, shapes, MachineClasses.one(vectors.length()), false, access, conf);
  }

  /**
   * @param shapes of the registered nodes
   * @param classes the machine classes whose amounts the share tree has
   * @param usersAreShares whether each leaf queue's share is divided among its users, and not only
   *     where the file says something of them
   */
  public QueueTree(
      QueueFile file,
      FairnessPolicy policy,
      ResourceVectors vectors,
      NodeShapes shapes,
      MachineClasses classes,
      boolean usersAreShares,
      QueueAccess access,
      Configuration conf) {
    this(
        file,
        new ShareLedger(policy, vectors, shapes, classes, usersAreShares, false),
        access,
        conf);
  }

  /** Creates queues over a ledger without applications. */
  public QueueTree(QueueFile file, ShareLedger ledger, QueueAccess access, Configuration conf) {
    this.file = file;
    this.ledger = ledger;
    names = file.names().and(new CreatedQueues());
    this.access = access;
    this.conf = conf;
    root = queue(file.root(), null);
    index(root);
  }

  private FairQueue queue(QueueSpec spec, @Nullable ParentQueue parent) {
    return spec.isLeaf()
        ? new LeafQueue(spec, parent, ledger, access, conf, leaves)
        : new ParentQueue(spec, parent, ledger, access, conf, this::queue);
  }

  private void index(FairQueue queue) {
    byPath.put(queue.spec().path(), queue);
    queue.children().forEach(this::index);
  }

  public QueueFile file() {
    return file;
  }

  public ShareLedger ledger() {
    return ledger;
  }

  public FairQueue root() {
    return root;
  }

  /**
   * Returns the queue of a full path or of a short name that only one queue has, or null if there
   * is none.
   */
  public @Nullable FairQueue find(String name) {
    QueueSpec queue = names.find(name);
    return queue == null ? null : byPath.get(queue.path());
  }

  /** Returns the names of these queues: the file's, and those that have been created since. */
  public QueueNames names() {
    return names;
  }

  /** Returns the full paths of all queues that have a short name. */
  public List<String> pathsOf(String name) {
    return names.pathsOf(name);
  }

  /** The queues that this tree has beyond those of the file. */
  private final class CreatedQueues implements QueueNames.Created {
    @Override
    public @Nullable QueueSpec at(String path) {
      FairQueue queue = byPath.get(path);
      return queue == null ? null : queue.spec();
    }

    @Override
    public List<String> pathsOf(String name) {
      return createdByName.getOrDefault(name, List.of());
    }
  }

  /** Returns the configuration of each queue, including created ones. */
  public Stream<QueueSpec> specs() {
    return byPath.values().stream().map(FairQueue::spec);
  }

  /** Returns the nearest queue above another, which need not be there itself. */
  public FairQueue above(QueueSpec queue) {
    String parent = queue.path().substring(0, queue.path().lastIndexOf('.'));
    return byPath.getOrDefault(names.nearest(parent).path(), root);
  }

  /**
   * Creates queues and returns the last, a leaf queue.
   *
   * @param missing as {@link QueueNames#missing} has them
   */
  public LeafQueue create(List<QueueSpec> missing) {
    FairQueue queue = root;
    for (QueueSpec spec : missing) {
      queue = add(spec);
      if (isInForce) {
        bindMetrics(queue);
      }
    }
    return (LeafQueue) queue;
  }

  private FairQueue add(QueueSpec spec) {
    String parent = spec.path().substring(0, spec.path().lastIndexOf('.'));
    FairQueue queue = ((ParentQueue) Objects.requireNonNull(byPath.get(parent))).add(spec);
    created.add(queue);
    byPath.put(spec.path(), queue);
    createdByName.merge(
        spec.name(),
        List.of(spec.path()),
        (paths, more) -> Stream.concat(paths.stream(), more.stream()).toList());
    RecordedFacts facts = ledger.facts();
    if (facts != null) {
      facts.queue(queue.handle(), queue.getQueueName());
    }
    return queue;
  }

  /** Records all queues and applications, if these are to be recorded. */
  public void record() {
    RecordedFacts facts = ledger.facts();
    if (facts != null) {
      byPath.values().forEach(queue -> facts.queue(queue.handle(), queue.getQueueName()));
      applications().forEach(application -> application.recordIn(facts, application.leaf()));
    }
  }

  /** Returns all queues, root first, each after the one above it. */
  public List<FairQueue> fromRoot() {
    List<FairQueue> all = new ArrayList<>();
    addAll(root(), all);
    return all;
  }

  private static void addAll(FairQueue queue, List<FairQueue> into) {
    into.add(queue);
    queue.children().forEach(child -> addAll(child, into));
  }

  /** Returns the queues that were created, children before their parents. */
  public List<FairQueue> created() {
    List<FairQueue> childrenFirst = new ArrayList<>(created);
    Collections.reverse(childrenFirst);
    return childrenFirst;
  }

  /** Removes a queue that was created, and in which nothing is. */
  public void remove(FairQueue queue) {
    ((ParentQueue) above(queue.spec())).remove(queue);
    created.remove(queue);
    byPath.remove(queue.spec().path());
    createdByName.computeIfPresent(
        queue.spec().name(),
        (name, paths) -> {
          List<String> others =
              paths.stream().filter(path -> !path.equals(queue.spec().path())).toList();
          return others.isEmpty() ? null : others;
        });
    queue.getMetrics().end();
  }

  /** Lets the metrics read from these queues, and unregisters those of removed queues. */
  public void enterForce(@Nullable QueueTree replaced) {
    isInForce = true;
    byPath.values().forEach(QueueTree::bindMetrics);
    if (replaced != null) {
      replaced.endMetricsOfOthersThan(this);
    }
  }

  private static void bindMetrics(FairQueue queue) {
    queue.getMetrics().setCapacitySource(queue::capacities);
  }

  /** Unregisters the metrics of queues that another tree lacks. */
  public void endMetricsOfOthersThan(QueueTree kept) {
    byPath.values().stream()
        .filter(queue -> !kept.byPath.containsKey(queue.getQueueName()))
        // Children first: their changes go to their parents.
        .sorted(Comparator.comparing(FairQueue::getQueueName).reversed())
        .forEach(queue -> queue.getMetrics().end());
  }

  /**
   * Creates those leaf queues again that the replaced tree had created, where this tree still
   * allows it.
   */
  public void createAgain(QueueTree replaced) {
    if (file == replaced.file) {
      replaced.created.forEach(queue -> add(queue.spec()));
      return;
    }
    for (FairQueue queue : replaced.created) {
      if (queue instanceof LeafQueue && byPath.get(queue.getQueueName()) == null) {
        try {
          create(names.missing(queue.getQueueName()));
        } catch (YarnException e) {
          LOG.warn("Queue {} is not created again: {}", queue, LogText.line(e.getMessage()));
        }
      }
    }
  }

  /** Measures shares, weights and limits by what the registered nodes have. */
  public void setCapacity(Resource cluster) {
    ledger.register(cluster);
    resolve();
  }

  /**
   * Sets the registered nodes' resources; shares, weights and limits follow when {@link
   * #measureIfDue} is due.
   */
  public void register(Resource cluster) {
    ledger.register(cluster);
  }

  /** Recomputes shares, weights and limits if that is due; returns whether they changed. */
  public boolean measureIfDue() {
    return ledger.isMeasureDue() && measure();
  }

  /** Recomputes shares, weights and limits; returns false if they were exact. */
  public boolean measure() {
    if (ledger.isExact()) {
      return false;
    }
    resolve();
    return true;
  }

  private void resolve() {
    ledger.measure();
    Resource[] cluster = ledger.capacity().measuredByClass();
    root.entitlement().resolve(cluster, cluster);
    root.limitUsers();
    ledger.settleBalances();
    byPath.values().forEach(queue -> queue.getMetrics().capacitiesChanged());
  }

  /**
   * Checks that every application of the tree in force has a queue here.
   *
   * @throws IOException naming the file, the queue and how many applications are in the way
   */
  public void checkCanReplace(QueueTree inForce) throws IOException {
    List<String> problems = new ArrayList<>();
    for (FairQueue old : inForce.byPath.values()) {
      boolean hasPlace = byPath.get(old.getQueueName()) instanceof LeafQueue;
      if (old instanceof LeafQueue leaf && leaf.applicationCount() > 0 && !hasPlace) {
        problems.add(
            ("%s: yarn.scheduler.capacity.%s: expected a leaf queue here, listed or created,"
                    + " because %d application(s) are in it; set its state to STOPPED and let them"
                    + " end, or move them, first")
                .formatted(file.source(), leaf, leaf.applicationCount()));
      }
    }
    if (!problems.isEmpty()) {
      throw new IOException(String.join("\n", problems));
    }
    file.checkAllocations(inForce.file, leafSpecs(), inForce.leafSpecs());
  }

  private Map<String, QueueSpec> leafSpecs() {
    return specs().filter(QueueSpec::isLeaf).collect(Collectors.toMap(QueueSpec::path, s -> s));
  }

  /**
   * Prepares to take over every application of the tree that this one replaces, with all that it
   * holds. The replaced tree stays valid until the returned step is run, which cannot fail.
   *
   * @throws IllegalStateException if the new tree would not add up
   */
  public Runnable prepareTakeOver(QueueTree replaced) {
    List<Transfer> transfers = replaced.applications().stream().map(this::prepare).toList();
    List<String> violations = ShareTreeAudit.violations(ledger.tree());
    if (!violations.isEmpty()) {
      throw new IllegalStateException("the new queues would not add up: " + violations);
    }
    return () -> transfers.forEach(Transfer::commit);
  }

  /** Returns the application of a leaf of the share tree, null if the leaf is none of one. */
  public @Nullable Application application(int leaf) {
    return leaves.at(leaf);
  }

  /** Returns all applications, oldest first. */
  public List<Application> applications() {
    return LeafQueue.below(root)
        .flatMap(queue -> queue.applications().stream())
        .sorted(Comparator.comparing(Application::id))
        .toList();
  }

  private Transfer prepare(Application application) {
    LeafQueue queue = (LeafQueue) byPath.get(application.queue().getQueueName());
    if (queue == null) {
      throw new IllegalStateException("no queue for " + application.id());
    }
    int leaf = queue.addLeaf(application);
    ledger.copyHeld(application.queue().ledger(), application.leaf(), leaf);
    ledger.setServed(leaf, application.asks().demand(queue.classes()));
    return new Transfer(application, queue, leaf);
  }

  private record Transfer(Application application, LeafQueue queue, int leaf) {
    void commit() {
      queue.continueUsersOf(application.queue());
      queue.adopt(application, leaf);
      if (application.getCurrentAppAttempt() != null) {
        queue.masters().takeOver(application.getCurrentAppAttempt(), application.queue().masters());
        application.getCurrentAppAttempt().rebind(queue);
      }
      application.setQueue(queue);
    }
  }
}
