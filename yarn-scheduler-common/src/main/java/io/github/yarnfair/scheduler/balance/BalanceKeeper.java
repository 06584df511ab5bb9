// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.balance;

import io.github.yarnfair.scheduler.conf.FatalErrors;
import java.io.IOException;
import java.util.Objects;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.thirdparty.com.google.common.util.concurrent.ThreadFactoryBuilder;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads the stored balances when they are first needed and writes them after each epoch, in a
 * thread of its own. A store that fails costs a warning: balances go on in memory.
 */
public final class BalanceKeeper {
  private static final Logger LOG = LoggerFactory.getLogger(BalanceKeeper.class);
  private static final long INTERVAL_MILLIS = 1000;
  private static final long LONGEST_END_SECONDS = 5;

  private final BalanceService service;
  private final Configuration configuration;
  private final LongTasks longTasks;
  private @Nullable ScheduledExecutorService thread;

  /** Of the thread alone: the settings whose store was read, and what was written last. */
  private @Nullable BalanceSettings read;

  private @Nullable BalanceSnapshot written;
  private boolean hasFailed;

  /**
   * @param configuration names the file systems
   * @param longDuration returns the 90th percentile of the tasks' durations, in milliseconds; 0 if
   *     that is not known
   */
  public BalanceKeeper(
      BalanceService service, Configuration configuration, LongSupplier longDuration) {
    this.service = service;
    this.configuration = configuration;
    longTasks = new LongTasks(longDuration);
  }

  /** Begins to look for what is to be read and written. */
  public synchronized void start() {
    ScheduledExecutorService made =
        Executors.newSingleThreadScheduledExecutor(
            new ThreadFactoryBuilder().setDaemon(true).setNameFormat("Balances of queues").build());
    Future<?> unused =
        made.scheduleWithFixedDelay(
            this::step, INTERVAL_MILLIS, INTERVAL_MILLIS, TimeUnit.MILLISECONDS);
    thread = made;
  }

  /** Writes what is left, and waits for it for five seconds if the file system does not answer. */
  public synchronized void stop() throws InterruptedException {
    if (thread != null) {
      Future<?> unused = thread.submit(this::step);
      thread.shutdown();
      if (!thread.awaitTermination(LONGEST_END_SECONDS, TimeUnit.SECONDS)) {
        thread.shutdownNow();
      }
      thread = null;
    }
  }

  private synchronized @Nullable ScheduledExecutorService thread() {
    return thread;
  }

  /** Reads or writes now what is due, in the thread, and waits for it. */
  public void stepNow() throws Exception {
    ScheduledExecutorService current = thread();
    if (current != null) {
      current.submit(this::step).get();
    }
  }

  private void step() {
    try {
      longTasks.check(service.remembering());
      store();
    } catch (RuntimeException | Error e) {
      FatalErrors.rethrow(e);
      LOG.warn("Balances were not stored", e);
    }
  }

  private void store() {
    BalanceSettings settings = service.storedBy();
    if (settings == null || settings.store() == null) {
      read = null;
      return;
    }
    try {
      BalanceStore store = new BalanceStore(settings.store(), configuration, service.cluster());
      if (!settings.equals(read)) {
        read = settings;
        service.restore(readFrom(store, settings), settings);
      }
      BalanceSnapshot latest = service.latest();
      if (latest != null && !Objects.equals(latest, written)) {
        written = latest;
        store.write(latest);
        hasFailed = false;
      }
    } catch (IOException | RuntimeException | Error e) {
      FatalErrors.rethrow(e);
      warn(settings, e);
    }
  }

  private @Nullable BalanceSnapshot readFrom(BalanceStore store, BalanceSettings settings) {
    try {
      return store.read();
    } catch (IOException | RuntimeException e) {
      warn(settings, e);
      return null;
    }
  }

  /** Warns once, until the store has worked again. */
  private void warn(BalanceSettings settings, Throwable e) {
    if (!hasFailed) {
      hasFailed = true;
      LOG.warn(
          "{} = \"{}\": expected a directory that can be read and written; balances are kept in"
              + " memory only",
          settings.storeKey(),
          settings.store(),
          e);
    }
  }
}
