// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.service;

import io.github.yarnfair.scheduler.conf.FatalErrors;
import io.github.yarnfair.scheduler.explain.DiagnosticText;
import io.github.yarnfair.scheduler.explain.Explainer;
import io.github.yarnfair.scheduler.explain.answer.Explanation;
import io.github.yarnfair.scheduler.model.AppAttempt;
import io.github.yarnfair.scheduler.model.Application;
import io.github.yarnfair.scheduler.snapshot.CorePart;
import java.lang.management.ManagementFactory;
import java.util.Collections;
import java.util.Iterator;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.thirdparty.com.google.common.util.concurrent.ThreadFactoryBuilder;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Explains why applications wait, one after the other, in a thread of its own, and puts the short
 * form into their diagnostics. It takes a bounded part of one core: with few applications that wait
 * each of them is explained every second, with thousands every few minutes or hours. It also lets
 * go of the copies that explanations for others have left.
 */
public final class DiagnosticsService {
  private static final Logger LOG = LoggerFactory.getLogger(DiagnosticsService.class);

  private static final long INTERVAL_MILLIS = 1000;
  private static final long ROUND_NANOS = TimeUnit.MILLISECONDS.toNanos(100);
  private static final long ALLOWANCE_NANOS = TimeUnit.SECONDS.toNanos(2);

  private final SharedState state;
  private final ClusterCapacity cluster;
  private final Explainer others;
  private final Explainer explainer;
  private @Nullable ScheduledExecutorService thread;
  private volatile int percent;

  /** Those of the round, with the explainer locked. */
  private Iterator<Application> next = Collections.emptyIterator();

  /** Of the thread alone. */
  private final CorePart part =
      new CorePart(
          ManagementFactory.getThreadMXBean()::getCurrentThreadCpuTime,
          System::nanoTime,
          ALLOWANCE_NANOS);

  /**
   * @param explainer not used by others
   * @param others explains on demand
   */
  DiagnosticsService(
      SharedState state, ClusterCapacity cluster, Explainer explainer, Explainer others) {
    this.state = state;
    this.cluster = cluster;
    this.explainer = explainer;
    this.others = others;
  }

  /**
   * Explains from now on, or no longer.
   *
   * @param percentOfCore most part of one core to take, 0 for none
   */
  public synchronized void configure(int percentOfCore) {
    percent = percentOfCore;
    if (thread == null) {
      ScheduledExecutorService made =
          Executors.newSingleThreadScheduledExecutor(
              new ThreadFactoryBuilder()
                  .setDaemon(true)
                  .setNameFormat("Explained diagnostics")
                  .build());
      Future<?> unused =
          made.scheduleWithFixedDelay(
              this::tick, INTERVAL_MILLIS, INTERVAL_MILLIS, TimeUnit.MILLISECONDS);
      thread = made;
    }
  }

  /** Explains no longer. Does not wait for what is being explained. */
  public synchronized void stop() {
    if (thread != null) {
      thread.shutdownNow();
      thread = null;
    }
  }

  private void tick() {
    others.dropOldCopy();
    part.run(percent, this::round);
  }

  /** Explains the next applications, for a tenth of a second at most. */
  void round() {
    synchronized (explainer) {
      if (!next.hasNext()) {
        next = state.applications().each().iterator();
      }
      long end = System.nanoTime() + ROUND_NANOS;
      while (next.hasNext() && System.nanoTime() - end < 0) {
        tryExplain(next.next());
      }
      if (!next.hasNext()) {
        next = Collections.emptyIterator(); // It leads to the applications that it has passed.
      }
      explainer.dropCopy();
    }
  }

  /** An application that cannot be explained stops no other. */
  private void tryExplain(Application application) {
    try {
      explain(application);
    } catch (RuntimeException | Error e) {
      FatalErrors.rethrow(e);
      LOG.warn("{} could not be explained", application.id(), e);
    }
  }

  private void explain(Application application) {
    AppAttempt attempt = application.getCurrentAppAttempt();
    if (attempt == null || attempt.isStopped() || attempt.getSchedulerKeys().isEmpty()) {
      return; // What was told is taken back by the scheduler itself.
    }
    String user = application.getUser();
    Explanation explanation = explainer.explain(application.id(), other -> isOf(other, user));
    if (explanation == null) {
      return;
    }
    String sentence = DiagnosticText.of(explanation, System.currentTimeMillis());
    state.writeLock().lock();
    try {
      cluster.explained(application, sentence);
    } finally {
      state.writeLock().unlock();
    }
  }

  /** Who reads an application's diagnostics may not know those of others. */
  private boolean isOf(ApplicationId id, String user) {
    Application application = state.applications().find(id);
    return application != null && user.equals(application.getUser());
  }
}
