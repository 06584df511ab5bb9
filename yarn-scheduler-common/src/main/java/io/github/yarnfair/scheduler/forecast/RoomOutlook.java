// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.forecast;

import io.github.yarnfair.core.forecast.LifeTable;
import io.github.yarnfair.core.forecast.StartBook;
import io.github.yarnfair.core.tree.Amounts;
import io.github.yarnfair.scheduler.model.ClusterNode;
import io.github.yarnfair.scheduler.resource.ResourceVectors;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.api.records.ExecutionType;
import org.apache.hadoop.yarn.server.resourcemanager.rmcontainer.RMContainer;
import org.jspecify.annotations.Nullable;

/**
 * When the first of some nodes has room for a container because containers on it end, by how long
 * containers last; whose turn it is then plays no part. Bounded work: about {@value #MOST_DRAWS}
 * random ends, however large the nodes are. One thread.
 */
public final class RoomOutlook {
  private static final int MOST_DRAWS = 8_000;
  private static final int LEAST_FUTURES = 16;
  private static final int MOST_FUTURES = 64;

  private final StartBook.Lives<ApplicationId> lives;
  private final ResourceVectors vectors;
  private final long now;

  /** A container that may end, and how long such containers last. */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  private record Ending(long[] freed, double ageMillis, LifeTable life) {}

  /** A node with what is free on it. */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  private record Full(long[] free, List<Ending> containers) {}

  /** The end of a container in one future. */
  @SuppressWarnings("ArrayRecordComponent") // never compared by it
  private record End(double millis, long[] freed) implements Comparable<End> {
    @Override
    public int compareTo(End other) {
      return Double.compare(millis, other.millis);
    }
  }

  /**
   * When a node has room, in milliseconds from now.
   *
   * @param earliest with a probability of 10 % it has room before
   * @param latest with a probability of 90 %
   * @param nodes how many nodes were looked at
   */
  public record Room(double earliest, double latest, int nodes) {}

  RoomOutlook(StartBook.Lives<ApplicationId> lives, ResourceVectors vectors, long now) {
    this.lives = lives;
    this.vectors = vectors;
    this.now = now;
  }

  /**
   * Computes when the first of some nodes has room. Reads the nodes one by one, without the
   * scheduler's lock.
   *
   * @param nodes those to look at, the likeliest first: the last are left out if there is too much
   *     on them
   * @param needed by resource type
   * @return null if no container on them makes room
   */
  public @Nullable Room first(List<ClusterNode> nodes, long[] needed) {
    List<Full> full = new ArrayList<>();
    int containers = 0;
    for (ClusterNode node : nodes) {
      Full read = read(node);
      containers += read.containers.size();
      if (!full.isEmpty() && containers * LEAST_FUTURES > MOST_DRAWS) {
        break;
      }
      full.add(read);
    }
    int futures = Math.min(MOST_FUTURES, MOST_DRAWS / Math.max(1, containers));
    double[] times = new double[Math.max(LEAST_FUTURES, futures)];
    SplittableRandom random = new SplittableRandom(now);
    Arrays.setAll(times, i -> earliest(full, needed, random));
    Arrays.sort(times);
    double latest = times[(int) Math.round(0.9 * (times.length - 1))];
    return Double.isInfinite(latest)
        ? null
        : new Room(times[(int) Math.round(0.1 * (times.length - 1))], latest, full.size());
  }

  private Full read(ClusterNode node) {
    long[] free = new long[vectors.length()];
    node.readFree(vectors, free);
    List<Ending> containers = new ArrayList<>();
    for (RMContainer container : node.getCopiedListOfRunningContainers()) {
      if (container.getExecutionType() == ExecutionType.GUARANTEED) {
        containers.add(
            new Ending(
                vectors.of(container.getContainer().getResource()),
                (double) Math.max(0, now - container.getCreationTime()),
                life(container)));
      }
    }
    return new Full(free, containers);
  }

  /** The tables are made when they are first asked for, which other threads may do as well. */
  private LifeTable life(RMContainer container) {
    synchronized (lives) {
      return lives.of(
          container.getApplicationAttemptId().getApplicationId(),
          container.getQueueName(),
          container.isAMContainer());
    }
  }

  private static double earliest(List<Full> nodes, long[] needed, SplittableRandom random) {
    double earliest = Double.POSITIVE_INFINITY;
    for (Full node : nodes) {
      List<End> ends = new ArrayList<>();
      for (Ending each : node.containers) {
        double left = each.life.residualMillis(each.ageMillis, 1.0 - random.nextDouble());
        if (left < earliest) {
          ends.add(new End(left, each.freed));
        }
      }
      earliest = Math.min(earliest, roomOn(node, ends, needed));
    }
    return earliest;
  }

  private static double roomOn(Full node, List<End> ends, long[] needed) {
    ends.sort(null);
    long[] free = node.free.clone();
    for (End end : ends) {
      Amounts.add(free, end.freed);
      if (Amounts.fits(needed, free)) {
        return end.millis;
      }
    }
    return Double.POSITIVE_INFINITY;
  }
}
