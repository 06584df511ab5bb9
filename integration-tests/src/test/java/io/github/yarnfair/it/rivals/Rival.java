// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.it.rivals;

import io.github.yarnfair.dff.DffScheduler;
import io.github.yarnfair.drfh.DrfhScheduler;
import io.github.yarnfair.hdrf.HdrfScheduler;
import io.github.yarnfair.host.SchedulerHost;
import io.github.yarnfair.mch.MchScheduler;
import io.github.yarnfair.udrf.UdrfScheduler;
import java.util.Locale;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.capacity.CapacityScheduler;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.fair.FairScheduler;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.fair.FairSchedulerConfiguration;

/** The schedulers that are compared, each set up as a fair-minded administrator would. */
enum Rival {
  /** Ours. */
  HDRF(HdrfScheduler.class),

  /** Ours by the rule as printed in the paper. */
  PUBLISHED(HdrfScheduler.class) {
    @Override
    void configure(Configuration conf, int perHeartbeat) {
      conf.set(HdrfScheduler.RULE_KEY, "published");
    }
  },

  /** H-DRF with whole applications as its leaves: a queue is rated by its poorest. */
  POOREST(PoorestApplicationScheduler.class),

  /**
   * YARN's FairScheduler with DRF at all levels; its reservations off, so that only fairness
   * counts.
   */
  FAIR(FairScheduler.class) {
    @Override
    void configure(Configuration conf, int perHeartbeat) {
      conf.set("yarn.resource-types.memory-mb.increment-allocation", "1");
      conf.setFloat(FairSchedulerConfiguration.RESERVABLE_NODES, 0);
      conf.setInt(FairSchedulerConfiguration.MAX_ASSIGN, perHeartbeat);
      conf.setFloat(FairSchedulerConfiguration.LOCALITY_THRESHOLD_NODE, -1);
      conf.setFloat(FairSchedulerConfiguration.LOCALITY_THRESHOLD_RACK, -1);
    }
  },

  /** YARN's CapacityScheduler; the same file as ours. */
  CAPACITY(CapacityScheduler.class),

  /** Ours by dynamic fairness first. */
  DFF(DffScheduler.class),

  /** Ours over all leaf queues, without their hierarchy. */
  DRFH(DrfhScheduler.class),

  /** The same for users of several machine classes. */
  UDRF(UdrfScheduler.class),

  /** Ours by collapsed hierarchies; weights are never older than the tree. */
  MCH(MchScheduler.class) {
    @Override
    void configure(Configuration conf, int perHeartbeat) {
      conf.set(MchScheduler.REFRESH_INTERVAL_KEY, "0");
    }
  };

  private final Class<?> scheduler;

  Rival(Class<?> scheduler) {
    this.scheduler = scheduler;
  }

  /**
   * Returns a ResourceManager's configuration.
   *
   * @param perHeartbeat most containers that one heartbeat starts; -1: no limit
   */
  Configuration configuration(int perHeartbeat) {
    Configuration conf = plainConfiguration(perHeartbeat);
    ResourceKind.declare(conf);
    conf.setInt(YarnConfiguration.RM_SCHEDULER_MINIMUM_ALLOCATION_MB, 1);
    return conf;
  }

  /** The same where memory and vcores are all there is, allocated in YARN's default steps. */
  Configuration plainConfiguration(int perHeartbeat) {
    Configuration conf = SchedulerHost.configuration(scheduler.getName());
    configure(conf, perHeartbeat);
    return conf;
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** Adds what this scheduler alone needs. */
  void configure(Configuration conf, int perHeartbeat) {}
}
