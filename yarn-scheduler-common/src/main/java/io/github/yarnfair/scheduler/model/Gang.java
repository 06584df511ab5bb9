// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.model;

import io.github.yarnfair.core.tree.Demand;
import io.github.yarnfair.scheduler.ask.Ask;
import io.github.yarnfair.scheduler.ask.AskTable;
import io.github.yarnfair.scheduler.ask.QueueClasses;
import io.github.yarnfair.scheduler.conf.GangRequest;
import io.github.yarnfair.scheduler.gang.Gangs;
import io.github.yarnfair.scheduler.resource.MachineClasses;
import io.github.yarnfair.scheduler.resource.ResourceVectors;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.apache.hadoop.thirdparty.com.google.common.math.LongMath;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.NodeType;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.placement.AppPlacementAllocator;
import org.apache.hadoop.yarn.server.scheduler.SchedulerRequestKey;
import org.jspecify.annotations.Nullable;

/**
 * The first containers of an attempt, which start together or not at all, as long as they have not
 * started. Its members are the first {@link #size} containers that the attempt asks for, in the
 * order of its requests; the master's own container and increases of containers are none. {@link
 * Gangs} changes it, under the scheduler's write lock.
 */
public final class Gang {
  /** How far it is. */
  public enum State {
    /** The attempt has asked for fewer containers than are to start together. */
    INCOMPLETE,
    /** The members can never all have room. */
    INFEASIBLE,
    /** Waits for its turn. */
    WAITING,
    /** Room is kept for the members that have some. */
    COLLECTING,
    /** All have room, some of them once nodes report that containers have ended. */
    STARTING,
    /** Has given up its room, and lets the others have theirs for a while. */
    BACKED_OFF
  }

  /** How long it waits before it tries again if its members cannot have room side by side. */
  private static final long FORGO_MILLIS = 10_000;

  private final AppAttempt attempt;
  private final GangRequest request;
  private final boolean mayHaveStarted;

  /** The members, by request: each with the number of its containers that are members. */
  private final NavigableMap<SchedulerRequestKey, Ask> members = new TreeMap<>();

  private final KeptRoom kept = new KeptRoom();

  /** How many containers the attempt asks for that could be members. */
  private long asked;

  /** Since when the attempt has asked for containers, in milliseconds. */
  private long askedSince;

  /** See {@link #partition}. */
  private @Nullable String partition;

  /** The same when it began to collect. */
  private @Nullable String begunIn;

  private State state = State.INCOMPLETE;

  /** When the state was entered, in milliseconds. */
  private long since;

  /** Until when others go first after it has given up, in milliseconds. */
  private long notBefore;

  /** How often it has given up. */
  private int failures;

  /** When it was found that its members cannot have room side by side, in milliseconds. */
  private long foundImpossible = Long.MIN_VALUE;

  /** Whether room may be kept for its members one by one. */
  private boolean isCollectable = true;

  /** What the diagnostics say; empty for nothing. */
  private String message = "";

  /** Whether the placement processor has placed containers besides. */
  private boolean hasOthers;

  /**
   * @param mayHaveStarted whether the application may have had a gang before
   */
  public Gang(AppAttempt attempt, GangRequest request, boolean mayHaveStarted) {
    this.attempt = attempt;
    this.request = request;
    this.mayHaveStarted = mayHaveStarted;
  }

  /**
   * Returns whether the application may have had a gang before: in an attempt before this one, or
   * before a restart of the ResourceManager.
   */
  public boolean mayHaveStarted() {
    return mayHaveStarted;
  }

  public AppAttempt attempt() {
    return attempt;
  }

  /** Returns how many containers start together. */
  public int size() {
    return request.size();
  }

  public State state() {
    return state;
  }

  /** Returns when the state was entered, in milliseconds. */
  public long since() {
    return since;
  }

  /** Returns what the application's diagnostics say about it; empty for nothing. */
  public String message() {
    return message;
  }

  /** Returns the longest time for which room is kept, in milliseconds. */
  public long timeoutMillis(long most) {
    return Math.min(most, request.timeoutMillis().orElse(most));
  }

  public void enter(State next, long now) {
    if (state != next) {
      state = next;
      since = now;
      begunIn = partition;
    }
  }

  public void say(String text) {
    message = text;
  }

  /** Returns whether room may be kept for its members one by one, not only for all at once. */
  public boolean isCollectable() {
    return isCollectable;
  }

  public void letCollect(boolean may) {
    isCollectable = may;
  }

  // ---------------------------------------------------------------------------------- members

  /** Takes over what the attempt asks for; returns the members' requests. */
  public AskTable read(AskTable all, long now) {
    askedSince = asked == 0 ? now : askedSince;
    members.clear();
    asked = 0;
    AskTable table = new AskTable();
    table.letUseIdleRoom(false);
    for (Ask ask : all) {
      if (hasMember(ask)) {
        int taken = (int) Math.min(ask.containers(), Math.max(0, size() - asked));
        asked += ask.containers();
        Ask member = ask.withContainers(taken);
        if (member != null) {
          members.put(ask.key(), member);
          table.replace(ask.key(), member);
        }
      }
    }
    partition = onlyPartition();
    return table;
  }

  /** Returns whether a request is for containers that may be members. */
  public static boolean hasMember(Ask ask) {
    return ask.key().getContainerToUpdate() == null;
  }

  /** Returns how many containers the attempt asks for that could be members. */
  public long asked() {
    return asked;
  }

  /** Returns since when the attempt has asked for containers without a pause, in milliseconds. */
  public long askedSince() {
    return askedSince;
  }

  /** Returns the requests of the members; each asks for as many containers as are members. */
  public Collection<Ask> members() {
    return Collections.unmodifiableCollection(members.values());
  }

  /** Returns the members of a request; null if there are none. */
  public @Nullable Ask member(SchedulerRequestKey key) {
    return members.get(key);
  }

  /** Returns for how many members of a request there is no room yet. */
  public int missing(SchedulerRequestKey key) {
    Ask member = members.get(key);
    return member == null ? 0 : member.containers() - kept.alike(key).size();
  }

  /** Returns whether all members have room. */
  public boolean isWhole() {
    return asked >= size() && kept.all().size() == size();
  }

  /**
   * Returns whether no room is that of a container that has ended and whose node has not said so.
   */
  public boolean isRoomFree() {
    ResourceVectors vectors = attempt.queue().ledger().vectors();
    return kept.all().stream().noneMatch(room -> room.node().awaitsEnds(vectors));
  }

  /** Returns whether all members are of one request that may be served on any node. */
  public boolean isUniform() {
    return members.size() == 1 && members.firstEntry().getValue().isForAnywhere();
  }

  /** Returns what the members without room ask for, by resource type. */
  public long[] lacking() {
    long[] sum = new long[attempt.queue().ledger().vectors().length()];
    for (Ask member : members.values()) {
      int missing = missing(member.key());
      for (int j = 0; j < sum.length; j++) {
        sum[j] =
            LongMath.saturatedAdd(sum[j], LongMath.saturatedMultiply(member.amounts()[j], missing));
      }
    }
    return sum;
  }

  /**
   * Returns the requests of the members without room, whether or not they are in the share tree.
   */
  public AskTable withoutRoom() {
    AskTable table = new AskTable();
    table.letUseIdleRoom(false);
    for (Ask member : members.values()) {
      table.replace(member.key(), member.withContainers(missing(member.key())));
    }
    table.startTogether(size(), Demand.NOTHING);
    return table;
  }

  /**
   * Returns the requests for the share tree: a member without room is a task like any other. One
   * with room, one that may not get any now, and a container that is no member are tasks that are
   * {@linkplain Demand#withUnserved not served}; so the division of the cluster is the same however
   * far the gang is. In a leaf queue the common start does not change the queue's share, as a pool
   * counts for all that it holds. Among child queues it does: the level of one task of a queue with
   * a waiting gang is that of one member (decision 79).
   *
   * @param all what the attempt asks for
   * @param mayCollect whether the members that have no room may get some now
   */
  public AskTable forShareTree(AskTable all, boolean mayCollect) {
    AskTable table = mayCollect ? withoutRoom() : new AskTable();
    table.letUseIdleRoom(false);
    for (Ask ask : all.increases()) {
      table.replace(ask.key(), ask);
    }
    table.startTogether(mayCollect ? size() : 1, unserved(all, table));
    return table;
  }

  /** Returns what the attempt asks for beside what may be served now, if it may start some time. */
  private Demand unserved(AskTable all, AskTable served) {
    if (state == State.INCOMPLETE || state == State.INFEASIBLE) {
      return Demand.NOTHING;
    }
    QueueClasses classes = attempt.queue().classes();
    Demand others = all.demand(classes).without(served.demand(classes)).without(kept.tasks());
    return others.withUnserved(kept.tasks()).all();
  }

  /**
   * Returns the only partition in which the members may run; null if there are several, or all
   * nodes are one for them.
   */
  public @Nullable String partition() {
    return partition;
  }

  /** Returns whether it and another must not collect at the same time. */
  public boolean conflictsWith(Gang other) {
    return partition == null || other.partition == null || partition.equals(other.partition);
  }

  /** Returns whether it collects in other partitions than those that it needs now. */
  public boolean isElsewhere() {
    return state == State.COLLECTING && !Objects.equals(begunIn, partition);
  }

  private @Nullable String onlyPartition() {
    if (attempt.queue().ledger().classes().kind() != MachineClasses.Kind.LABELS) {
      return null;
    }
    Set<String> all = members.values().stream().map(Ask::partition).collect(Collectors.toSet());
    return all.size() == 1 ? all.iterator().next() : null;
  }

  // ------------------------------------------------------------------------------------- room

  /** Returns the room that is kept, the oldest first. Not a copy. */
  public Set<GangRoom> rooms() {
    return Collections.unmodifiableSet(kept.all());
  }

  /** Returns how many members have room. */
  public int withRoom() {
    return kept.all().size();
  }

  /** Returns what is kept in all partitions together; not to be changed. Any thread. */
  public Resource kept() {
    return kept.sum();
  }

  public void add(GangRoom room) {
    kept.add(room);
  }

  public void remove(GangRoom room) {
    kept.remove(room);
  }

  /** Returns the rooms that no member wants any more: the newest of those that are too many. */
  public List<GangRoom> unwanted() {
    return kept.unwanted(members);
  }

  /**
   * Returns the locality of one more member on a node, at most as local as given: each place that a
   * request names has a limited number of containers. Null if the member must not run there.
   */
  public @Nullable NodeType nearest(Ask ask, NodeType most, ClusterNode node) {
    AppPlacementAllocator<ClusterNode> asks = attempt.getAppPlacementAllocator(ask.key());
    return asks == null
        ? null
        : new GangLocality(asks, ask, kept.alike(ask.key())).nearest(most, node);
  }

  // --------------------------------------------------------------------------------- back-off

  /** Gives up for a time that doubles with each time, up to eight times the first. */
  public long backOff(long now, long timeoutMillis) {
    long pause = timeoutMillis << Math.min(3, failures);
    failures++;
    notBefore = now + pause;
    return pause;
  }

  /** Returns whether others go first. */
  public boolean isBackedOff(long now) {
    return state == State.BACKED_OFF && now < notBefore;
  }

  public void noteImpossible(long now) {
    foundImpossible = now;
  }

  /** Returns whether its members were found lately not to have room side by side. */
  public boolean wasImpossible(long now) {
    return foundImpossible >= now - FORGO_MILLIS;
  }

  /** Notes that the placement processor has placed a container, which is no member. */
  void noteOther() {
    hasOthers = true;
  }

  /** Returns whether the attempt may hold containers that are no members. */
  public boolean hasOthers() {
    return hasOthers;
  }

  @Override
  public String toString() {
    return "gang of %d of %s".formatted(size(), attempt.getApplicationId());
  }
}
