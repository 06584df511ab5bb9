// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.resource;

import io.github.yarnfair.core.tree.Demand;
import io.github.yarnfair.core.tree.ShareTree;
import java.nio.LongBuffer;
import java.util.HashMap;
import java.util.Map;
import org.apache.hadoop.thirdparty.com.google.common.math.LongMath;

/** The tasks of many applications, those that wait and those that run in one machine class. */
public final class CurrentWorkload {
  private final ShareTree tree;
  private final MachineClasses classes;
  private final int machineClass;

  /** By demand vector by resource type. */
  private final Map<LongBuffer, Long> tasks = new HashMap<>();

  public CurrentWorkload(ShareTree tree, MachineClasses classes, int machineClass) {
    this.tree = tree;
    this.classes = classes;
    this.machineClass = machineClass;
  }

  /** Adds the tasks of an application. */
  public void add(int leaf) {
    count(tree.demand(leaf));
    count(tree.held(leaf));
  }

  private void count(Demand some) {
    for (int i = 0; i < some.size(); i++) {
      long[] vector = some.vector(i);
      if (classes.isWithin(machineClass, vector)) {
        long[] byType = new long[classes.space().resources()];
        classes.read(machineClass, vector, byType);
        tasks.merge(LongBuffer.wrap(byType), some.tasks(i), LongMath::saturatedAdd);
      }
    }
  }

  /**
   * Returns the demand vectors, by resource type, with the most tasks.
   *
   * @param most of these
   */
  public Demand mostNumerous(int most) {
    Demand.Builder all = new Demand.Builder();
    tasks.entrySet().stream()
        .sorted(Map.Entry.<LongBuffer, Long>comparingByValue().reversed())
        .limit(most)
        .forEach(vector -> all.add(vector.getKey().array(), vector.getValue()));
    return all.build();
  }
}
