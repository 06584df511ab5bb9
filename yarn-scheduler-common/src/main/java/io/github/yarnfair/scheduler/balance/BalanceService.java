// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.balance;

import io.github.yarnfair.core.balance.BalanceRules;
import io.github.yarnfair.core.balance.Balances;
import io.github.yarnfair.scheduler.conf.FatalErrors;
import io.github.yarnfair.scheduler.model.QueueTree;
import io.github.yarnfair.scheduler.record.RecordedFacts;
import java.util.List;
import java.util.concurrent.locks.Lock;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps the balances of the queues in force: their epochs, and their way from the queues that a
 * refresh replaces, and from the ResourceManager before, to these. Under the scheduler's write
 * lock, but for what says that it takes it.
 */
public final class BalanceService {
  private static final Logger LOG = LoggerFactory.getLogger(BalanceService.class);

  private final Lock writeLock;
  private final LongSupplier clock;
  private final String cluster;
  private final Supplier<QueueTree> inForce;
  private final Supplier<BalanceSettings> configured;

  /** The queues whose balances are kept; null before the first event. */
  private @Nullable QueueTree queues;

  private @Nullable Balances balances;
  private @Nullable BalanceSettings settings;
  private long epochBegan;

  /** When the present event came: what happens in it happens then, as in a recording. */
  private long now;

  /** What the store has to do; read without the lock. */
  private volatile @Nullable BalanceSettings storedBy;

  private volatile @Nullable BalanceSnapshot latest;

  private volatile @Nullable BalanceSettings remembering;

  /** Whether what the store had has been added, or there was nothing. */
  private boolean isRestored;

  /**
   * @param clock returns the time, in milliseconds since 1970
   * @param cluster the id of the cluster
   * @param inForce returns the queues in force
   * @param configured returns their settings
   */
  public BalanceService(
      Lock writeLock,
      LongSupplier clock,
      String cluster,
      Supplier<QueueTree> inForce,
      Supplier<BalanceSettings> configured) {
    this.writeLock = writeLock;
    this.clock = clock;
    this.cluster = cluster;
    this.inForce = inForce;
    this.configured = configured;
  }

  /** An event comes: nothing is half done now. What fails here ends the memory, and no event. */
  public void tick() {
    now = clock.getAsLong();
    if (queues != inForce.get()) {
      attempt(this::adoptQueues);
    }
    if (balances != null) {
      long passed = now - epochBegan;
      if (passed >= BalanceRules.EPOCH_MILLIS || passed < 0) {
        attempt(this::endEpoch);
      }
    }
  }

  private void attempt(Runnable step) {
    try {
      step.run();
    } catch (RuntimeException | Error e) {
      FatalErrors.rethrow(e);
      LOG.error("Shares have no memory from now on, until the next refresh of the queues", e);
      QueueTree failed = inForce.get();
      failed.ledger().remember(null);
      queues = failed;
      balances = null;
      storedBy = null;
      remembering = null;
    }
  }

  /** Goes on with the queues in force. */
  private void adoptQueues() {
    Balances former = balances;
    List<QueueBalance> kept = List.of();
    if (former != null && queues != null) {
      former.endEpoch();
      kept = new BalanceNames(queues, former).read();
    }
    QueueTree adopted = inForce.get();
    BalanceSettings next = configured.get();
    if (!next.equals(settings)) {
      LOG.info("Balances are {}", next.describe());
    }
    Balances made =
        next.rules() == null
            ? null
            : new Balances(adopted.ledger().tree(), next.rules(), () -> now);
    adopted.ledger().remember(made);
    if (made != null) {
      BalanceNames names = new BalanceNames(adopted, made);
      names.nameUsers();
      names.add(kept, 1.0);
      made.apply();
    }
    if (made == null || former == null) {
      isRestored = next.store() == null;
      latest = null;
    }
    queues = adopted;
    balances = made;
    settings = next;
    epochBegan = now;
    storedBy = made == null || next.store() == null ? null : next;
    remembering = made == null ? null : next;
  }

  private void endEpoch() {
    Balances current = balances;
    QueueTree adopted = queues;
    if (current != null && adopted != null) {
      RecordedFacts facts = adopted.ledger().facts();
      if (facts == null) {
        current.endEpoch();
      } else {
        facts.endEpoch(current);
      }
      epochBegan = now;
      if (isRestored && storedBy != null) {
        latest =
            new BalanceSnapshot(cluster, epochBegan, new BalanceNames(adopted, current).read());
      }
    }
  }

  /** Returns the settings in force, null if shares have no memory. Any thread. */
  @Nullable BalanceSettings remembering() {
    return remembering;
  }

  /** Returns where balances are stored, null if nowhere. Any thread. */
  @Nullable BalanceSettings storedBy() {
    return storedBy;
  }

  /** Returns the balances as of the last epoch that is to be stored, null if none. Any thread. */
  @Nullable BalanceSnapshot latest() {
    return latest;
  }

  /** Returns the id of the cluster. Any thread. */
  String cluster() {
    return cluster;
  }

  /**
   * Adds what the store had, aged by the time that has passed since. Takes the lock.
   *
   * @param stored null if there was nothing
   * @param of the settings by which it was read
   */
  void restore(@Nullable BalanceSnapshot stored, BalanceSettings of) {
    writeLock.lock();
    try {
      Balances current = balances;
      QueueTree adopted = queues;
      if (isRestored || current == null || adopted == null || !of.equals(settings)) {
        return;
      }
      isRestored = true;
      if (stored != null) {
        long gap = Math.max(0, clock.getAsLong() - stored.millis());
        new BalanceNames(adopted, current).add(stored.queues(), current.rules().kept(gap));
        current.apply();
        LOG.info(
            "Balances of {} queues and users go on, aged by {} s",
            stored.queues().size(),
            gap / 1000);
      }
    } finally {
      writeLock.unlock();
    }
  }

  /** Returns the balances. Takes the lock. */
  public BalanceReport report() {
    writeLock.lock();
    try {
      Balances current = balances;
      QueueTree adopted = queues;
      return current == null || adopted == null
          ? new BalanceReport(null, List.of())
          : new BalanceReport(current.rules(), new BalanceNames(adopted, current).report());
    } finally {
      writeLock.unlock();
    }
  }

  /**
   * Lets queues that are only supposed remember what those in force do, as of the last epoch's end.
   * Takes the lock for the copy.
   *
   * @param supposed with its applications
   */
  public void suppose(QueueTree supposed, BalanceRules rules) {
    List<QueueBalance> kept = List.of();
    writeLock.lock();
    try {
      Balances current = balances;
      QueueTree adopted = queues;
      if (current != null && adopted != null) {
        kept = new BalanceNames(adopted, current).read();
      }
    } finally {
      writeLock.unlock();
    }
    Balances made = new Balances(supposed.ledger().tree(), rules, () -> 0);
    supposed.ledger().remember(made);
    BalanceNames names = new BalanceNames(supposed, made);
    names.nameUsers();
    names.add(kept, 1.0);
    made.apply();
  }

  /** Makes all balances 0. Takes the lock. */
  public void reset() {
    writeLock.lock();
    try {
      Balances current = balances;
      if (current != null) {
        isRestored = true;
        now = clock.getAsLong();
        current.endEpoch();
        current.book().reset();
        current.apply();
        LOG.info("All balances were reset");
      }
    } finally {
      writeLock.unlock();
    }
  }

  /** Ends the last epoch: another ResourceManager goes on. Takes the lock. */
  public void stop() {
    writeLock.lock();
    try {
      now = clock.getAsLong();
      attempt(this::endEpoch);
    } finally {
      writeLock.unlock();
    }
  }
}
