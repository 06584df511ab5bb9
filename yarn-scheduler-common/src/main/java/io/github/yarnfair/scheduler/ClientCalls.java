// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler;

import io.github.yarnfair.core.rule.SchedulerRule;
import io.github.yarnfair.scheduler.model.AppAttempt;
import io.github.yarnfair.scheduler.model.ClusterNode;
import io.github.yarnfair.scheduler.model.QueueTree;
import io.github.yarnfair.scheduler.service.Services;
import io.github.yarnfair.scheduler.store.ConfigurationChanges;
import java.io.IOException;
import java.util.EnumSet;
import java.util.List;
import org.apache.hadoop.conf.Configurable;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.thirdparty.com.google.common.util.concurrent.SettableFuture;
import org.apache.hadoop.yarn.api.records.ApplicationAttemptId;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.api.records.Priority;
import org.apache.hadoop.yarn.api.records.QueueACL;
import org.apache.hadoop.yarn.api.records.QueueInfo;
import org.apache.hadoop.yarn.api.records.QueueUserACLInfo;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.exceptions.YarnException;
import org.apache.hadoop.yarn.proto.YarnServiceProtos.SchedulerResourceTypes;
import org.apache.hadoop.yarn.server.resourcemanager.rmapp.RMAppImpl;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.AbstractYarnScheduler;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.MutableConfScheduler;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.MutableConfigurationProvider;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.Queue;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.QueueMetrics;
import org.apache.hadoop.yarn.util.resource.DominantResourceCalculator;
import org.apache.hadoop.yarn.util.resource.ResourceCalculator;
import org.jspecify.annotations.Nullable;

/**
 * What clients, administrators and monitors ask of a scheduler about its queues. Each answer is a
 * service's. Any thread.
 */
abstract class ClientCalls extends AbstractYarnScheduler<AppAttempt, ClusterNode>
    implements Configurable, MutableConfScheduler {
  private static final ResourceCalculator CALCULATOR = new DominantResourceCalculator();

  private @Nullable Configuration conf;

  /**
   * @param name of the scheduler's class, for YARN's log
   */
  ClientCalls(String name) {
    super(name);
  }

  /** Returns the rule by which this scheduler shares the cluster. */
  public abstract SchedulerRule rule();

  /** Returns what this scheduler is composed of. Not before it is initialized. */
  abstract Services services();

  /** Returns the queues in force. */
  final QueueTree queues() {
    return services().queues().tree();
  }

  @Override
  public void setConf(Configuration configuration) {
    conf = configuration;
  }

  @Override
  public @Nullable Configuration getConf() {
    return conf;
  }

  /** Returns the keys of the queues in force, over those of the ResourceManager. A copy. */
  @Override
  public Configuration getConfiguration() {
    return queues().file().configuration();
  }

  @Override
  public @Nullable Queue getQueue(String name) {
    return queues().find(name);
  }

  @Override
  public boolean isConfigurationMutable() {
    return changes() != null;
  }

  @Override
  public @Nullable MutableConfigurationProvider getMutableConfProvider() {
    ConfigurationChanges changes = changes();
    return changes == null ? null : changes.stored();
  }

  /** Returns the changes that are possible, null if the queues come from the queue file. */
  public final @Nullable ConfigurationChanges changes() {
    return services().queues().source().changes();
  }

  @Override
  public Resource getMaximumResourceCapability(@Nullable String queue) {
    return services().queues().admission().maximumAllocation(queue, getMaximumResourceCapability());
  }

  @Override
  public boolean placementConstraintEnabled() {
    return true;
  }

  /**
   * Called once for each submission, with the caller's identity: the place to check the ACL too.
   */
  @Override
  public Priority checkAndGetApplicationPriority(
      @Nullable Priority requested, UserGroupInformation user, String queue, ApplicationId id)
      throws YarnException {
    services().queues().admission().checkSubmit(id, queue, user);
    return services()
        .queues()
        .admission()
        .grantPriority(id, requested, queue, user, getMaxClusterLevelAppPriority());
  }

  @Override
  public Priority updateApplicationPriority(
      Priority requested, ApplicationId id, SettableFuture<Object> saved, UserGroupInformation user)
      throws YarnException {
    return services()
        .applications()
        .updatePriority(requested, getMaxClusterLevelAppPriority(), id, saved, user);
  }

  @Override
  public void preValidateMoveApplication(ApplicationId id, String queue) throws YarnException {
    services().applications().checkMove(id, queue);
  }

  @Override
  public String moveApplication(ApplicationId id, String queue) throws YarnException {
    return services().applications().move(id, queue);
  }

  @Override
  public final long checkAndGetApplicationLifetime(String name, long requested, RMAppImpl app) {
    return services().queues().lifetime(name, requested);
  }

  /** The shape of the method above in Hadoop 3.4. */
  public final long checkAndGetApplicationLifetime(String name, long requested) {
    return services().queues().lifetime(name, requested);
  }

  @Override
  public final long getMaximumApplicationLifetime(String name) {
    return services().queues().maximumLifetime(name);
  }

  @Override
  public QueueInfo getQueueInfo(String name, boolean includeChildQueues, boolean recursive)
      throws IOException {
    QueueInfo info = services().queues().info(name, includeChildQueues, recursive);
    boolean preempts = services().queues().sources().preempts();
    complete(info, preempts, preempts && queues().file().preemption().isWithinQueues());
    return info;
  }

  /** The command line shows the scheduler's name, and whether containers are preempted at all. */
  private void complete(QueueInfo info, boolean preempts, boolean preemptsWithin) {
    info.setSchedulerType(rule().schedulerName());
    info.setPreemptionDisabled(!preempts || info.getPreemptionDisabled());
    info.setIntraQueuePreemptionDisabled(!preemptsWithin || info.getIntraQueuePreemptionDisabled());
    for (QueueInfo child : info.getChildQueues()) {
      complete(child, preempts, preemptsWithin);
    }
  }

  @Override
  public List<QueueUserACLInfo> getQueueUserAclInfo() {
    return services().queues().aclInfo();
  }

  @Override
  public boolean checkAccess(UserGroupInformation user, QueueACL acl, String name) {
    return services().queues().hasAccess(user, acl, name);
  }

  @Override
  public @Nullable List<ApplicationAttemptId> getAppsInQueue(String name) {
    return services().queues().attempts(name);
  }

  /** Returns null before the queues have been read: monitors may ask as early as they like. */
  @Override
  public @Nullable QueueMetrics getRootQueueMetrics() {
    Services composed = services();
    QueueTree tree = composed == null ? null : composed.queues().source().inForce();
    return tree == null ? null : tree.root().getMetrics();
  }

  @Override
  public int getNumClusterNodes() {
    return nodeTracker.nodeCount();
  }

  @Override
  public ResourceCalculator getResourceCalculator() {
    return CALCULATOR;
  }

  @Override
  public EnumSet<SchedulerResourceTypes> getSchedulingResourceTypes() {
    return EnumSet.of(SchedulerResourceTypes.MEMORY, SchedulerResourceTypes.CPU);
  }
}
