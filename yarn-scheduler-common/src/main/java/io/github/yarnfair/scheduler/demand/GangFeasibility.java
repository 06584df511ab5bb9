// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.demand;

import io.github.yarnfair.core.tree.Amounts;
import io.github.yarnfair.scheduler.ask.Ask;
import io.github.yarnfair.scheduler.model.FairQueue;
import io.github.yarnfair.scheduler.model.Gang;
import io.github.yarnfair.scheduler.model.LeafQueue;
import io.github.yarnfair.scheduler.model.QueueUsers;
import io.github.yarnfair.scheduler.resource.MachineClasses;
import io.github.yarnfair.scheduler.resource.NodeShapes;
import io.github.yarnfair.scheduler.resource.ResourceVectors;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.apache.hadoop.thirdparty.com.google.common.math.LongMath;
import org.jspecify.annotations.Nullable;

/**
 * Whether the members of a gang could all have room at once if nothing else ran, by the nodes and
 * by the limits of the queues and the user; and whether so much may be kept for gangs. A gang that
 * passes may still not fit, as members of different shapes, or places that requests name, may leave
 * holes.
 */
final class GangFeasibility {
  private final NodeShapes shapes;
  private final ResourceVectors vectors;

  /** All members that may run in one partition, or anywhere. */
  private static final class Part {
    private final long[] sum;
    private final long[] largest;
    private int members;

    private Part(int types) {
      sum = new long[types];
      largest = new long[types];
    }

    private void add(Ask ask, int containers) {
      for (int j = 0; j < largest.length; j++) {
        long all = LongMath.saturatedMultiply(ask.amounts()[j], containers);
        sum[j] = LongMath.saturatedAdd(sum[j], all);
        largest[j] = Math.max(largest[j], ask.amounts()[j]);
      }
      members += containers;
    }
  }

  GangFeasibility(NodeShapes shapes, ResourceVectors vectors) {
    this.shapes = shapes;
    this.vectors = vectors;
  }

  /**
   * Returns why room may not be kept for the members one by one, null if it may.
   *
   * @param maximumShare largest part of each resource that may be kept for gangs
   */
  @Nullable String tooMuch(Gang gang, double maximumShare) {
    MachineClasses classes = gang.attempt().queue().classes().all();
    for (Map.Entry<String, Part> part : parts(gang, classes).entrySet()) {
      long[] most = total(part.getKey(), classes);
      for (int j = 0; j < most.length; j++) {
        most[j] = (long) Math.floor(maximumShare * (double) most[j]);
      }
      if (!Amounts.fits(part.getValue().sum, most)) {
        return "%s need more than the %s of %s that may be kept for gangs, by gang.maximum-share %s"
            .formatted(needed(part.getValue()), text(most), place(part.getKey()), maximumShare);
      }
    }
    return null;
  }

  private Map<String, Part> parts(Gang gang, MachineClasses classes) {
    Map<String, Part> parts = new LinkedHashMap<>();
    for (Ask member : gang.members()) {
      String only = classes.kind() == MachineClasses.Kind.LABELS ? member.partition() : "";
      parts
          .computeIfAbsent(only, any -> new Part(vectors.length()))
          .add(member, member.containers());
    }
    return parts;
  }

  private long[] total(String only, MachineClasses classes) {
    long[] all = new long[vectors.length()];
    names(only, classes).forEach(name -> shapes.addSum(name, all, 0));
    return all;
  }

  private String needed(Part part) {
    return "%d containers of %s together".formatted(part.members, text(part.sum));
  }

  /** Returns why the members can never all have room, null if they might. */
  @Nullable String problem(Gang gang) {
    LeafQueue queue = gang.attempt().queue();
    MachineClasses classes = queue.classes().all();
    for (Ask member : gang.members()) {
      String only = classes.kind() == MachineClasses.Kind.LABELS ? member.partition() : "";
      String problem = tooManyForNodes(member, only, classes);
      if (problem != null) {
        return problem;
      }
    }
    for (Map.Entry<String, Part> part : parts(gang, classes).entrySet()) {
      String problem = problem(gang, queue, part.getKey(), part.getValue());
      if (problem != null) {
        return problem;
      }
    }
    return null;
  }

  private List<String> names(String only, MachineClasses classes) {
    return classes.kind() == MachineClasses.Kind.LABELS ? List.of(only) : classes.names();
  }

  private @Nullable String tooManyForNodes(Ask member, String only, MachineClasses classes) {
    long most =
        names(only, classes).stream()
            .mapToLong(name -> shapes.most(name, member.amounts()))
            .reduce(0, LongMath::saturatedAdd);
    return most >= member.containers()
        ? null
        : "%s has room for %d containers of %s, of %d"
            .formatted(place(only), most, member.capability(), member.containers());
  }

  private @Nullable String problem(Gang gang, LeafQueue queue, String only, Part part) {
    MachineClasses classes = queue.classes().all();
    long[] all = total(only, classes);
    String needed = needed(part);
    if (!Amounts.fits(part.sum, all)) {
      return "%s need more than the %s of %s".formatted(needed, text(all), place(only));
    }
    if (classes.kind() == MachineClasses.Kind.ATTRIBUTE) {
      return null; // In which classes the members run is not known.
    }
    int number = classes.number(only);
    FairQueue tooSmall = queue.firstThatCannotHold(classes.amounts(number, part.sum));
    if (tooSmall != null) {
      return "%s need more than the maximum-capacity %s of queue %s%s"
          .formatted(needed, tooSmall.limit(number), tooSmall, only.isEmpty() ? "" : " in " + only);
    }
    QueueUsers users = queue.divided();
    return users == null ? null : tooMuchForUser(gang, users, classes.offset(number), part, needed);
  }

  /** The last container may pass the limit of a user. */
  private @Nullable String tooMuchForUser(
      Gang gang, QueueUsers users, int first, Part part, String needed) {
    LeafQueue queue = gang.attempt().queue();
    String user = gang.attempt().getUser();
    long[] most = users.limit().most(user);
    boolean isTooMuch =
        IntStream.range(0, part.sum.length)
            .anyMatch(j -> part.sum[j] - part.largest[j] > most[first + j]);
    if (!isTooMuch) {
      return null;
    }
    long[] limit = new long[part.sum.length];
    for (int j = 0; j < limit.length; j++) {
      limit[j] = Math.min(most[first + j], queue.ledger().tree().capacity(first + j));
    }
    return "%s need more than the limit %s of user %s in queue %s"
        .formatted(needed, text(limit), user, queue);
  }

  private String text(long[] amounts) {
    return vectors.toResource(amounts).toString();
  }

  private static String place(String only) {
    return only.isEmpty() ? "the cluster" : "partition " + only;
  }
}
