// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.ask;

import io.github.yarnfair.core.tree.Demand;
import io.github.yarnfair.scheduler.model.AttemptDemand;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.apache.hadoop.thirdparty.com.google.common.collect.Iterables;
import org.apache.hadoop.thirdparty.com.google.common.collect.Lists;
import org.apache.hadoop.yarn.api.records.NodeId;
import org.apache.hadoop.yarn.server.scheduler.SchedulerRequestKey;
import org.jspecify.annotations.Nullable;

/**
 * The pending requests of one attempt when they were last taken over, by key, with the demand that
 * they come to. A request that is read again costs O(log K) for K requests and O(C) for C demand
 * classes (distinct demand vectors), whatever the number of other requests. Under the scheduler's
 * write lock.
 *
 * <p>It changes only in {@link AttemptDemand#takeOver}. Its requests, {@link #demand} and {@link
 * #shapes} are immutable and the same objects until they change: references are compared.
 */
public final class AskTable implements Iterable<Ask> {
  /** The empty table, of an attempt that is not to be served. Immutable. */
  public static final AskTable NONE = new AskTable();

  /**
   * Most demand classes of one attempt that take part; requests of further sizes wait for their
   * turns ({@link SizeTurns}). It bounds what an application costs the others, however many sizes
   * it asks for.
   */
  public static final int MOST_CLASSES = 32;

  private final NavigableMap<SchedulerRequestKey, Entry> byKey = new TreeMap<>();

  /** The demand classes, by vector. */
  private final AskGroups classes = new AskGroups();

  /**
   * Requests that are served alike, by shape and placement constraint; a request that names places
   * is alone in its group.
   */
  private final AskGroups alike = new AskGroups();

  /** The requests to increase running containers, which come after all others. */
  private final NavigableMap<SchedulerRequestKey, Ask> increases = new TreeMap<>();

  /** The same by the nodes on which the containers run, the only ones that can serve them. */
  private final Map<NodeId, NavigableMap<SchedulerRequestKey, AskGroups.Group>> increasesOn =
      new HashMap<>();

  private final Map<PendingTasks.Shape, Integer> tasksByShape = new HashMap<>();
  private @Nullable List<PendingTasks.Shape> shapes = List.of();
  private @Nullable Demand demand = Demand.NOTHING;

  /** The queue of {@link #demand}, if there are several machine classes; else null. */
  private @Nullable QueueClasses queueOfDemand;

  private boolean mayUseIdleRoom = true;
  private int together = 1;
  private Demand unserved = Demand.NOTHING;

  /** Those of {@link #classes} that take part; null if all do. */
  private @Nullable ChosenClasses chosen;

  /** See {@link #sizesVersion}. */
  private long sizesVersion;

  /** The number of requests with placement constraints. */
  private int constrained;

  /** A request and its groups, looked up once. */
  private static final class Entry {
    private Ask ask;
    private final AskGroups.Group demandClass;
    private final AskGroups.Group alike;

    private Entry(Ask ask, AskGroups.Group demandClass, AskGroups.Group alike) {
      this.ask = ask;
      this.demandClass = demandClass;
      this.alike = alike;
    }

    private void replace(Ask now, @Nullable ChosenClasses chosen) {
      if (chosen != null) {
        chosen.replace(demandClass, ask, now);
      }
      demandClass.replace(ask, now);
      alike.replace(ask, now);
      ask = now;
    }
  }

  /**
   * Replaces one request.
   *
   * @param now what is pending of it, null if nothing is
   * @return whether anything is different
   */
  public boolean replace(SchedulerRequestKey key, @Nullable Ask now) {
    Entry entry = byKey.get(key);
    Ask before = entry == null ? null : entry.ask;
    if (Objects.equals(before, now)) {
      return false;
    }
    demand = null;
    if (entry != null && now != null && now.isLike(entry.ask)) {
      entry.replace(now, chosen);
      increases.replace(key, now);
      return true;
    }
    if (before != null) {
      remove(before);
    }
    if (now != null) {
      add(now);
    }
    sizesVersion++;
    if (hasWaitingClasses()) {
      shapes = null; // Others may take part.
    }
    return true;
  }

  private void add(Ask ask) {
    AskGroups.Group group = alike.add(ask.likeness(), ask);
    AskGroups.Group demandClass = classes.add(ask.demandClass(), ask);
    byKey.put(ask.key(), new Entry(ask, demandClass, group));
    if (chosen != null) {
      chosen.add(demandClass, ask);
    }
    if (ask.isIncrease()) {
      increases.put(ask.key(), ask);
      NodeId node = ask.increasedOn();
      if (node != null) {
        increasesOn.computeIfAbsent(node, any -> new TreeMap<>()).put(ask.key(), group);
      }
    }
    countTask(ask, 1);
  }

  private void remove(Ask ask) {
    AskGroups.Group demandClass = Objects.requireNonNull(byKey.remove(ask.key())).demandClass;
    classes.remove(ask.demandClass(), ask);
    alike.remove(ask.likeness(), ask);
    if (chosen != null) {
      chosen.remove(demandClass, ask);
    }
    if (ask.isIncrease()) {
      increases.remove(ask.key());
      removeOnNode(ask);
    }
    countTask(ask, -1);
  }

  private void removeOnNode(Ask ask) {
    NodeId node = ask.increasedOn();
    NavigableMap<SchedulerRequestKey, AskGroups.Group> there =
        node == null ? null : increasesOn.get(node);
    if (there != null) {
      there.remove(ask.key());
      if (there.isEmpty()) {
        increasesOn.remove(node);
      }
    }
  }

  /**
   * Counts tasks by shape; an increase of a running container is none, and one with constraints
   * does not fit wherever its shape does.
   */
  private void countTask(Ask ask, int change) {
    if (ask.isConstrained()) {
      constrained += change;
    } else if (!ask.isIncrease()) {
      PendingTasks.Shape shape = PendingTasks.Shape.of(ask.partition(), ask.amounts());
      Integer left = tasksByShape.merge(shape, change, (n, by) -> n + by == 0 ? null : n + by);
      if (left == null || left == 1) {
        shapes = null; // One has gone, or may have come.
      }
    }
  }

  public boolean isEmpty() {
    return byKey.isEmpty();
  }

  /** Returns whether there are requests with placement constraints. */
  public boolean hasConstrained() {
    return constrained > 0;
  }

  /** Names the requests in the order of their keys: by priority. */
  @Override
  public Iterator<Ask> iterator() {
    return byKey.values().stream().map(entry -> entry.ask).iterator();
  }

  /** Returns what is pending of a request, or null if nothing is. */
  public @Nullable Ask get(SchedulerRequestKey key) {
    Entry entry = byKey.get(key);
    return entry == null ? null : entry.ask;
  }

  /** Returns the requests to increase a running container, by key. A view. */
  public Collection<Ask> increases() {
    return Collections.unmodifiableCollection(increases.values());
  }

  /** Returns whether a request to increase a container, of those that take part, is of a size. */
  public boolean hasIncrease(Predicate<long[]> size) {
    if (!increases.isEmpty()) {
      for (AskGroups.Group each : classes()) {
        Ask ask = each.first();
        if (ask.isIncrease() && size.test(ask.amounts())) {
          return true;
        }
      }
    }
    return false;
  }

  /**
   * Returns the requests by demand class, in the order of {@link #demand}: those that take part.
   */
  public Iterable<AskGroups.Group> classes() {
    ChosenClasses some = chosen();
    return some == null ? classes : some.classes();
  }

  /** Returns the requests by demand class, by their first keys, those that take no part too. */
  public AskGroups allClasses() {
    return classes;
  }

  /** Returns whether more sizes are asked for than take part. */
  public boolean hasWaitingClasses() {
    ChosenClasses some = chosen();
    return some != null && some.size() < classes.size();
  }

  /** Returns whether a demand class, by its first request, takes part. */
  public boolean takesPart(Ask ask) {
    ChosenClasses some = chosen();
    return some == null || some.contains(classes.of(ask.demandClass()));
  }

  /** Returns a number that grows when requests of other sizes, or of other keys, are pending. */
  public long sizesVersion() {
    return sizesVersion;
  }

  /**
   * Sets which demand classes take part.
   *
   * @param part some of {@link #allClasses}, at most {@link #MOST_CLASSES}
   */
  public void choose(Collection<AskGroups.Group> part) {
    if (chosen == null && part.size() == classes.size()) {
      return;
    }
    if (chosen == null) {
      chosen = new ChosenClasses();
    }
    chosen.choose(part);
    if (part.size() == classes.size()) {
      chosen = null;
    }
    demand = null;
    shapes = null;
  }

  /** A table that was not told which classes take part has the first do so. */
  private @Nullable ChosenClasses chosen() {
    if (chosen == null && classes.size() > MOST_CLASSES) {
      ChosenClasses first = new ChosenClasses();
      first.choose(Lists.newArrayList(Iterables.limit(classes, MOST_CLASSES)));
      chosen = first;
    }
    return chosen;
  }

  /**
   * Returns the requests in groups that are served alike: a node that must not serve one, for its
   * size or its place, must not serve the others of the group either. The first request found is
   * the same for both orders: by group and by key. Groups that do not take part are left out.
   */
  public Iterable<AskGroups.Group> alike() {
    ChosenClasses some = chosen();
    return some == null ? alike : Iterables.concat(some.alike(), takingPart(increases.keySet()));
  }

  /** Returns the groups of some increases, those that take part. */
  private Iterable<AskGroups.Group> takingPart(Collection<SchedulerRequestKey> keys) {
    return Iterables.transform(
        Iterables.filter(keys, key -> takesPart(entry(key).ask)), key -> entry(key).alike);
  }

  private Entry entry(SchedulerRequestKey key) {
    return Objects.requireNonNull(byKey.get(key));
  }

  /**
   * Returns the same groups, without increases of containers that run on other nodes than this one.
   */
  public Iterable<AskGroups.Group> alike(NodeId node) {
    if (increases.isEmpty()) {
      return alike();
    }
    ChosenClasses some = chosen();
    NavigableMap<SchedulerRequestKey, AskGroups.Group> here =
        increasesOn.getOrDefault(node, Collections.emptyNavigableMap());
    return some == null
        ? Iterables.concat(alike.before(increases.firstKey()), here.values())
        : Iterables.concat(some.alike(), takingPart(here.keySet()));
  }

  /** Returns the same groups as {@link #alike()}, those that do not take part too. */
  public AskGroups allAlike() {
    return alike;
  }

  /**
   * Sets whether requests without a label may use what is idle in shared machine classes: not while
   * the attempt waits for its master.
   */
  public void letUseIdleRoom(boolean may) {
    if (mayUseIdleRoom != may) {
      mayUseIdleRoom = may;
      demand = null;
    }
  }

  /** Sets how many containers start together, at least 1, and those not to be served now. */
  public void startTogether(int count, Demand others) {
    together = count;
    unserved = others;
    demand = null;
  }

  /** Returns whether requests without a label may use what is idle in shared machine classes. */
  public boolean mayUseIdleRoom() {
    return mayUseIdleRoom;
  }

  /**
   * Returns the demand for the share tree; the same object until it changes.
   *
   * @param queue the classes of the queue
   */
  public Demand demand(QueueClasses queue) {
    if (byKey.isEmpty()) {
      return Demand.NOTHING.withUnserved(unserved);
    }
    QueueClasses several = queue.all().isOne() ? null : queue;
    if (demand == null || several != queueOfDemand) {
      Demand.Builder builder = new Demand.Builder();
      for (AskGroups.Group each : classes()) {
        for (long[] vector : each.first().vectors(queue, mayUseIdleRoom)) {
          builder.add(vector, each.containers());
        }
      }
      demand = builder.build().startingTogether(together).withUnserved(unserved);
      queueOfDemand = several;
    }
    return demand;
  }

  /**
   * Returns the distinct shapes of the tasks without placement constraints, of those that take
   * part; the same list until they change.
   */
  public List<PendingTasks.Shape> shapes() {
    if (shapes == null) {
      shapes = hasWaitingClasses() ? shapesTakingPart() : List.copyOf(tasksByShape.keySet());
    }
    return shapes;
  }

  private List<PendingTasks.Shape> shapesTakingPart() {
    Set<PendingTasks.Shape> found = new LinkedHashSet<>();
    for (AskGroups.Group each : classes()) {
      Ask ask = each.first();
      if (!ask.isConstrained() && !ask.isIncrease()) {
        found.add(PendingTasks.Shape.of(ask.partition(), ask.amounts()));
      }
    }
    return List.copyOf(found);
  }
}
