/*
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *     http://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */
package io.github.yarnfair.scheduler;

import java.util.List;
import java.util.Set;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.yarn.api.records.Priority;
import org.apache.hadoop.yarn.api.records.QueueACL;
import org.apache.hadoop.yarn.api.records.QueueInfo;
import org.apache.hadoop.yarn.api.records.QueueUserACLInfo;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.server.resourcemanager.rmcontainer.RMContainer;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.AbstractUsersManager;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.Queue;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.QueueMetrics;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.SchedulerApplicationAttempt;
import org.jspecify.annotations.Nullable;

/**
 * The parent queue as a queue's metrics know it: a name and metrics.
 *
 * <p>YARN's metrics are registered once in the life of the process and keep the parent that they
 * were made with. A {@link ParentQueue} in this place would keep its whole tree reachable, with
 * every application in it, after a refresh has replaced that tree.
 */
record MetricsParent(String getQueueName, QueueMetrics getMetrics) implements Queue {
  /** Returns the same for a queue's parent, null for the root's. */
  static @Nullable Queue of(@Nullable Queue parent) {
    return parent == null ? null : new MetricsParent(parent.getQueueName(), parent.getMetrics());
  }

  @Override
  public QueueInfo getQueueInfo(boolean includeChildQueues, boolean recursive) {
    throw onlyMetrics();
  }

  @Override
  public List<QueueUserACLInfo> getQueueUserAclInfo(UserGroupInformation user) {
    throw onlyMetrics();
  }

  @Override
  public boolean hasAccess(QueueACL acl, UserGroupInformation user) {
    throw onlyMetrics();
  }

  @Override
  public AbstractUsersManager getAbstractUsersManager() {
    throw onlyMetrics();
  }

  @Override
  public void recoverContainer(
      Resource clusterResource, SchedulerApplicationAttempt attempt, RMContainer container) {
    throw onlyMetrics();
  }

  @Override
  public Set<String> getAccessibleNodeLabels() {
    throw onlyMetrics();
  }

  @Override
  public String getDefaultNodeLabelExpression() {
    throw onlyMetrics();
  }

  @Override
  public void incPendingResource(String nodeLabel, Resource resource) {
    throw onlyMetrics();
  }

  @Override
  public void decPendingResource(String nodeLabel, Resource resource) {
    throw onlyMetrics();
  }

  @Override
  public Priority getDefaultApplicationPriority() {
    throw onlyMetrics();
  }

  @Override
  public void incReservedResource(String partition, Resource resource) {
    throw onlyMetrics();
  }

  @Override
  public void decReservedResource(String partition, Resource resource) {
    throw onlyMetrics();
  }

  private static UnsupportedOperationException onlyMetrics() {
    return new UnsupportedOperationException("metrics ask their parent for its name and metrics");
  }
}
