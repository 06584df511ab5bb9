// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.report;

import io.github.yarnfair.scheduler.conf.key.KeyTemplate;
import io.github.yarnfair.scheduler.conf.key.QueueValues;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.yarn.api.records.QueueInfo;
import org.apache.hadoop.yarn.api.records.Resource;
import org.jspecify.annotations.Nullable;

/**
 * What CapacityScheduler's REST answer says of a queue beside what {@link QueueSnapshot} has.
 * Resources must not be changed.
 *
 * @param info YARN's report about the queue
 * @param creationMethod static, dynamicLegacy or dynamicFlexible
 * @param autoCreationEligibility whether queues are created below it: off, legacy or flexible
 * @param orderingPolicy by what its applications, or the queues below it, are ordered
 * @param priority among the siblings
 * @param isPreemptionDisabled whether other queues leave its containers alone
 * @param isIntraQueuePreemptionDisabled whether its applications leave each other's alone
 * @param values of the queue's plain keys
 * @param acls access lists by YARN's name of the access type
 * @param templates keys of each kind of template, without the kind's prefix
 * @param partitions in the order of {@link QueueSnapshot#partitions}; of a cluster without node
 *     labels one
 * @param leaf null for a queue of queues
 */
public record QueueDetails(
    QueueInfo info,
    String creationMethod,
    String autoCreationEligibility,
    String orderingPolicy,
    int priority,
    boolean isPreemptionDisabled,
    boolean isIntraQueuePreemptionDisabled,
    QueueValues values,
    Map<String, String> acls,
    Map<KeyTemplate, Map<String, String>> templates,
    List<Partition> partitions,
    @Nullable Leaf leaf) {

  public QueueDetails {
    partitions = List.copyOf(partitions);
  }

  /**
   * The configured capacity of a queue in a partition, and the figures derived from it.
   *
   * @param label empty: the nodes without a label, or all if the cluster has no labels
   * @param mode percentage, weight, absolute or mixed
   * @param vector the configured capacity by YARN's name of the resource type, such as 50.0%
   * @param weight the configured weight, -1 if the capacity is no weight
   * @param maximumFraction the queue's maximum as a part of the maximum of the queue above: 0 to 1
   * @param maximumFractionOfAll part of the partition that it may hold: 0 to 1
   * @param masterFraction part that application masters may take, of a leaf queue
   * @param configuredMinimum the capacity if it is configured in amounts, else nothing
   * @param configuredMaximum the maximum if it is configured in amounts, else nothing
   * @param guaranteed what the queue is entitled to while all siblings have demand
   */
  public record Partition(
      String label,
      String mode,
      Map<String, String> vector,
      double weight,
      double maximumFraction,
      double maximumFractionOfAll,
      double masterFraction,
      Resource configuredMinimum,
      Resource configuredMaximum,
      Resource guaranteed) {}

  /**
   * What only a leaf queue has.
   *
   * @param maximumApplications most applications, pending and running
   * @param maximumApplicationsPerUser most of them of one user
   * @param masterLimit AM limit
   * @param masterUsed sum of the active application masters
   * @param masterPart part of the queue that masters may take
   * @param defaultPriority of applications that ask for none
   * @param maximumLifetime in seconds, 0 or less: unlimited
   * @param defaultLifetime in seconds, 0 or less: unlimited
   * @param masters what the masters of a user's running applications hold, by user
   * @param userMinimum part of the queue down to which the limit of a user may fall, 0 to 1
   * @param userFactor how many times what the queue is entitled to a user may hold, -1 if any
   *     number
   */
  public record Leaf(
      int maximumApplications,
      int maximumApplicationsPerUser,
      Resource masterLimit,
      Resource masterUsed,
      double masterPart,
      int defaultPriority,
      long maximumLifetime,
      long defaultLifetime,
      Map<String, Resource> masters,
      double userMinimum,
      double userFactor) {}
}
