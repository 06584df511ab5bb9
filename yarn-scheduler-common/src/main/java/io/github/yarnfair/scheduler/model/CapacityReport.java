// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.model;

import io.github.yarnfair.scheduler.conf.capacity.QueueWeight;
import io.github.yarnfair.scheduler.conf.queue.QueueOrigin;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.util.resource.Resources;

/**
 * A queue's capacity as CapacityScheduler reports it, which depends on how the capacity is
 * configured. What the queue is entitled to here differs where siblings' capacities do not add up
 * to the whole: shares are by weight, and leave nothing.
 *
 * <pre>
 *   configured       weight   of the parent            of the cluster
 *   40               -1       0.4                      that times the parent's
 *   2w               2        0                        part of the siblings' weights, times the parent's
 *   vector, mixed    -1       by those of the cluster  largest part of any resource
 * </pre>
 *
 * @param machineClass whose figures are wanted
 * @param all what the figures are relative to
 */
record CapacityReport(int machineClass, Resource all) {
  private static final double NO_WEIGHT = -1;

  /** Returns the configured weight; -1 if the capacity is not a weight. */
  double weight(FairQueue queue) {
    return queue.parent() != null && configured(queue) instanceof QueueWeight.Weight weight
        ? weight.weight()
        : NO_WEIGHT;
  }

  /** Returns the capacity as a part of the parent's: 0 to 1. */
  double ofParent(FairQueue queue) {
    FairQueue parent = queue.parent();
    if (parent == null) {
      return 1;
    }
    if (isVector(queue)) {
      double ofParent = ofCluster(parent);
      return ofParent > 0 ? ofCluster(queue) / ofParent : 0;
    }
    return configured(queue) instanceof QueueWeight.Weight ? 0 : part(queue);
  }

  /** Returns the capacity as a part of the whole: 0 to 1. */
  double ofCluster(FairQueue queue) {
    FairQueue parent = queue.parent();
    if (parent == null) {
      return 1;
    }
    return isVector(queue)
        ? QueueEntitlement.largestFraction(queue.entitlement().entitled(machineClass, all), all)
        : part(queue) * ofCluster(parent);
  }

  /**
   * Returns the amounts that the capacity is.
   *
   * @param guaranteed what is guaranteed by weight
   * @param limit most that they may be
   */
  Resource effective(FairQueue queue, Resource guaranteed, Resource limit) {
    if (dividesVector(queue)) {
      return Resources.componentwiseMin(queue.entitlement().entitled(machineClass, all), limit);
    }
    return isPartOfNoSum(queue)
        ? Resources.componentwiseMin(Resources.multiply(all, ofCluster(queue)), limit)
        : guaranteed;
  }

  private double part(FairQueue queue) {
    double guaranteed = queue.entitlement().guaranteedFraction(machineClass);
    return guaranteed > 0 && isPartOfNoSum(queue)
        ? ((QueueWeight.Percentage) configured(queue)).percent() / 100
        : guaranteed;
  }

  /** Percentages of queues that {@code auto-create-child-queue} creates do not add up to 100. */
  private boolean isPartOfNoSum(FairQueue queue) {
    return queue.spec().origin() != QueueOrigin.LISTED
        && configured(queue) instanceof QueueWeight.Percentage;
  }

  /** Whether the amounts of a vector, the queue's or of one above, are what is divided. */
  private boolean dividesVector(FairQueue queue) {
    FairQueue parent = queue.parent();
    return parent != null && (isVector(queue) || dividesVector(parent));
  }

  private boolean isVector(FairQueue queue) {
    QueueWeight configured = configured(queue);
    FairQueue parent = queue.parent();
    return configured instanceof QueueWeight.Absolute
        || configured instanceof QueueWeight.Mixed
        || (parent != null
            && parent.entitlement().childCapacities(machineClass).areOfSeveralKinds());
  }

  private QueueWeight configured(FairQueue queue) {
    return queue.entitlement().part(machineClass).weight();
  }
}
