// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.explain;

import io.github.yarnfair.core.tree.ShareTree;
import io.github.yarnfair.scheduler.ask.Ask;
import io.github.yarnfair.scheduler.conf.FatalErrors;
import io.github.yarnfair.scheduler.explain.answer.AmountText;
import io.github.yarnfair.scheduler.explain.answer.Finding;
import io.github.yarnfair.scheduler.model.AppAttempt;
import io.github.yarnfair.scheduler.model.Application;
import io.github.yarnfair.scheduler.model.LeafQueue;
import io.github.yarnfair.scheduler.resource.MachineClasses;
import java.util.Collections;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Predicate;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Says in the diagnostics of an application what keeps its first request waiting: a limit of a
 * queue or its user, which each step looks for at some applications, one after the other; or else
 * what an explanation said last. Under the scheduler's write lock.
 */
public final class WaitDiagnostics {
  private static final Logger LOG = LoggerFactory.getLogger(WaitDiagnostics.class);

  /** Applications that a step looks at, at a fraction of a microsecond each. */
  private static final int MOST_LOOKED_AT = 200;

  /** Sentences that a step writes, at some microseconds each. */
  private static final int MOST_WRITTEN = 10;

  private final Predicate<ApplicationId> saysMore;
  private final Map<ApplicationId, String> published = new HashMap<>();
  private final Map<ApplicationId, String> explained = new HashMap<>();
  private Iterator<Application> next = Collections.emptyIterator();

  /**
   * @param saysMore whether the diagnostics of an application say something else already
   */
  public WaitDiagnostics(Predicate<ApplicationId> saysMore) {
    this.saysMore = saysMore;
  }

  /**
   * Updates the diagnostics of the next applications. To be called once a second.
   *
   * @param all applications; several steps go through them in order
   */
  public void step(Iterable<Application> all) {
    int written = 0;
    if (!next.hasNext()) {
      next = all.iterator();
    }
    for (int i = 0; i < MOST_LOOKED_AT && written < MOST_WRITTEN && next.hasNext(); i++) {
      written += lookGuarded(next.next()) ? 1 : 0;
    }
  }

  /**
   * Sets the reason why an application waits. The reason of a waiting master goes into the
   * diagnostics at once, since YARN's own sentence replaces it when the master has its container.
   *
   * @param sentence null without an obstacle
   */
  public void explained(Application application, @Nullable String sentence) {
    AppAttempt attempt = application.getCurrentAppAttempt();
    if (sentence == null || !isToBePublished(application, attempt)) {
      explained.remove(application.id());
    } else if (attempt.waitsForMaster()) {
      attempt.master().setPlacingDiagnostics(sentence);
      return;
    } else {
      explained.put(application.id(), sentence);
    }
    lookGuarded(application);
  }

  /** Forgets an application that has ended; its diagnostics are those of its end. */
  public void forget(Application application) {
    explained.remove(application.id());
    AppAttempt attempt = application.getCurrentAppAttempt();
    if (published.remove(application.id()) != null && attempt != null) {
      attempt.master().setDiagnostics(null);
    }
  }

  /** An application that cannot be looked at stops no other. */
  private boolean lookGuarded(Application application) {
    try {
      return look(application);
    } catch (RuntimeException | Error e) {
      FatalErrors.rethrow(e);
      LOG.error("The limits of {} could not be looked at", application.id(), e);
      return false;
    }
  }

  /** Returns whether anything was written. */
  private boolean look(Application application) {
    ApplicationId id = application.id();
    AppAttempt attempt = application.getCurrentAppAttempt();
    if (!isToBePublished(application, attempt)) {
      if (published.remove(id) != null && attempt != null && attempt.isStopped()) {
        // In the other cases the diagnostics say something else by now.
        attempt.master().setDiagnostics(null);
      }
      return false;
    }
    String limit = null;
    Iterator<Ask> asks = attempt.asks().iterator();
    if (!asks.hasNext() || attempt.waitsForMaster()) {
      explained.remove(id);
    } else {
      limit = limit(application, attempt, asks.next());
    }
    String sentence = limit == null ? explained.get(id) : limit;
    String before = sentence == null ? published.remove(id) : published.put(id, sentence);
    // YARN may have cleared a limit since, when the master registered.
    if (limit == null && Objects.equals(sentence, before)) {
      return false;
    }
    attempt.master().setDiagnostics(sentence);
    return true;
  }

  private boolean isToBePublished(Application application, @Nullable AppAttempt attempt) {
    return attempt != null
        && application.hasLeaf()
        && !attempt.isStopped()
        && !attempt.waitsToRun()
        && !saysMore.test(application.id());
  }

  private static @Nullable String limit(Application application, AppAttempt attempt, Ask first) {
    LeafQueue queue = attempt.queue();
    MachineClasses classes = queue.classes().all();
    String only = first.onlyClass(classes);
    int machineClass = only == null ? MachineClasses.UNKNOWN : classes.number(only);
    if (machineClass == MachineClasses.UNKNOWN
        || !isLimited(application, classes.amounts(machineClass, first.amounts()))) {
      return null;
    }
    List<Finding> findings =
        new LimitFindings(
                queue.ledger(), queue.ledger().tree(), new AmountText(queue.ledger().vectors()))
            .of(ApplicationReading.limited(application, queue), machineClass, first.amounts());
    return findings.isEmpty() ? null : DiagnosticText.of(findings.get(0));
  }

  private static boolean isLimited(Application application, long[] amounts) {
    ShareTree tree = application.queue().ledger().tree();
    for (int n = tree.parent(application.leaf()); n != ShareTree.NONE; n = tree.parent(n)) {
      for (int pair = 0; pair < tree.space().pairs(); pair++) {
        if (amounts[pair] > tree.headroom(n, pair)) {
          return true;
        }
      }
    }
    return false;
  }
}
