// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.benchmarks.rm.floor;

import java.util.List;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.yarn.api.records.Priority;
import org.apache.hadoop.yarn.api.records.QueueACL;
import org.apache.hadoop.yarn.api.records.QueueInfo;
import org.apache.hadoop.yarn.api.records.QueueUserACLInfo;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.server.resourcemanager.rmcontainer.RMContainer;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.AbstractUsersManager;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.ActiveUsersManager;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.Queue;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.QueueMetrics;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.SchedulerApplicationAttempt;
import org.apache.hadoop.yarn.util.Records;
import org.jspecify.annotations.Nullable;

/** The only queue of {@link FloorScheduler}: YARN's metrics and nothing else. */
final class FloorQueue implements Queue {
  private final QueueMetrics metrics;
  private final ActiveUsersManager users;

  FloorQueue(Configuration conf) {
    metrics = QueueMetrics.forQueue(getQueueName(), null, false, conf);
    users = new ActiveUsersManager(metrics);
  }

  @Override
  public String getQueueName() {
    return "root";
  }

  @Override
  public QueueMetrics getMetrics() {
    return metrics;
  }

  @Override
  public AbstractUsersManager getAbstractUsersManager() {
    return users;
  }

  @Override
  public QueueInfo getQueueInfo(boolean includeChildQueues, boolean recursive) {
    QueueInfo info = Records.newRecord(QueueInfo.class);
    info.setQueueName(getQueueName());
    return info;
  }

  @Override
  public List<QueueUserACLInfo> getQueueUserAclInfo(UserGroupInformation user) {
    return List.of();
  }

  @Override
  public boolean hasAccess(QueueACL acl, UserGroupInformation user) {
    return true;
  }

  @Override
  public void recoverContainer(
      Resource clusterResource, SchedulerApplicationAttempt attempt, RMContainer container) {}

  @Override
  public Set<String> getAccessibleNodeLabels() {
    return Set.of();
  }

  @Override
  public @Nullable String getDefaultNodeLabelExpression() {
    return null;
  }

  @Override
  public void incPendingResource(String nodeLabel, Resource amount) {}

  @Override
  public void decPendingResource(String nodeLabel, Resource amount) {}

  @Override
  public Priority getDefaultApplicationPriority() {
    return Priority.newInstance(0);
  }

  @Override
  public void incReservedResource(String partition, Resource amount) {}

  @Override
  public void decReservedResource(String partition, Resource amount) {}
}
