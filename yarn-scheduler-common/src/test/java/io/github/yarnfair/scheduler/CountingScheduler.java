// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler;

import io.github.yarnfair.core.policy.FairnessPolicy;
import io.github.yarnfair.core.policy.Selection;
import io.github.yarnfair.core.policy.Shares;
import io.github.yarnfair.core.tree.ShareTree;
import io.github.yarnfair.scheduler.conf.ConfiguredRule;
import io.github.yarnfair.scheduler.testing.SchedulerConf;
import io.github.yarnfair.scheduler.testing.TestRule;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.util.ReflectionUtils;
import org.apache.hadoop.yarn.conf.YarnConfiguration;

/** Another scheduler's rule, counting how often it is asked whose turn it is. */
public final class CountingScheduler extends HierarchicalScheduler {
  /** How often a rule was asked; of all schedulers of this class, one at a time. */
  public static final AtomicInteger DECISIONS = new AtomicInteger();

  private static volatile Supplier<FairnessPolicy> counted =
      () -> {
        throw new IllegalStateException("nothing is counted");
      };

  public CountingScheduler() {
    super(new TestRule(CountingScheduler.class, () -> new CountingPolicy(counted.get())));
  }

  /** Puts this scheduler in front of the one that a configuration names. */
  public static SchedulerConf counting(SchedulerConf conf) {
    Configuration options = conf.build();
    Class<? extends HierarchicalScheduler> scheduler =
        options
            .getClass(YarnConfiguration.RM_SCHEDULER, null)
            .asSubclass(HierarchicalScheduler.class);
    counted =
        new ConfiguredRule(
                ReflectionUtils.newInstance(scheduler, options).rule(),
                options,
                System::currentTimeMillis)
            .policies();
    return conf.yarn(YarnConfiguration.RM_SCHEDULER, CountingScheduler.class.getName());
  }

  private record CountingPolicy(FairnessPolicy counted) implements FairnessPolicy {
    @Override
    public String name() {
      return counted.name();
    }

    @Override
    public void prepare(ShareTree tree) {
      counted.prepare(tree);
    }

    @Override
    public double leafKey(Shares shares, int leaf) {
      return counted.leafKey(shares, leaf);
    }

    @Override
    public double queueKey(Shares shares, int queue) {
      return counted.queueKey(shares, queue);
    }

    @Override
    public Selection over(ShareTree tree) {
      Selection selection = counted.over(tree);
      return offer -> {
        DECISIONS.incrementAndGet();
        return selection.next(offer);
      };
    }
  }
}
