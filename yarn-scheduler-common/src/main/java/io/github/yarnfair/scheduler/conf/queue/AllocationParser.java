// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.conf.queue;

import io.github.yarnfair.scheduler.conf.Findings;
import io.github.yarnfair.scheduler.conf.KeyReader;
import io.github.yarnfair.scheduler.conf.key.KeyLookup;
import io.github.yarnfair.scheduler.conf.key.QueueKey;
import io.github.yarnfair.scheduler.conf.key.QueueKeys;
import io.github.yarnfair.scheduler.conf.queue.AllocationLimit.Bound;
import java.util.HashMap;
import java.util.Map;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.api.records.ResourceInformation;
import org.apache.hadoop.yarn.util.resource.ResourceUtils;
import org.jspecify.annotations.Nullable;

/**
 * Reads {@code maximum-allocation}, else {@code maximum-allocation-mb} and {@code
 * maximum-allocation-vcores}, as CapacityScheduler does: a queue may have more than the one above
 * it, but no more than the cluster's maximum.
 */
final class AllocationParser {
  private final KeyReader keys;
  private final Findings findings;

  /** Null until it is needed. */
  private @Nullable Resource ofCluster;

  AllocationParser(KeyReader keys, Findings findings) {
    this.keys = keys;
    this.findings = findings;
  }

  /**
   * Reads what a queue's containers may have at most.
   *
   * @param parent what the queue inherits
   */
  AllocationLimit parse(KeyLookup queue, AllocationLimit parent) {
    String key = queue.key(QueueKeys.MAXIMUM_ALLOCATION);
    String text = keys.trimmed(key);
    Map<String, Bound> own = new HashMap<>();
    if (text == null || text.isEmpty()) {
      readNumber(queue, QueueKeys.MAXIMUM_ALLOCATION_MB, ResourceInformation.MEMORY_URI, own);
      readNumber(queue, QueueKeys.MAXIMUM_ALLOCATION_VCORES, ResourceInformation.VCORES_URI, own);
    } else {
      readAmounts(key, text, own);
    }
    own.forEach((type, bound) -> check(type, bound, queue.isCreated()));
    return parent.with(own);
  }

  /** As under CapacityScheduler, the default is a number that is not set. */
  private void readNumber(
      KeyLookup queue, QueueKey<Integer> key, String type, Map<String, Bound> own) {
    int most = key.read(queue, findings);
    if (most != key.byDefault()) {
      own.put(type, new Bound(Math.max(0, most), queue.key(key)));
    }
  }

  /** As under CapacityScheduler, types that are not named are at 0. */
  private void readAmounts(String key, String text, Map<String, Bound> own) {
    try {
      for (ResourceInformation type :
          ResourceUtils.createResourceFromString(text, ResourceUtils.getResourcesTypeInfo())
              .getResources()) {
        own.put(type.getName(), new Bound(type.getValue(), key));
      }
    } catch (RuntimeException e) {
      // Hadoop's parser throws several kinds; each message says what is wrong with the text.
      findings.refuse(
          key, "amounts such as memory-mb=4096,vcores=4,yarn.io/gpu=2; " + e.getMessage());
    }
  }

  /**
   * CapacityScheduler refuses to start with a queue beyond the cluster's maximum, but starts with a
   * template beyond it.
   */
  private void check(String type, Bound bound, boolean isTemplate) {
    ResourceInformation known = ResourceUtils.getResourceTypes().get(type);
    long least = known == null ? 0 : known.getMinimumAllocation();
    if (bound.most() > ofCluster(type)) {
      String expected =
          "at most %d for %s, the cluster's maximum allocation".formatted(ofCluster(type), type);
      if (isTemplate) {
        findings.replace(bound.key(), expected, "queues that are created have that");
      } else {
        findings.refuse(bound.key(), expected);
      }
    } else if (bound.most() < least) {
      findings.warn(
          bound.key(),
          "the queue runs no container, since the least that one has of %s is %d"
              .formatted(type, least));
    }
  }

  private long ofCluster(String type) {
    try {
      if (ofCluster == null) {
        ofCluster = keys.maximumAllocation();
      }
      return ofCluster.getResourceValue(type);
    } catch (NumberFormatException e) {
      return Long.MAX_VALUE; // The scheduler refuses yarn-site.xml's key by itself.
    }
  }
}
