// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.demand;

import io.github.yarnfair.scheduler.conf.ParallelSettings;
import io.github.yarnfair.scheduler.conf.key.QueueKeys;
import io.github.yarnfair.scheduler.demand.ParallelGroup.Turn;
import io.github.yarnfair.scheduler.model.AppAttempt;
import io.github.yarnfair.scheduler.model.Application;
import io.github.yarnfair.scheduler.model.FairQueue;
import io.github.yarnfair.scheduler.model.LeafQueue;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.jspecify.annotations.Nullable;

/**
 * Which applications run where {@code max-parallel-apps} limits them, and which wait for one to
 * end. Under the scheduler's write lock; without any limit each method returns at once.
 *
 * <pre>
 *   submitted ──► waits ──► runs ──► its attempt has ended
 *                   │        ▲
 *                   ▼        │ settle: by priority, then submission
 *     a group per leaf queue and user, parked at one limit that is reached
 * </pre>
 *
 * <p>An application that ends leaves a place in the limits of its queues and its user. Only the
 * groups that are parked at these are considered: O(log n) for each application that starts, and
 * for each group that is moved on to another limit.
 */
public final class ParallelApplications {
  private final ParallelSettings settings;

  /** By queue or by user's name. */
  private final Map<Object, ParallelLimit> limits = new HashMap<>();

  /** The limits in which each running application counts. */
  private final Map<ApplicationId, List<ParallelLimit>> running = new HashMap<>();

  private final Map<ParallelGroup.Key, ParallelGroup> groups = new HashMap<>();
  private final Map<ApplicationId, Waiting> waiting = new HashMap<>();

  /** Groups that are parked nowhere. */
  private final TreeSet<ParallelGroup> toConsider = new TreeSet<>(ParallelGroup.BY_FIRST);

  /** Limits below which an application has ended. */
  private final Set<ParallelLimit> freed = new LinkedHashSet<>();

  /** Waiting attempts whose diagnostics do not state it yet. */
  private final List<AppAttempt> unpublished = new ArrayList<>();

  private record Waiting(ParallelGroup group, Turn turn) {}

  public ParallelApplications(ParallelSettings settings) {
    this.settings = settings;
  }

  // ---------------------------------------------------------------------------------- events

  /** Makes a new attempt wait until {@link #settle}, unless its application has kept its place. */
  public void added(AppAttempt attempt) {
    Application application = attempt.application();
    if (!settings.areLimited() || running.containsKey(application.id())) {
      return;
    }
    remove(application.id());
    List<ParallelLimit> ofApplication = limits(application.queue(), application.getUser());
    if (!ofApplication.isEmpty()) {
      attempt.setWaitsToRun(true);
      enqueue(attempt, application.queue(), ofApplication);
    }
  }

  /** Counts an application that runs whatever the limits, as after a restart. */
  public void runs(AppAttempt attempt) {
    if (settings.areLimited()) {
      Application application = attempt.application();
      remove(application.id());
      attempt.setWaitsToRun(false);
      start(application.id(), limits(application.queue(), application.getUser()));
    }
  }

  /** Removes an application whose attempt has ended, and gives its place to others. */
  public void ended(ApplicationId id) {
    remove(id);
  }

  /** Removes an application if it waits; one that runs keeps its place for its next attempt. */
  public void endedKeepingContainers(ApplicationId id) {
    if (waiting.containsKey(id)) {
      remove(id);
    }
  }

  /** Moves an application to another queue; one that runs goes on, even beyond a limit there. */
  public void moved(AppAttempt attempt, LeafQueue target) {
    ApplicationId id = attempt.getApplicationId();
    if (!settings.areLimited() || (attempt.isStopped() && !running.containsKey(id))) {
      return;
    }
    remove(id);
    List<ParallelLimit> there = limits(target, attempt.getUser());
    if (!attempt.waitsToRun()) {
      start(id, there);
    } else if (there.isEmpty()) {
      attempt.setWaitsToRun(false);
    } else {
      enqueue(attempt, target, there);
    }
  }

  /** Puts a waiting application where its priority says. */
  public void reordered(AppAttempt attempt) {
    if (waiting.containsKey(attempt.getApplicationId())) {
      added(attempt);
    }
  }

  /**
   * Takes over the applications of the queues that are replaced: those that run go on.
   *
   * @param applications in the queues that replace them
   */
  public void takeOver(ParallelApplications replaced, Stream<Application> applications) {
    applications.forEach(
        application -> {
          AppAttempt attempt = application.getCurrentAppAttempt();
          if (attempt == null) {
            return;
          }
          if (attempt.waitsToRun()) {
            attempt.setWaitsToRun(false);
            added(attempt);
          } else if (!attempt.isStopped() || replaced.running.containsKey(application.id())) {
            runs(attempt);
          }
        });
  }

  /**
   * Starts the waiting applications for which there is a place now.
   *
   * @param started called with the attempt of each
   */
  public void settle(Consumer<AppAttempt> started) {
    if (toConsider.isEmpty() && freed.isEmpty()) {
      return;
    }
    for (ParallelGroup group = next(); group != null; group = next()) {
      unpark(group);
      ParallelLimit full = group.firstFull();
      if (full == null) {
        startFirst(group, started);
      } else {
        group.setBlocker(full);
        full.park(group);
        group.first().getValue().master().setWaitReason(full.describe());
      }
    }
    unpublished.forEach(this::publish);
    unpublished.clear();
  }

  /**
   * Writes the diagnostics of unmanaged attempts that wait again: YARN empties them when it handles
   * the registration of the master.
   */
  public void republish() {
    for (ParallelGroup group : groups.values()) {
      group.attempts().stream().filter(each -> !each.waitsForMaster()).forEach(this::publish);
    }
  }

  /** Returns which limits keep an attempt waiting, null if none do. */
  public @Nullable ParallelWait waiting(AppAttempt attempt) {
    Waiting each = waiting.get(attempt.getApplicationId());
    if (each == null) {
      return null;
    }
    List<ParallelWait.Reached> reached = new ArrayList<>();
    int before = 0;
    for (ParallelLimit limit : each.group().limits()) {
      if (limit.isFull()) {
        reached.add(limit.reached());
        before = Math.max(before, limit.countBefore(each.turn()));
      }
    }
    return new ParallelWait(reached, Math.max(before, each.group().countBefore(each.turn())));
  }

  // ------------------------------------------------------------------------------- bookkeeping

  private void publish(AppAttempt attempt) {
    Waiting each = waiting.get(attempt.getApplicationId());
    ParallelLimit blocker = each == null ? null : each.group().blocker();
    if (blocker != null) {
      attempt.master().setWaitReason(blocker.describe());
    }
  }

  /** Returns the group to consider next, null if none may have a place. */
  private @Nullable ParallelGroup next() {
    ParallelGroup first = toConsider.isEmpty() ? null : toConsider.first();
    freed.removeIf(limit -> limit.isFull() || !limit.hasParked());
    for (ParallelLimit limit : freed) {
      ParallelGroup parked = limit.firstParked();
      if (parked != null && (first == null || ParallelGroup.BY_FIRST.compare(parked, first) < 0)) {
        first = parked;
      }
    }
    return first;
  }

  private void startFirst(ParallelGroup group, Consumer<AppAttempt> started) {
    Map.Entry<Turn, AppAttempt> first = group.first();
    AppAttempt attempt = first.getValue();
    group.remove(first.getKey());
    waiting.remove(attempt.getApplicationId());
    start(attempt.getApplicationId(), group.limits());
    considerOrForget(group);
    attempt.setWaitsToRun(false);
    started.accept(attempt);
  }

  private void start(ApplicationId id, List<ParallelLimit> ofApplication) {
    if (!ofApplication.isEmpty()) {
      ofApplication.forEach(ParallelLimit::start);
      ofApplication.forEach(ParallelLimit::retain);
      running.put(id, ofApplication);
    }
  }

  private void enqueue(AppAttempt attempt, LeafQueue queue, List<ParallelLimit> ofApplication) {
    ParallelGroup.Key key = new ParallelGroup.Key(queue, attempt.getUser());
    ParallelGroup group = groups.get(key);
    if (group == null) {
      group = new ParallelGroup(key, ofApplication);
      groups.put(key, group);
      ofApplication.forEach(ParallelLimit::retain);
    } else {
      unpark(group);
    }
    Turn turn = Turn.of(attempt.application());
    group.add(turn, attempt);
    waiting.put(attempt.getApplicationId(), new Waiting(group, turn));
    toConsider.add(group);
    unpublished.add(attempt);
  }

  /** Removes an application, which need be neither running nor waiting. */
  private void remove(ApplicationId id) {
    List<ParallelLimit> counted = running.remove(id);
    if (counted != null) {
      counted.forEach(ParallelLimit::end);
      freed.addAll(counted);
      counted.forEach(this::release);
    }
    Waiting before = waiting.remove(id);
    if (before != null) {
      unpark(before.group());
      before.group().remove(before.turn());
      considerOrForget(before.group());
    }
  }

  private void unpark(ParallelGroup group) {
    ParallelLimit blocker = group.blocker();
    if (blocker == null) {
      toConsider.remove(group);
    } else {
      blocker.unpark(group);
      group.setBlocker(null);
    }
  }

  private void considerOrForget(ParallelGroup group) {
    if (group.isEmpty()) {
      groups.remove(group.key());
      group.limits().forEach(this::release);
    } else {
      toConsider.add(group);
    }
  }

  /** Returns the limits in which an application counts: the user's, the leaf queue's, upwards. */
  private List<ParallelLimit> limits(LeafQueue leaf, String user) {
    List<ParallelLimit> found = new ArrayList<>();
    addLimit(user, "User " + user, settings.of(user), found);
    for (FairQueue queue = leaf; queue != null; queue = queue.parent()) {
      addLimit(
          queue, "Queue " + queue, queue.spec().values().get(QueueKeys.MAX_PARALLEL_APPS), found);
    }
    return found;
  }

  private void addLimit(Object subject, String name, int most, List<ParallelLimit> to) {
    if (most != ParallelSettings.UNLIMITED) {
      to.add(limits.computeIfAbsent(subject, key -> new ParallelLimit(key, name, most)));
    }
  }

  private void release(ParallelLimit limit) {
    if (limit.release()) {
      limits.remove(limit.subject());
      freed.remove(limit);
    }
  }

  // ------------------------------------------------------------------------------------ audit

  /**
   * Returns one message for each violation of the invariants: a limit counts the running
   * applications that name it; an attempt waits if it is in a group, and only then; a group is
   * parked at a limit that is reached or was left by an application since.
   *
   * @param applications all that the scheduler has
   */
  public List<String> violations(Stream<Application> applications) {
    List<String> violations = new ArrayList<>();
    Map<ParallelLimit, Integer> counts = new HashMap<>();
    running.values().forEach(each -> each.forEach(limit -> counts.merge(limit, 1, Integer::sum)));
    for (ParallelLimit limit : limits.values()) {
      int actual = counts.getOrDefault(limit, 0);
      if (limit.running() != actual) {
        violations.add("%s counts %d, actually %d run".formatted(limit, limit.running(), actual));
      }
    }
    for (ParallelGroup group : groups.values()) {
      ParallelLimit blocker = group.blocker();
      boolean isDue = blocker == null ? toConsider.contains(group) : freed.contains(blocker);
      if (group.isEmpty() || (!isDue && (blocker == null || !blocker.isFull()))) {
        violations.add("%s waits for nothing".formatted(group.key()));
      }
    }
    Set<ApplicationId> gone = new LinkedHashSet<>(running.keySet());
    gone.addAll(waiting.keySet());
    applications.forEach(
        application -> {
          gone.remove(application.id());
          AppAttempt attempt = application.getCurrentAppAttempt();
          boolean waits = attempt != null && !attempt.isStopped() && attempt.waitsToRun();
          if (waits != waiting.containsKey(application.id())) {
            violations.add(
                "%s waits: %s, but not by the limits".formatted(application.id(), waits));
          }
        });
    gone.forEach(id -> violations.add("%s counts as parallel, but has ended".formatted(id)));
    return violations;
  }
}
