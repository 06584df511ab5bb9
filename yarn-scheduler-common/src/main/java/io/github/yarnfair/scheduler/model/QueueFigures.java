// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.model;

import io.github.yarnfair.scheduler.resource.MachineClasses;
import java.util.HashMap;
import java.util.Map;
import org.apache.hadoop.yarn.api.records.QueueConfigurations;
import org.apache.hadoop.yarn.api.records.QueueStatistics;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.QueueMetrics;
import org.apache.hadoop.yarn.util.Records;
import org.apache.hadoop.yarn.util.resource.Resources;

/** The figures of YARN's report about a queue, counted as by CapacityScheduler. */
public final class QueueFigures {
  private QueueFigures() {}

  /** Returns what a queue's metrics count. */
  static QueueStatistics statistics(QueueMetrics metrics) {
    QueueStatistics statistics = Records.newRecord(QueueStatistics.class);
    statistics.setNumAppsSubmitted(metrics.getAppsSubmitted());
    statistics.setNumAppsRunning(metrics.getAppsRunning());
    statistics.setNumAppsPending(metrics.getAppsPending());
    statistics.setNumAppsCompleted(metrics.getAppsCompleted());
    statistics.setNumAppsKilled(metrics.getAppsKilled());
    statistics.setNumAppsFailed(metrics.getAppsFailed());
    statistics.setNumActiveUsers(metrics.getActiveUsers());
    statistics.setAvailableMemoryMB(metrics.getAvailableMB());
    statistics.setAllocatedMemoryMB(metrics.getAllocatedMB());
    statistics.setPendingMemoryMB(metrics.getPendingMB());
    statistics.setReservedMemoryMB(metrics.getReservedMB());
    statistics.setAvailableVCores(metrics.getAvailableVirtualCores());
    statistics.setAllocatedVCores(metrics.getAllocatedVirtualCores());
    statistics.setPendingVCores(metrics.getPendingVirtualCores());
    statistics.setReservedVCores(metrics.getReservedVirtualCores());
    statistics.setPendingContainers(metrics.getPendingContainers());
    statistics.setAllocatedContainers(metrics.getAllocatedContainers());
    statistics.setReservedContainers(metrics.getReservedContainers());
    return statistics;
  }

  /** Returns a queue's capacities in each partition. */
  static Map<String, QueueConfigurations> configurationsByLabel(FairQueue queue) {
    MachineClasses classes = queue.ledger().classes();
    Map<String, QueueConfigurations> byLabel = new HashMap<>();
    byLabel.put(MachineClasses.DEFAULT, configurations(queue));
    boolean haveLabels = classes.kind() == MachineClasses.Kind.LABELS;
    for (int c = 1; c < classes.partitions() && haveLabels; c++) {
      byLabel.put(classes.name(c), configurations(queue, c));
    }
    return byLabel;
  }

  private static QueueConfigurations configurations(FairQueue queue, int machineClass) {
    QueueConfigurations figures = Records.newRecord(QueueConfigurations.class);
    String label = queue.ledger().classes().name(machineClass);
    CapacityReport capacities =
        new CapacityReport(machineClass, queue.ledger().capacity().measured(machineClass));
    figures.setCapacity((float) capacities.ofParent(queue));
    figures.setAbsoluteCapacity((float) capacities.ofCluster(queue));
    figures.setMaxCapacity((float) queue.limitFraction(machineClass));
    figures.setAbsoluteMaxCapacity((float) limitFractionOfAll(queue, machineClass));
    figures.setMaxAMPercentage((float) queue.spec().in(label).maximumMasterShare());
    figures.setConfiguredMinCapacity(Resources.none());
    figures.setConfiguredMaxCapacity(Resources.none());
    figures.setEffectiveMinCapacity(
        capacities.effective(queue, queue.guaranteed(machineClass), queue.limit(machineClass)));
    figures.setEffectiveMaxCapacity(queue.limit(machineClass));
    return figures;
  }

  private static double limitFractionOfAll(FairQueue queue, int machineClass) {
    FairQueue parent = queue.parent();
    return parent == null
        ? 1.0
        : queue.limitFraction(machineClass) * limitFractionOfAll(parent, machineClass);
  }

  /**
   * Returns a queue's usage as a part of its guarantee; as a part of the cluster if the guarantee
   * is 0.
   *
   * @param used a part of the cluster
   * @param guaranteed a part of the cluster
   */
  public static double usedFraction(double used, double guaranteed) {
    return guaranteed > 0 ? used / guaranteed : used;
  }

  /** Returns a queue's capacities, relative to the parent and absolute: of the cluster. */
  static QueueConfigurations configurations(FairQueue queue) {
    QueueConfigurations figures = Records.newRecord(QueueConfigurations.class);
    CapacityReport capacities = new CapacityReport(0, queue.ledger().capacity().measured());
    figures.setCapacity((float) capacities.ofParent(queue));
    figures.setAbsoluteCapacity((float) capacities.ofCluster(queue));
    figures.setMaxCapacity((float) queue.limitFraction());
    figures.setAbsoluteMaxCapacity((float) queue.limitFractionOfCluster());
    figures.setMaxAMPercentage((float) queue.spec().maximumMasterShare());
    figures.setConfiguredMinCapacity(Resources.none());
    figures.setConfiguredMaxCapacity(Resources.none());
    figures.setEffectiveMinCapacity(capacities.effective(queue, queue.guaranteed(), queue.limit()));
    figures.setEffectiveMaxCapacity(queue.limit());
    return figures;
  }
}
