// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.webapp.capacity;

import io.github.yarnfair.scheduler.conf.key.KeyTemplate;
import io.github.yarnfair.scheduler.report.PartitionShare;
import io.github.yarnfair.scheduler.report.QueueDetails;
import io.github.yarnfair.scheduler.report.QueueSnapshot;
import io.github.yarnfair.scheduler.report.QueueSnapshot.Share;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.server.resourcemanager.webapp.dao.AutoQueueTemplatePropertiesInfo;
import org.apache.hadoop.yarn.server.resourcemanager.webapp.dao.LeafQueueTemplateInfo;
import org.apache.hadoop.yarn.server.resourcemanager.webapp.dao.LeafQueueTemplateInfo.ConfItem;
import org.apache.hadoop.yarn.server.resourcemanager.webapp.dao.PartitionQueueCapacitiesInfo;
import org.apache.hadoop.yarn.server.resourcemanager.webapp.dao.PartitionResourcesInfo;
import org.apache.hadoop.yarn.server.resourcemanager.webapp.dao.QueueAclInfo;
import org.apache.hadoop.yarn.server.resourcemanager.webapp.dao.QueueAclsInfo;
import org.apache.hadoop.yarn.server.resourcemanager.webapp.dao.QueueCapacitiesInfo;
import org.apache.hadoop.yarn.server.resourcemanager.webapp.dao.QueueCapacityVectorEntryInfo;
import org.apache.hadoop.yarn.server.resourcemanager.webapp.dao.QueueCapacityVectorInfo;
import org.apache.hadoop.yarn.server.resourcemanager.webapp.dao.ResourceInfo;
import org.apache.hadoop.yarn.server.resourcemanager.webapp.dao.ResourcesInfo;
import org.jspecify.annotations.Nullable;

/** Fills the parts of CapacityScheduler's answer that Hadoop's own classes are public for. */
public final class CapacityParts {
  private final QueueSnapshot queue;
  private final QueueDetails details;

  CapacityParts(QueueSnapshot queue, QueueDetails details) {
    this.queue = queue;
    this.details = details;
  }

  /** Returns a queue's usage in a partition as a percentage of its guarantee there. */
  static float usedPercent(double used, double guaranteed) {
    return (float) (100 * QueueSnapshot.usedFraction(used, guaranteed));
  }

  /** Returns null if the cluster has no labels: the queue's own figures are those of all nodes. */
  private @Nullable PartitionShare share(int partition) {
    return details.partitions().size() > 1 ? queue.partitions().get(partition) : null;
  }

  QueueCapacitiesInfo capacities() {
    QueueCapacitiesInfo capacities = new QueueCapacitiesInfo();
    for (int i = 0; i < details.partitions().size(); i++) {
      QueueDetails.Partition partition = details.partitions().get(i);
      PartitionShare share = share(i);
      capacities.add(
          share == null
              ? capacities(
                  partition,
                  queue.entitledFraction(),
                  queue.entitledFractionOfCluster(),
                  queue.share().dominant(),
                  queue.limit())
              : capacities(
                  partition,
                  share.entitledFraction(),
                  share.entitledFractionOfClass(),
                  share.dominant(),
                  share.limit()));
    }
    return capacities;
  }

  private PartitionQueueCapacitiesInfo capacities(
      QueueDetails.Partition partition,
      double entitled,
      double entitledOfAll,
      double used,
      Resource maximum) {
    boolean isWeight = partition.weight() >= 0;
    return new PartitionQueueCapacitiesInfo(
        partition.label(),
        vector(partition),
        (float) (100 * entitled),
        usedPercent(used, entitledOfAll),
        (float) (100 * partition.maximumFraction()),
        (float) (100 * entitledOfAll),
        (float) (100 * used),
        (float) (100 * partition.maximumFractionOfAll()),
        details.leaf() == null ? 0 : (float) (100 * partition.masterFraction()),
        (float) partition.weight(),
        isWeight ? (float) entitled : 0,
        partition.configuredMinimum(),
        partition.configuredMaximum(),
        partition.guaranteed(),
        maximum);
  }

  public static QueueCapacityVectorInfo vector(QueueDetails.Partition partition) {
    QueueCapacityVectorInfo info = new QueueCapacityVectorInfo();
    List<String> texts = new ArrayList<>();
    List<QueueCapacityVectorEntryInfo> entries = new ArrayList<>();
    partition
        .vector()
        .forEach(
            (type, capacity) -> {
              texts.add(type + "=" + capacity);
              entries.add(new QueueCapacityVectorEntryInfo(type, capacity));
            });
    info.setConfiguredCapacityVector("[" + String.join(",", texts) + "]");
    info.setCapacityVectorEntries(entries);
    return info;
  }

  ResourcesInfo resources() {
    List<PartitionResourcesInfo> partitions = new ArrayList<>();
    for (int i = 0; i < details.partitions().size(); i++) {
      PartitionShare share = share(i);
      partitions.add(share == null ? whole() : resources(share));
    }
    ResourcesInfo info = new ResourcesInfo();
    info.setPartitionResourceUsages(partitions);
    return info;
  }

  private PartitionResourcesInfo whole() {
    Share share = queue.share();
    QueueDetails.Leaf leaf = details.leaf();
    return new PartitionResourcesInfo(
        "",
        new ResourceInfo(share.used()),
        new ResourceInfo(share.reserved()),
        new ResourceInfo(share.pending()),
        leaf == null ? null : new ResourceInfo(leaf.masterUsed()),
        leaf == null ? null : new ResourceInfo(leaf.masterLimit()),
        leaf == null ? null : new ResourceInfo(leaf.masterLimit()));
  }

  private static PartitionResourcesInfo resources(PartitionShare share) {
    return new PartitionResourcesInfo(
        share.name(),
        new ResourceInfo(share.used()),
        new ResourceInfo(share.reserved()),
        new ResourceInfo(share.pending()),
        info(share.masterUsed()),
        info(share.masterLimit()),
        info(share.masterLimit()));
  }

  private static @Nullable ResourceInfo info(@Nullable Resource resource) {
    return resource == null ? null : new ResourceInfo(resource);
  }

  QueueAclsInfo acls() {
    QueueAclsInfo acls = new QueueAclsInfo();
    details.acls().forEach((type, users) -> acls.add(new QueueAclInfo(type, users)));
    return acls;
  }

  /** Returns the keys of the template of leaf queues in the older kind of creation. */
  LeafQueueTemplateInfo oldTemplate() {
    LeafQueueTemplateInfo template = new LeafQueueTemplateInfo();
    details
        .templates()
        .getOrDefault(KeyTemplate.LEGACY_LEAF, Map.of())
        .forEach(
            (key, value) ->
                template.add(new ConfItem(KeyTemplate.LEGACY_LEAF.prefix() + key, value)));
    return template;
  }

  /** Returns the keys of a template in the newer kind of creation. */
  AutoQueueTemplatePropertiesInfo template(KeyTemplate kind) {
    AutoQueueTemplatePropertiesInfo template = new AutoQueueTemplatePropertiesInfo();
    details
        .templates()
        .getOrDefault(kind, Map.of())
        .forEach((key, value) -> template.add(new ConfItem(key, value)));
    return template;
  }
}
