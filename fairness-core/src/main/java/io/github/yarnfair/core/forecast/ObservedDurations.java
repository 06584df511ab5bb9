// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.core.forecast;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Durations of tasks, by application, by queue, and of all. Bounded: {@value #MOST_QUEUES} queues
 * and {@value #MOST_APPLICATIONS} applications; tasks of further ones count above them only. A task
 * that ends takes two look-ups. Not thread-safe.
 *
 * @param <A> what tells applications apart
 */
public final class ObservedDurations<A> {
  static final int MOST_QUEUES = 10_000;
  static final int MOST_APPLICATIONS = 20_000;

  private final DurationSketch all;
  private final Map<String, DurationSketch> byQueue;
  private final Map<A, DurationSketch> byApplication;

  /** Creates durations of no tasks. */
  public ObservedDurations() {
    this(new DurationSketch(), new HashMap<>(), new HashMap<>());
  }

  private ObservedDurations(
      DurationSketch all,
      Map<String, DurationSketch> byQueue,
      Map<A, DurationSketch> byApplication) {
    this.all = all;
    this.byQueue = byQueue;
    this.byApplication = byApplication;
  }

  /** Returns a copy that does not follow this. */
  public ObservedDurations<A> copy() {
    Map<String, DurationSketch> queues = new HashMap<>();
    byQueue.forEach((queue, sketch) -> queues.put(queue, sketch.copy()));
    Map<A, DurationSketch> applications = new HashMap<>();
    byApplication.forEach((application, sketch) -> applications.put(application, sketch.copy()));
    return new ObservedDurations<>(all.copy(), queues, applications);
  }

  /**
   * Adds a task.
   *
   * @param queue full path
   * @param millis how long it ran
   * @param byItself whether it ended by itself, and was not preempted, lost, or still runs
   */
  public void add(A application, String queue, long millis, boolean byItself) {
    add(all, millis, byItself);
    DurationSketch ofQueue = sketch(byQueue, queue, MOST_QUEUES);
    if (ofQueue != null) {
      add(ofQueue, millis, byItself);
    }
    DurationSketch ofApplication = sketch(byApplication, application, MOST_APPLICATIONS);
    if (ofApplication != null) {
      add(ofApplication, millis, byItself);
    }
  }

  private static <K> @Nullable DurationSketch sketch(
      Map<K, DurationSketch> sketches, K key, int most) {
    DurationSketch known = sketches.get(key);
    if (known == null && sketches.size() < most) {
      known = new DurationSketch();
      sketches.put(key, known);
    }
    return known;
  }

  private static void add(DurationSketch sketch, long millis, boolean byItself) {
    if (byItself) {
      sketch.addEnded(millis);
    } else {
      sketch.addCut(millis);
    }
  }

  /** Forgets an application that has ended; its tasks still count in its queue. */
  public void forget(A application) {
    byApplication.remove(application);
  }

  /**
   * Returns a duration that a part of the tasks which ended by themselves reached or passed, in
   * milliseconds.
   */
  public long reachedBy(double part) {
    return all.reachedBy(part);
  }

  /** Returns how many tasks that ended by themselves are counted. */
  public int ended() {
    return all.ended();
  }

  /**
   * Returns the life tables of applications as they are now, each made when it is first asked for.
   */
  public Tables<A> tables() {
    return new Tables<>(this);
  }

  /**
   * Life tables of applications.
   *
   * @param <A> what tells applications apart
   */
  public static final class Tables<A> {
    private final ObservedDurations<A> durations;
    private final LifeTable all;
    private final Map<String, LifeTable> byQueue = new HashMap<>();
    private final Map<A, LifeTable> byApplication = new HashMap<>();

    private Tables(ObservedDurations<A> durations) {
      this.durations = durations;
      all = LifeTable.of(durations.all);
    }

    /**
     * Returns the table of an application's tasks.
     *
     * @param queue its queue's full path
     */
    public LifeTable of(A application, String queue) {
      LifeTable known = byApplication.get(application);
      if (known == null) {
        LifeTable ofQueue = of(queue);
        DurationSketch own = durations.byApplication.get(application);
        known = own == null ? ofQueue : ofQueue.ofPart(own);
        byApplication.put(application, known);
      }
      return known;
    }

    private LifeTable of(String queue) {
      LifeTable known = byQueue.get(queue);
      if (known == null) {
        DurationSketch own = durations.byQueue.get(queue);
        known = own == null ? all : all.ofPart(own);
        byQueue.put(queue, known);
      }
      return known;
    }
  }
}
