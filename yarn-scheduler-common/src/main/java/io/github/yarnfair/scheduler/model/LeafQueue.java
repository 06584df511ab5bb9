// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.model;

import io.github.yarnfair.core.tree.ShareTree;
import io.github.yarnfair.scheduler.ask.QueueClasses;
import io.github.yarnfair.scheduler.conf.queue.QueueSpec;
import io.github.yarnfair.scheduler.master.MasterLimit;
import io.github.yarnfair.scheduler.master.MasterQueue;
import io.github.yarnfair.scheduler.metrics.QueueCapacities;
import io.github.yarnfair.scheduler.record.RecordedFacts;
import io.github.yarnfair.scheduler.resource.MachineClasses;
import io.github.yarnfair.scheduler.resource.ReservedAmounts;
import io.github.yarnfair.scheduler.user.QueueAccess;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.util.resource.Resources;
import org.jspecify.annotations.Nullable;

/** A queue in which applications run; each of them is a leaf of the share tree below it. */
public final class LeafQueue extends FairQueue implements MasterQueue {
  private final Map<ApplicationId, Application> applications = new ConcurrentHashMap<>();
  private final MasterLimit<AppAttempt> masters;
  private final QueueClasses classes;

  private final LeafTable<Application> leaves;

  /** Null unless the queue's share is divided among its users. */
  private final @Nullable QueueUsers users;

  LeafQueue(
      QueueSpec spec,
      @Nullable ParentQueue parent,
      ShareLedger ledger,
      QueueAccess access,
      Configuration conf,
      LeafTable<Application> leaves) {
    super(spec, parent, ledger, access, conf);
    this.leaves = leaves;
    masters = new MasterLimit<>(this, ledger.vectors());
    classes = new QueueClasses(ledger.classes(), this::mayName);
    users = ledger.usersAreShares() || spec.users().areShares() ? new QueueUsers(this) : null;
    if (users == null) {
      ledger.tree().setInOrder(handle(), spec.order().isInOrder());
    }
  }

  /** Returns the machine classes, and those that requests of the queue may name. */
  public QueueClasses classes() {
    return classes;
  }

  @Override
  public ShareTree shares() {
    return ledger().tree();
  }

  @Override
  public MachineClasses machineClasses() {
    return ledger().classes();
  }

  /** Returns which applications of the queue may have their masters placed. */
  public MasterLimit<AppAttempt> masters() {
    return masters;
  }

  @Override
  QueueCapacities capacities() {
    return entitlement()
        .capacities(masters.limit(MachineClasses.DEFAULT), masters.used(MachineClasses.DEFAULT));
  }

  /** Adds an application and a leaf of the share tree for it. */
  public void add(Application application) {
    adopt(application, addLeaf(application));
  }

  /** Adds a leaf of the share tree for an application, and its user if the queue has users. */
  int addLeaf(Application application) {
    int leaf = ledger().addLeaf(enter(application), application.precedence());
    leaves.put(leaf, application);
    RecordedFacts facts = ledger().facts();
    if (facts != null) {
      application.recordIn(facts, leaf);
    }
    return leaf;
  }

  private int enter(Application application) {
    return users == null ? handle() : users.enter(application.getUser());
  }

  private void leave(Application application) {
    if (users != null) {
      users.leave(application.getUser());
    }
  }

  /** Returns the node of the share tree directly above an application of the queue. */
  public int nodeAbove(Application application) {
    return users == null ? handle() : users.of(application.getUser()).node();
  }

  /** Returns the users among whom the queue's share is divided; null if it is not. */
  public @Nullable QueueUsers divided() {
    return users;
  }

  @Override
  void limitUsers() {
    if (users != null) {
      users.applyLimits();
    }
  }

  @Override
  public ReservedAmounts reservedFor(String user) {
    return users == null ? reserved() : users.of(user).reserved();
  }

  /** Returns whether used + reserved + these amounts is within the limits, the user's as well. */
  public boolean mayReserve(String user, long[] amounts) {
    return reserved().fit(amounts) && (users == null || users.of(user).mayReserve(amounts));
  }

  @Override
  public boolean mayKeepReserved(String user, long[] amounts) {
    return reserved().fit() && (users == null || users.of(user).mayKeep(amounts));
  }

  /** Returns whether reservations of the queue or of a user may have to be dropped. */
  public boolean mayHaveReservedTooMuch(String user) {
    return !reserved().fit() || (users != null && users.mayHaveReservedTooMuch(user));
  }

  /** Adds an application whose leaf is below this queue already. */
  void adopt(Application application, int leaf) {
    application.setLeaf(leaf);
    applications.put(application.id(), application);
  }

  /** Removes an application, which must hold nothing. */
  public void remove(Application application) {
    applications.remove(application.id());
    ledger().removeLeaf(application.leaf());
    leaves.remove(application.leaf());
    application.setLeaf(ShareTree.NONE);
    leave(application);
  }

  /** Hands an application with all it holds to another queue of the same tree. */
  public void moveTo(LeafQueue target, Application application) {
    applications.remove(application.id());
    ledger().tree().move(application.leaf(), target.enter(application));
    leave(application);
    target.applications.put(application.id(), application);
  }

  public Collection<Application> applications() {
    return applications.values();
  }

  @Override
  public List<FairQueue> children() {
    return List.of();
  }

  @Override
  public double entitledFractionOfCluster(int machineClass) {
    return entitlement().entitledFractionOfCluster(machineClass);
  }

  @Override
  public int applicationCount() {
    return applications.size();
  }

  /** Returns the number of a user's applications in the queue. */
  public int applicationCount(String user) {
    return (int)
        applications.values().stream()
            .filter(application -> application.getUser().equals(user))
            .count();
  }

  /**
   * Returns the most applications that the queue takes, by its largest part of a partition; nothing
   * is known of an empty cluster.
   */
  public int maximumApplications() {
    MachineClasses classes = ledger().classes();
    int partitions = classes.kind() == MachineClasses.Kind.LABELS ? classes.partitions() : 1;
    double largest =
        IntStream.range(0, partitions)
            .mapToDouble(entitlement()::guaranteedFractionOfCluster)
            .max()
            .orElse(0);
    boolean isKnown =
        !Double.isNaN(entitlement().entitledFractionOfCluster())
            && !Resources.isNone(ledger().capacity().measured());
    return spec().limits().applications().most(isKnown ? largest : 1);
  }

  @Override
  public Stream<String> users() {
    return applications.values().stream().map(Application::getUser);
  }

  /** Returns the leaf queues among a queue and those below it. */
  public static Stream<LeafQueue> below(FairQueue queue) {
    return queue instanceof LeafQueue leaf
        ? Stream.of(leaf)
        : queue.children().stream().flatMap(LeafQueue::below);
  }

  /** Returns the current attempts of the applications in a queue and below. */
  public static Stream<AppAttempt> attemptsOf(FairQueue queue) {
    return below(queue).flatMap(LeafQueue::attempts);
  }

  @Override
  public Stream<AppAttempt> attempts() {
    return applications.values().stream()
        .map(Application::getCurrentAppAttempt)
        .filter(Objects::nonNull);
  }
}
