// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.forecast;

import io.github.yarnfair.core.forecast.AgedTask;
import io.github.yarnfair.core.forecast.Bounds;
import io.github.yarnfair.core.forecast.ForwardRuns;
import io.github.yarnfair.core.forecast.StartBook;
import io.github.yarnfair.core.forecast.StartForecast;
import io.github.yarnfair.core.policy.Selection;
import io.github.yarnfair.core.tree.ShareTree;
import io.github.yarnfair.scheduler.forecast.ClusterCopy.Copied;
import io.github.yarnfair.scheduler.forecast.ClusterCopy.Placed;
import io.github.yarnfair.scheduler.model.AppAttempt;
import io.github.yarnfair.scheduler.model.Gang;
import io.github.yarnfair.scheduler.resource.ResourceVectors;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.server.resourcemanager.rmcontainer.RMContainer;
import org.apache.hadoop.yarn.server.resourcemanager.rmcontainer.RMContainerEventType;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * When waiting applications start their next containers. All of them are expected together, from
 * one copy of the scheduler's state, at most once in {@value #INTERVAL_MILLIS} ms and only when
 * asked, in a thread that ends with it. Thread-safe.
 */
public final class ExpectedStarts {
  /** Least time from the end of one forecast to the beginning of the next. */
  static final long INTERVAL_MILLIS = 10_000;

  private static final Logger LOG = LoggerFactory.getLogger(ExpectedStarts.class);
  private static final Bounds BOUNDS = new Bounds(16, 20_000, TimeUnit.DAYS.toMillis(7));
  private static final long MOST_NANOS = TimeUnit.SECONDS.toNanos(2);

  private final Supplier<ClusterCopy> copy;
  private final Supplier<Function<ShareTree, Selection>> rule;
  private final LongSupplier clock;
  private final SharedStartBook book = new SharedStartBook(System.nanoTime());
  private volatile Made last = new Made(Map.of(), Map.of(), null, Long.MIN_VALUE);
  private @Nullable FutureTask<Made> making;

  /**
   * A forecast of all applications.
   *
   * @param starts of those that wait
   * @param reasons why nothing is said of others
   * @param lives how long containers last; null if none has ended
   */
  private record Made(
      Map<ApplicationId, ExpectedStart.Interval> starts,
      Map<ApplicationId, String> reasons,
      StartBook.@Nullable Lives<ApplicationId> lives,
      long doneAt) {}

  /**
   * Creates expectations without observations.
   *
   * @param copy copies the state, taking the scheduler's lock for it
   * @param rule returns whose turn it is in a tree, by the policy in force
   * @param clock returns the time in milliseconds of the clock that containers' times are of
   */
  public ExpectedStarts(
      Supplier<ClusterCopy> copy,
      Supplier<Function<ShareTree, Selection>> rule,
      LongSupplier clock) {
    this.copy = copy;
    this.rule = rule;
    this.clock = clock;
  }

  /** Observes a container that has ended, and was not a stand-in for a resize. */
  public void ended(RMContainer container, String queue, RMContainerEventType event) {
    if (container.getAllocatedSchedulerKey().getContainerToUpdate() == null) {
      book.ended(
          new StartBook.Running<>(
              container.getApplicationAttemptId().getApplicationId(),
              queue,
              container.isAMContainer(),
              container.getCreationTime()),
          event == RMContainerEventType.FINISHED || event == RMContainerEventType.RELEASED,
          clock.getAsLong());
    }
  }

  /** Forgets an application that has ended. */
  public void forget(ApplicationId application) {
    book.forget(application);
  }

  /**
   * Returns what the last forecast says of an application, without waiting for anything; has a new
   * one made if that is due.
   */
  public ExpectedStart recent(ApplicationId application) {
    var unused = making();
    return answer(application, last);
  }

  /**
   * Returns what a forecast says of an application that is at most {@value #INTERVAL_MILLIS} ms
   * old, and waits for it.
   *
   * @param millis how long at most
   */
  public ExpectedStart await(ApplicationId application, long millis) {
    FutureTask<Made> task = making();
    if (task != null) {
      try {
        return answer(application, task.get(millis, TimeUnit.MILLISECONDS));
      } catch (TimeoutException e) {
        return unknown(application, "The forecast takes longer than " + millis + " ms");
      } catch (ExecutionException e) {
        return unknown(application, "The forecast failed: " + e.getCause());
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return unknown(application, "Interrupted");
      }
    }
    return answer(application, last);
  }

  /**
   * Returns when nodes are expected to have room, by the durations of which the last forecast knew;
   * null if that knew none.
   */
  public @Nullable RoomOutlook room(ResourceVectors vectors) {
    StartBook.Lives<ApplicationId> lives = last.lives();
    return lives == null ? null : new RoomOutlook(lives, vectors, clock.getAsLong());
  }

  /**
   * Returns how long containers last; null if none has ended since the start.
   *
   * @param running those that run now, which count as cut off at their age
   */
  public StartBook.@Nullable Lives<ApplicationId> lives(
      Collection<StartBook.Running<ApplicationId>> running, long now) {
    return book.durations() == 0 ? null : book.lives(running, now);
  }

  /**
   * Returns a duration that a part of the containers which ended by themselves since the start
   * reached or passed, in milliseconds; 0 if fewer than a number of containers have.
   */
  public long reachedBy(double part, int least) {
    return book.reachedBy(part, least);
  }

  private ExpectedStart answer(ApplicationId application, Made made) {
    ExpectedStart.Interval interval = made.starts().get(application);
    if (interval != null) {
      return expected(application, interval, null);
    }
    return unknown(
        application,
        made.reasons()
            .getOrDefault(
                application,
                made.doneAt() == Long.MIN_VALUE
                    ? "No forecast has been made yet"
                    : "The application was not known when the last forecast was made"));
  }

  private ExpectedStart unknown(ApplicationId application, String reason) {
    return expected(application, null, reason);
  }

  private ExpectedStart expected(
      ApplicationId application,
      ExpectedStart.@Nullable Interval interval,
      @Nullable String reason) {
    return new ExpectedStart(
        application, interval, reason, book.durations(), book.outcomes(), book.contained());
  }

  /** Returns the forecast that is being made, or null if the last one is recent enough. */
  private synchronized @Nullable FutureTask<Made> making() {
    if (making != null && !making.isDone()) {
      return making;
    }
    long since = clock.getAsLong() - last.doneAt();
    if (last.doneAt() != Long.MIN_VALUE && since >= 0 && since < INTERVAL_MILLIS) {
      return null;
    }
    FutureTask<Made> task = new FutureTask<>(this::make);
    making = task;
    Thread thread = new Thread(task, "expected-starts");
    thread.setDaemon(true);
    thread.start();
    return task;
  }

  private Made make() {
    try {
      ClusterCopy cluster = copy.get();
      Made made = make(cluster);
      last = made;
      return made;
    } catch (RuntimeException e) {
      LOG.error("Starts of applications could not be expected", e);
      // Not again at once.
      last = new Made(Map.of(), Map.of(), null, clock.getAsLong());
      throw e;
    }
  }

  private Made make(ClusterCopy cluster) {
    long now = clock.getAsLong();
    List<StartBook.Running<ApplicationId>> running =
        cluster.running().stream().map(Placed::task).toList();
    book.compare(running);
    StartBook.Lives<ApplicationId> lives = lives(running, now);
    Map<ApplicationId, String> reasons = new HashMap<>();
    List<Copied> waiting = new ArrayList<>();
    for (Copied each : cluster.applications().values()) {
      if (cluster.tree().demand(each.leaf()).isEmpty()) {
        reasons.put(each.application().id(), whyNotWaiting(each));
      } else {
        waiting.add(each);
      }
    }
    book.keep(waiting.stream().map(each -> each.application().id()).collect(Collectors.toSet()));
    List<StartForecast> forecasts = forecasts(cluster, waiting, lives, now);
    Map<ApplicationId, ExpectedStart.Interval> starts = new HashMap<>();
    for (int i = 0; i < waiting.size(); i++) {
      ApplicationId id = waiting.get(i).application().id();
      StartBook.Interval interval = book.made(id, waiting.get(i).queue(), now, forecasts.get(i));
      if (interval == null) {
        reasons.put(id, whyUnknown(forecasts.get(i)));
      } else {
        starts.put(
            id, new ExpectedStart.Interval(now, interval.p10(), interval.median(), interval.p90()));
      }
    }
    return new Made(starts, reasons, lives, clock.getAsLong());
  }

  private static String whyNotWaiting(Copied application) {
    AppAttempt attempt = application.application().getCurrentAppAttempt();
    Gang gang = attempt == null ? null : attempt.gang();
    if (gang != null) {
      return "Its first %d containers start together, and when the others have room is not known"
          .formatted(gang.size());
    }
    return application.isHeldBack()
        ? "It waits for a limit of running applications or of masters, and when that lets it run is"
            + " not known"
        : "It waits for no container";
  }

  private String whyUnknown(StartForecast forecast) {
    return book.durations() == 0
        ? "No container has ended since the scheduler started, so that nothing is known of how long"
            + " they run"
        : forecast.isUnknown()
            ? "In most of the possible futures it starts in none of the next %,d ends of containers, or in no %d days"
                .formatted(
                    BOUNDS.mostEvents(),
                    TimeUnit.MILLISECONDS.toDays((long) BOUNDS.horizonMillis()))
            : "Nothing is known";
  }

  private List<StartForecast> forecasts(
      ClusterCopy cluster,
      List<Copied> waiting,
      StartBook.@Nullable Lives<ApplicationId> lives,
      long now) {
    if (waiting.isEmpty() || lives == null) {
      return waiting.stream().map(each -> StartForecast.UNKNOWN).toList();
    }
    List<AgedTask> running = new ArrayList<>();
    for (Placed each : cluster.running()) {
      StartBook.Running<ApplicationId> task = each.task();
      running.add(
          new AgedTask(
              each.leaf(),
              each.charged(),
              each.freed(),
              each.node(),
              now - task.createdAt(),
              lives.of(task.application(), task.queue(), task.isMaster())));
    }
    Map<Integer, Copied> byLeaf = new HashMap<>();
    cluster.applications().values().forEach(each -> byLeaf.put(each.leaf(), each));
    long begin = System.nanoTime();
    return new ForwardRuns(
            cluster.tree(),
            rule.get(),
            cluster.free(),
            running,
            leaf -> {
              Copied of = Objects.requireNonNull(byLeaf.get(leaf));
              return lives.of(of.application().id(), of.queue(), /* isMaster= */ false);
            })
        .of(
            waiting.stream().mapToInt(Copied::leaf).toArray(),
            BOUNDS,
            now,
            () -> System.nanoTime() - begin > MOST_NANOS);
  }
}
