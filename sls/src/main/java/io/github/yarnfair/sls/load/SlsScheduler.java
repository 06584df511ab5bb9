// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.sls.load;

import io.github.yarnfair.core.rule.SchedulerRule;
import io.github.yarnfair.core.rule.SchedulerRules;
import io.github.yarnfair.scheduler.HierarchicalScheduler;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.conf.Configurable;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.api.records.ApplicationAttemptId;
import org.apache.hadoop.yarn.api.records.ContainerId;
import org.apache.hadoop.yarn.api.records.ResourceRequest;
import org.apache.hadoop.yarn.api.records.SchedulingRequest;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.exceptions.YarnException;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.Allocation;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.ContainerUpdates;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.event.SchedulerEvent;
import org.apache.hadoop.yarn.sls.SLSRunner;
import org.apache.hadoop.yarn.sls.scheduler.SLSSchedulerCommons;
import org.apache.hadoop.yarn.sls.scheduler.SchedulerMetrics;
import org.apache.hadoop.yarn.sls.scheduler.SchedulerWrapper;
import org.apache.hadoop.yarn.sls.scheduler.Tracker;
import org.jspecify.annotations.Nullable;

/**
 * A scheduler of this project under Hadoop's load simulator, which times its calls: what {@code
 * SLSCapacityScheduler} is to CapacityScheduler. One class serves all rules; {@link #RULE_KEY} in
 * {@code yarn-site.xml} selects one by name.
 */
public final class SlsScheduler extends HierarchicalScheduler
    implements SchedulerWrapper, Configurable {
  /** Names the rule. The ResourceManager creates a scheduler before it configures it. */
  public static final String RULE_KEY = "yarn.sls.scheduler.rule";

  private final SLSSchedulerCommons commons = new SLSSchedulerCommons(this);
  private @Nullable Configuration configuration;
  private @Nullable SLSRunner runner;

  /** Created by the ResourceManager. */
  public SlsScheduler() {
    this(rule(new YarnConfiguration()));
  }

  SlsScheduler(SchedulerRule rule) {
    super(rule);
  }

  private static SchedulerRule rule(Configuration yarnSite) {
    String name = yarnSite.getTrimmed(RULE_KEY, "");
    return SchedulerRules.all().stream()
        .filter(rule -> rule.name().equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "yarn-site.xml: %s: expected one of %s, but found \"%s\""
                        .formatted(
                            RULE_KEY,
                            SchedulerRules.all().stream().map(SchedulerRule::name).toList(),
                            name)));
  }

  /** Starts the metrics, as the simulator's own wrappers do: they are read before the start. */
  @Override
  public void setConf(Configuration conf) {
    configuration = conf;
    conf.setIfUnset(SlsScheduler.class.getName(), SlsSchedulerMetrics.class.getName());
    commons.initMetrics(SlsScheduler.class, conf);
  }

  @Override
  public @Nullable Configuration getConf() {
    return configuration;
  }

  @Override
  public void handle(SchedulerEvent event) {
    commons.handle(event);
  }

  @Override
  public void propagatedHandle(SchedulerEvent event) {
    super.handle(event);
  }

  @Override
  public Allocation allocate(
      ApplicationAttemptId id,
      List<ResourceRequest> ask,
      @Nullable List<SchedulingRequest> schedulingRequests,
      List<ContainerId> release,
      List<String> blacklistAdditions,
      List<String> blacklistRemovals,
      ContainerUpdates updates) {
    return commons.allocate(
        id, ask, schedulingRequests, release, blacklistAdditions, blacklistRemovals, updates);
  }

  @Override
  public Allocation allocatePropagated(
      ApplicationAttemptId id,
      List<ResourceRequest> ask,
      @Nullable List<SchedulingRequest> schedulingRequests,
      List<ContainerId> release,
      List<String> blacklistAdditions,
      List<String> blacklistRemovals,
      ContainerUpdates updates) {
    return super.allocate(
        id, ask, schedulingRequests, release, blacklistAdditions, blacklistRemovals, updates);
  }

  @Override
  public String getRealQueueName(String queue) throws YarnException {
    try {
      return getQueueInfo(queue, false, false).getQueuePath();
    } catch (IOException e) {
      throw new YarnException(e.getMessage(), e);
    }
  }

  @Override
  public SchedulerMetrics getSchedulerMetrics() {
    return commons.getSchedulerMetrics();
  }

  @Override
  public Tracker getTracker() {
    return commons.getTracker();
  }

  @Override
  public void setSLSRunner(SLSRunner simulator) {
    runner = simulator;
  }

  @Override
  public @Nullable SLSRunner getSLSRunner() {
    return runner;
  }
}
