// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.service;

import io.github.yarnfair.scheduler.conf.queue.QueueSpec;
import io.github.yarnfair.scheduler.model.QueueTree;
import java.util.stream.Collectors;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.server.resourcemanager.RMContext;
import org.apache.hadoop.yarn.server.resourcemanager.nodelabels.RMNodeLabelsManager;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What queues and the cluster's node labels have to know of each other. */
final class ClusterLabels {
  private static final Logger LOG = LoggerFactory.getLogger(ClusterLabels.class);

  private final RMContext context;

  ClusterLabels(RMContext context) {
    this.context = context;
  }

  /** Lets YARN refuse to remove a node label from the cluster that a queue names. */
  void publish(QueueTree queues) {
    RMNodeLabelsManager manager = context.getNodeLabelManager();
    if (manager != null) {
      manager.reinitializeQueueLabels(
          queues
              .specs()
              .collect(Collectors.toMap(QueueSpec::path, queue -> queue.labels().accessible())));
    }
  }

  /**
   * Names the keys of queues that name a label which the cluster does not have.
   *
   * @param configuration the ResourceManager's
   */
  void warnOfUnknown(QueueTree queues, Configuration configuration) {
    RMNodeLabelsManager manager = context.getNodeLabelManager();
    if (manager != null && YarnConfiguration.areNodeLabelsEnabled(configuration)) {
      queues
          .file()
          .unknownLabels(manager.getClusterNodeLabelNames())
          .forEach(notice -> LOG.warn("{}", notice.message()));
    }
  }
}
