// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.resource;

import io.github.yarnfair.core.tree.ShareSpace;
import io.github.yarnfair.core.tree.ShareTree;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.hadoop.thirdparty.com.google.common.math.LongMath;
import org.apache.hadoop.yarn.api.records.Resource;

/**
 * What the registered nodes of each machine class have, and what of it shares are measured by.
 * Written under the scheduler's write lock only.
 */
public final class ClusterMeasure {
  private final ResourceVectors vectors;
  private final NodeShapes shapes;
  private final MachineClasses classes;
  private final MeasuredCapacity capacity;
  private final long[] amounts;
  private long measuredShapes;

  public ClusterMeasure(ResourceVectors vectors, NodeShapes shapes, MachineClasses classes) {
    this.vectors = vectors;
    this.shapes = shapes;
    this.classes = classes;
    amounts = new long[classes.space().length()];
    capacity = new MeasuredCapacity(amounts.length);
  }

  /** Sets the registered nodes' resources. */
  public void register(Resource cluster) {
    if (classes.isOne()) {
      vectors.read(cluster, amounts);
    } else {
      Arrays.fill(amounts, 0);
      for (int c = 0; c < classes.partitions(); c++) {
        shapes.addSum(classes.name(c), amounts, classes.offset(c));
        if (countsForGuests(c)) {
          shapes.addSum(classes.name(c), amounts, classes.offset(classes.guests()));
        }
      }
    }
    capacity.register(amounts);
  }

  /**
   * What guests hold is measured by all nodes on which requests without a label may run: else a
   * queue that uses a small partition as a guest would have all that it may have.
   */
  private boolean countsForGuests(int machineClass) {
    return classes.guests() != MachineClasses.UNKNOWN
        && classes.space().kind() == ShareSpace.Kind.CLASS
        && (machineClass == 0 || classes.isShared(machineClass));
  }

  /** Returns whether shares are measured by what the registered nodes have. */
  public boolean isExact() {
    return capacity.isExact() && measuredShapes == shapes.changes();
  }

  /**
   * Returns whether {@link #measure} is due.
   *
   * @param nodes how many nodes the share tree has
   */
  public boolean isDue(int nodes) {
    return capacity.isDue(nodes);
  }

  /** Counts a decision. */
  public void decided() {
    capacity.decided();
  }

  /** Measures shares by what the registered nodes have. */
  public void measure(ShareTree tree) {
    tree.setCapacity(capacity.measure());
    if (measuredShapes != shapes.changes()) {
      measuredShapes = shapes.changes();
      List<long[]> totals = new ArrayList<>();
      for (int c = 0; c < classes.partitions(); c++) {
        for (long[] total : shapes.totals(classes.name(c))) {
          totals.add(classes.amounts(c, total));
          if (c > 0 && classes.guests() != MachineClasses.UNKNOWN) {
            totals.add(classes.amounts(classes.guests(), total));
          }
        }
      }
      tree.setNodeShapes(totals);
    }
  }

  /** Returns what shares are measured by, by machine class. */
  public Resource[] measuredByClass() {
    Resource[] byClass = new Resource[classes.count()];
    Arrays.setAll(byClass, this::measured);
    return byClass;
  }

  /** Returns what shares in a machine class are measured by. */
  public Resource measured(int machineClass) {
    long[] ofClass = new long[vectors.length()];
    classes.read(machineClass, capacity.measured(), ofClass);
    return vectors.toResource(ofClass);
  }

  /**
   * Returns what the figures of a queue are relative to that tell nothing of classes: the partition
   * without a label, as in CapacityScheduler, or the whole cluster.
   */
  public Resource measured() {
    return vectors.toResource(overFigures(capacity.measured()));
  }

  /** Returns the registered nodes' resources, those that {@link #measured()} will follow. */
  public Resource registered() {
    long[] registered = new long[classes.space().pairs()];
    Arrays.setAll(registered, capacity::registered);
    return vectors.toResource(overFigures(registered));
  }

  /** Adds the amounts of the classes that count in figures without a class, by resource type. */
  public long[] overFigures(long[] some) {
    long[] sum = new long[vectors.length()];
    int pairs = classes.figurePairs();
    for (int j = 0; j < pairs; j++) {
      sum[j % sum.length] += some[j];
    }
    return sum;
  }

  /** Adds the amounts of all classes, of guests too, by resource type. */
  public long[] overAll(long[] some) {
    long[] sum = new long[vectors.length()];
    for (int pair = 0; pair < classes.space().pairs(); pair++) {
      sum[pair % sum.length] = LongMath.saturatedAdd(sum[pair % sum.length], some[pair]);
    }
    return sum;
  }

  /** Returns what the registered nodes have of a pair of class and resource type. */
  public long registered(int pair) {
    return capacity.registered(pair);
  }
}
