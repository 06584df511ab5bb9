// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.simulator.cluster;

import io.github.yarnfair.conformance.adapter.Adapter;
import io.github.yarnfair.conformance.adapter.AdapterException;
import io.github.yarnfair.conformance.adapter.Answer;
import io.github.yarnfair.conformance.adapter.Event;
import io.github.yarnfair.conformance.adapter.Need;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A real scheduler under the conformance suite: each cluster of a case boots another one. */
final class YarnAdapter implements Adapter {
  private final RealScheduler scheduler;
  private final Map<String, String> options;
  private final Set<Need> able;
  private @Nullable HostedCase running;

  /**
   * @param options of the scheduler, without its prefix
   * @throws IllegalArgumentException if there are any and the scheduler is none of this project's
   */
  YarnAdapter(RealScheduler scheduler, Map<String, String> options) {
    scheduler.checkOptions(options);
    this.scheduler = scheduler;
    this.options = options;
    able = able(scheduler);
  }

  /**
   * YARN's own have no gangs. FairScheduler takes no notice of labels, and preempts in threads of
   * its own, which know no virtual time.
   */
  private static Set<Need> able(RealScheduler scheduler) {
    if (scheduler.equals(RealScheduler.FAIR)) {
      return Set.of();
    }
    return scheduler.equals(RealScheduler.CAPACITY)
        ? Set.of(Need.LABELS, Need.PREEMPTION)
        : Set.of(Need.values());
  }

  @Override
  public String name() {
    return scheduler.name();
  }

  @Override
  public Answer apply(Event event) throws AdapterException {
    try {
      if (event instanceof Event.Cluster cluster) {
        close();
        if (able.containsAll(cluster.needs())) {
          running = new HostedCase(scheduler, options, cluster);
        }
        return Answer.to(cluster, able);
      }
      if (running == null) {
        throw new AdapterException(name() + ": the first event has to be a cluster");
      }
      return running.apply(event);
    } catch (AdapterException e) {
      throw e;
    } catch (Exception e) {
      throw new AdapterException(name() + ": " + event + ": " + e);
    }
  }

  @Override
  public void close() {
    if (running != null) {
      running.close();
      running = null;
    }
  }
}
