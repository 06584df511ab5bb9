// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.core.forecast;

import io.github.yarnfair.core.forecast.Calibration.Band;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.DoubleStream;
import org.jspecify.annotations.Nullable;

/**
 * What was observed: how long tasks ran, and how far forecasts were off. Of each application two
 * forecasts at most are waited for: the first since its last start, and one of the later ones, each
 * of which is as likely to be it. Times are milliseconds of one clock. For one thread at a time.
 *
 * @param <A> what tells applications apart
 */
public final class StartBook<A> {
  private final ObservedDurations<A> tasks = new ObservedDurations<>();
  private final ObservedDurations<A> masters = new ObservedDurations<>();
  private final Calibration first = new Calibration();
  private final Calibration later = new Calibration();
  private final Map<A, Open> open = new HashMap<>();
  private final SplittableRandom random;
  private final Outcomes outcomes;
  private long contained;

  /** When the bands were computed. */
  private long bandsAt = Long.MIN_VALUE;

  private Calibration.Bands firstBands = first.bands(new double[0]);
  private Calibration.Bands laterBands = later.bands(new double[0]);

  /**
   * A running task.
   *
   * @param queue full path
   * @param createdAt when it started
   */
  public record Running<A>(A application, String queue, boolean isMaster, long createdAt) {}

  /**
   * When the next task of an application starts.
   *
   * @param p10 with a probability of 10 % it starts before
   * @param median with a probability of 50 %
   * @param p90 with a probability of 90 %
   */
  public record Interval(long p10, long median, long p90) {
    /** Returns whether a time is within it. */
    public boolean contains(long time) {
      return p10 <= time && time <= p90;
    }
  }

  /** Receives each forecast together with its outcome. */
  public interface Outcomes {
    /**
     * A task with a forecast has started.
     *
     * @param madeAt when the forecast was made
     */
    void compared(long madeAt, Interval interval, long start);
  }

  /** A copy of the durations of tasks that have ended. */
  public record Observed<A>(ObservedDurations<A> tasks, ObservedDurations<A> masters) {
    /** Returns how long tasks last, with those that run now as cut off at their age; once. */
    public Lives<A> lives(Collection<Running<A>> running, long now) {
      for (Running<A> each : running) {
        (each.isMaster ? masters : tasks)
            .add(each.application, each.queue, now - each.createdAt, /* byItself= */ false);
      }
      return new Lives<>(tasks.tables(), masters.tables());
    }
  }

  /** Durations as they are now, with those of running tasks. */
  public record Lives<A>(ObservedDurations.Tables<A> tasks, ObservedDurations.Tables<A> masters) {
    /** Returns how long tasks of an application last. */
    public LifeTable of(A application, String queue, boolean isMaster) {
      return (isMaster ? masters : tasks).of(application, queue);
    }
  }

  /** The forecasts of an application that have no outcome yet. */
  private static final class Open {
    private final Made first;
    private @Nullable Made later;
    private int number;

    private Open(Made first) {
      this.first = first;
    }
  }

  private record Made(long at, String queue, StartForecast forecast, Band band, Interval interval) {
    private double scoreNow(long now) {
      return forecast.scoreOf((double) (now - at));
    }
  }

  /**
   * Creates a book without observations.
   *
   * @param seed of the choice among later forecasts
   */
  public StartBook(long seed) {
    this(seed, (madeAt, interval, start) -> {});
  }

  /**
   * Creates a book without observations.
   *
   * @param seed of the choice among later forecasts
   * @param outcomes receives each comparison
   */
  public StartBook(long seed, Outcomes outcomes) {
    random = new SplittableRandom(seed);
    this.outcomes = outcomes;
  }

  /**
   * Adds a task that has ended.
   *
   * @param byItself whether it ended by itself, and was not preempted or lost
   */
  public void ended(Running<A> task, boolean byItself, long now) {
    (task.isMaster ? masters : tasks)
        .add(task.application, task.queue, now - task.createdAt, byItself);
    started(task.application, task.createdAt);
  }

  /** Compares the open forecasts of an application with a start of a task. */
  private void started(A application, long createdAt) {
    Open waiting = open.get(application);
    if (waiting != null && createdAt >= waiting.first.at) {
      open.remove(application);
      compare(first, waiting.first, createdAt);
      if (waiting.later != null && createdAt >= waiting.later.at) {
        compare(later, waiting.later, createdAt);
      }
    }
  }

  private void compare(Calibration calibration, Made made, long start) {
    contained += made.interval.contains(start) ? 1 : 0;
    outcomes.compared(made.at, made.interval, start);
    calibration.addOutcome(made.forecast, made.queue, made.band, (double) (start - made.at));
  }

  /** Forgets an application that has ended. */
  public void forget(A application) {
    tasks.forget(application);
    masters.forget(application);
    open.remove(application);
  }

  /** Compares open forecasts with the tasks that run now. */
  public void compare(Collection<Running<A>> running) {
    running.stream()
        .sorted(Comparator.comparingLong(Running::createdAt))
        .forEach(each -> started(each.application, each.createdAt));
  }

  /** Copies the durations of the tasks that have ended. */
  public Observed<A> observed() {
    return new Observed<>(tasks.copy(), masters.copy());
  }

  /**
   * Notes a forecast of a waiting application; returns its interval, or null if it says nothing.
   *
   * @param queue full path
   */
  public @Nullable Interval made(A application, String queue, long now, StartForecast forecast) {
    return forecast.isUnknown() || durations() == 0
        ? null
        : note(application, queue, now, forecast);
  }

  private Interval note(A application, String queue, long now, StartForecast forecast) {
    computeBands(now);
    Open known = open.get(application);
    Band band = (known == null ? firstBands : laterBands).of(forecast, queue);
    Interval interval =
        new Interval(
            now + Math.round(forecast.millisOf(band.low())),
            now + Math.round(forecast.millisOf(band.median())),
            now + Math.round(forecast.millisOf(band.high())));
    Made made = new Made(now, queue, forecast, band, interval);
    if (known == null) {
      open.put(application, new Open(made));
    } else {
      known.number++;
      if (random.nextInt(known.number) == 0) {
        known.later = made;
      }
    }
    return interval;
  }

  /** Once for all forecasts of one time. */
  private void computeBands(long now) {
    if (now != bandsAt) {
      bandsAt = now;
      DoubleStream.Builder firstScores = DoubleStream.builder();
      DoubleStream.Builder laterScores = DoubleStream.builder();
      for (Open each : open.values()) {
        firstScores.add(each.first.scoreNow(now));
        Made other = each.later;
        if (other != null) {
          laterScores.add(other.scoreNow(now));
        }
      }
      firstBands = first.bands(firstScores.build().toArray());
      laterBands = later.bands(laterScores.build().toArray());
    }
  }

  /**
   * Forgets the forecasts of applications that have withdrawn what they waited for.
   *
   * @param waiting the applications that wait
   */
  public void keep(Set<A> waiting) {
    open.keySet().retainAll(waiting);
  }

  /**
   * Returns a duration that a part of the tasks which ended by themselves reached or passed, in
   * milliseconds; 0 if fewer than a number of tasks have.
   */
  public long reachedBy(double part, int least) {
    return tasks.ended() < least ? 0 : tasks.reachedBy(part);
  }

  /** Returns how many durations of tasks that ended by themselves are counted. */
  public int durations() {
    return tasks.ended() + masters.ended();
  }

  /** Returns how many forecasts have been compared with what happened. */
  public long outcomes() {
    return first.outcomes() + later.outcomes();
  }

  /** Returns how many of these happened within the interval that was forecast. */
  public long contained() {
    return contained;
  }
}
