// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.model;

import io.github.yarnfair.scheduler.conf.key.QueueKeys;
import io.github.yarnfair.scheduler.resource.MachineClasses;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Map;
import org.apache.hadoop.yarn.api.records.QueueConfigurations;
import org.apache.hadoop.yarn.api.records.QueueInfo;
import org.apache.hadoop.yarn.api.records.QueueStatistics;
import org.apache.hadoop.yarn.api.records.impl.pb.QueueInfoPBImpl;
import org.apache.hadoop.yarn.proto.YarnProtos.QueueInfoProto;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.QueueMetrics;
import org.apache.hadoop.yarn.util.Records;
import org.apache.hadoop.yarn.util.resource.Resources;
import org.jspecify.annotations.Nullable;

/** The figures of YARN's report about a queue, counted as by CapacityScheduler. */
public final class QueueFigures {
  private QueueFigures() {}

  /**
   * Returns YARN's report about a queue, without the queues below it. The ResourceManager asks for
   * one at each call of a master and reads the labels alone, so the figures are read when they are
   * asked for first: those of containers flush the queue's metrics.
   */
  static QueueInfo report(FairQueue queue) {
    QueueInfo info = new Report(queue);
    info.setQueueName(queue.spec().name());
    info.setQueuePath(queue.spec().path());
    info.setQueueState(queue.state());
    info.setAccessibleNodeLabels(queue.getAccessibleNodeLabels());
    info.setDefaultNodeLabelExpression(queue.getDefaultNodeLabelExpression());
    info.setPreemptionDisabled(!queue.spec().isPreemptable());
    info.setIntraQueuePreemptionDisabled(!queue.spec().isPreemptableWithin());
    info.setMaxParallelApps(queue.spec().values().get(QueueKeys.MAX_PARALLEL_APPS));
    info.setChildQueues(new ArrayList<>());
    info.setApplications(new ArrayList<>());
    return info;
  }

  /** A report that reads its figures late. One thread, as YARN's records. */
  private static final class Report extends QueueInfoPBImpl {
    /** Null once its capacities have been read. */
    private @Nullable FairQueue capacitiesOf;

    /** Null once its capacities in each partition have been read. */
    private @Nullable FairQueue configurationsOf;

    /** Null once its containers and applications have been counted. */
    private @Nullable FairQueue statisticsOf;

    Report(FairQueue queue) {
      capacitiesOf = queue;
      configurationsOf = queue;
      statisticsOf = queue;
    }

    private void readCapacities() {
      FairQueue queue = capacitiesOf;
      if (queue != null) {
        capacitiesOf = null;
        CapacityReport capacities = new CapacityReport(0, queue.ledger().capacity().measured());
        setCapacity((float) capacities.ofParent(queue));
        setWeight((float) capacities.weight(queue));
        setMaximumCapacity((float) queue.entitlement().limitFraction());
        double used = queue.ledger().tree().dominantShare(queue.handle());
        setCurrentCapacity((float) usedFraction(used, capacities.ofCluster(queue)));
      }
    }

    private void readConfigurations() {
      FairQueue queue = configurationsOf;
      if (queue != null) {
        configurationsOf = null;
        setQueueConfigurations(configurationsByLabel(queue));
      }
    }

    private void readStatistics() {
      FairQueue queue = statisticsOf;
      if (queue != null) {
        statisticsOf = null;
        setQueueStatistics(statistics(queue.getMetrics()));
      }
    }

    @Override
    public float getCapacity() {
      readCapacities();
      return super.getCapacity();
    }

    @Override
    public float getWeight() {
      readCapacities();
      return super.getWeight();
    }

    @Override
    public float getMaximumCapacity() {
      readCapacities();
      return super.getMaximumCapacity();
    }

    @Override
    public float getCurrentCapacity() {
      readCapacities();
      return super.getCurrentCapacity();
    }

    @Override
    public Map<String, QueueConfigurations> getQueueConfigurations() {
      readConfigurations();
      return super.getQueueConfigurations();
    }

    @Override
    public QueueStatistics getQueueStatistics() {
      readStatistics();
      return super.getQueueStatistics();
    }

    /** What is sent, compared and printed. */
    @Override
    public QueueInfoProto getProto() {
      readCapacities();
      readConfigurations();
      readStatistics();
      return super.getProto();
    }
  }

  /** Returns what a queue's metrics count. */
  private static QueueStatistics statistics(QueueMetrics metrics) {
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
  private static Map<String, QueueConfigurations> configurationsByLabel(FairQueue queue) {
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
    figures.setMaxCapacity((float) queue.entitlement().limitFraction(machineClass));
    figures.setAbsoluteMaxCapacity((float) limitFractionOfAll(queue, machineClass));
    figures.setMaxAMPercentage((float) queue.spec().in(label).maximumMasterShare());
    figures.setConfiguredMinCapacity(Resources.none());
    figures.setConfiguredMaxCapacity(Resources.none());
    figures.setEffectiveMinCapacity(
        capacities.effective(
            queue, queue.entitlement().guaranteed(machineClass), queue.limit(machineClass)));
    figures.setEffectiveMaxCapacity(queue.limit(machineClass));
    return figures;
  }

  private static double limitFractionOfAll(FairQueue queue, int machineClass) {
    FairQueue parent = queue.parent();
    return parent == null
        ? 1.0
        : queue.entitlement().limitFraction(machineClass)
            * limitFractionOfAll(parent, machineClass);
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
  private static QueueConfigurations configurations(FairQueue queue) {
    QueueConfigurations figures = Records.newRecord(QueueConfigurations.class);
    CapacityReport capacities = new CapacityReport(0, queue.ledger().capacity().measured());
    figures.setCapacity((float) capacities.ofParent(queue));
    figures.setAbsoluteCapacity((float) capacities.ofCluster(queue));
    figures.setMaxCapacity((float) queue.entitlement().limitFraction());
    figures.setAbsoluteMaxCapacity((float) queue.entitlement().limitFractionOfCluster());
    figures.setMaxAMPercentage((float) queue.spec().maximumMasterShare());
    figures.setConfiguredMinCapacity(Resources.none());
    figures.setConfiguredMaxCapacity(Resources.none());
    figures.setEffectiveMinCapacity(
        capacities.effective(queue, queue.entitlement().guaranteed(), queue.limit()));
    figures.setEffectiveMaxCapacity(queue.limit());
    return figures;
  }
}
