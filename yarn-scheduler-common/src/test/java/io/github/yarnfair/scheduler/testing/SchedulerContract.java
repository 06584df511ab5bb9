// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.testing;

import java.util.List;
import org.junit.jupiter.api.Nested;

/**
 * What every concrete scheduler has to keep, whatever its rule: its module has one test class that
 * extends this one and names it. What no rule can affect is tested once, in this module, under
 * {@link NaiveScheduler}.
 */
public abstract class SchedulerContract {
  /** Returns a configuration that names the scheduler, without queues. */
  protected abstract SchedulerConf conf();

  /**
   * Returns a configuration by which each queue has its part of what the queue above it has: the
   * usual one, unless the scheduler then compares leaves across queues.
   */
  protected SchedulerConf hierarchical() {
    return conf();
  }

  /** Returns values that the scheduler must refuse; none if it has no options of its own. */
  protected abstract List<RefusedOption> refusedOptions();

  @Nested
  class Allocation extends AllocationContract {
    @Override
    SchedulerConf conf() {
      return SchedulerContract.this.conf();
    }
  }

  @Nested
  class DefaultNodeChoice extends DefaultNodeChoiceContract {
    @Override
    SchedulerConf conf() {
      return SchedulerContract.this.conf();
    }
  }

  @Nested
  class Preemption extends PreemptionContract {
    @Override
    SchedulerConf conf() {
      return SchedulerContract.this.conf();
    }

    @Override
    SchedulerConf hierarchical() {
      return SchedulerContract.this.hierarchical();
    }
  }

  @Nested
  class Entitlement extends EntitlementContract {
    @Override
    SchedulerConf conf() {
      return SchedulerContract.this.conf();
    }

    @Override
    SchedulerConf hierarchical() {
      return SchedulerContract.this.hierarchical();
    }
  }

  @Nested
  class IdealShare extends IdealShareContract {
    @Override
    SchedulerConf conf() {
      return SchedulerContract.this.conf();
    }
  }

  @Nested
  class WhatIf extends WhatIfContract {
    @Override
    SchedulerConf conf() {
      return SchedulerContract.this.conf();
    }
  }

  @Nested
  class Reach extends ReachContract {
    @Override
    SchedulerConf conf() {
      return SchedulerContract.this.conf();
    }
  }

  @Nested
  class Demand extends DemandContract {
    @Override
    SchedulerConf conf() {
      return SchedulerContract.this.conf();
    }
  }

  @Nested
  class MixedDemand extends MixedDemandContract {
    @Override
    SchedulerConf conf() {
      return SchedulerContract.this.conf();
    }
  }

  @Nested
  class Reservation extends ReservationContract {
    @Override
    SchedulerConf conf() {
      return SchedulerContract.this.conf();
    }
  }

  @Nested
  class ReservationEnd extends ReservationEndContract {
    @Override
    SchedulerConf conf() {
      return SchedulerContract.this.conf();
    }
  }

  @Nested
  class Gangs extends GangContract {
    @Override
    SchedulerConf conf() {
      return SchedulerContract.this.conf();
    }
  }

  @Nested
  class PreemptionLoss extends PreemptionLossContract {
    @Override
    SchedulerConf conf() {
      return SchedulerContract.this.conf();
    }
  }

  @Nested
  class GangPreemption extends GangPreemptionContract {
    @Override
    SchedulerConf conf() {
      return SchedulerContract.this.conf();
    }
  }

  @Nested
  class LargestTask extends LargestTaskContract {
    @Override
    SchedulerConf conf() {
      return SchedulerContract.this.conf();
    }
  }

  @Nested
  class HeadroomOptions extends HeadroomOptionsContract {
    @Override
    SchedulerConf conf() {
      return SchedulerContract.this.conf();
    }
  }

  @Nested
  class Options extends OptionsContract {
    @Override
    SchedulerConf conf() {
      return SchedulerContract.this.conf();
    }
  }

  @Nested
  class IdleHeartbeat extends IdleHeartbeatContract {
    @Override
    SchedulerConf conf() {
      return SchedulerContract.this.conf();
    }
  }

  @Nested
  class Fairness extends FairnessContract {
    @Override
    SchedulerConf conf() {
      return SchedulerContract.this.hierarchical();
    }
  }

  @Nested
  class Order extends OrderContract {
    @Override
    SchedulerConf conf() {
      return SchedulerContract.this.hierarchical();
    }
  }

  @Nested
  class Limit extends LimitContract {
    @Override
    SchedulerConf conf() {
      return SchedulerContract.this.conf();
    }
  }

  @Nested
  class Explain extends ExplainContract {
    @Override
    SchedulerConf conf() {
      return SchedulerContract.this.hierarchical();
    }
  }

  @Nested
  class Remedies extends RemedyContract {
    @Override
    SchedulerConf conf() {
      return SchedulerContract.this.conf();
    }
  }

  @Nested
  class Users extends UsersContract {
    @Override
    SchedulerConf conf() {
      return SchedulerContract.this.conf();
    }
  }

  @Nested
  class Refresh extends RefreshContract {
    @Override
    SchedulerConf conf() {
      return SchedulerContract.this.conf();
    }

    @Override
    List<RefusedOption> refusedOptions() {
      return SchedulerContract.this.refusedOptions();
    }
  }

  @Nested
  class Generation extends GenerationContract {
    @Override
    SchedulerConf conf() {
      return SchedulerContract.this.conf();
    }
  }

  @Nested
  class Labels extends LabelContract {
    @Override
    SchedulerConf conf() {
      return SchedulerContract.this.conf().option("share-space", "class");
    }
  }

  @Nested
  class RandomEvents extends RandomEventsContract {
    @Override
    SchedulerConf conf() {
      return SchedulerContract.this.conf();
    }
  }

  @Nested
  class EverythingAtOnce extends EverythingAtOnceContract {
    @Override
    SchedulerConf conf() {
      return SchedulerContract.this.conf();
    }
  }

  @Nested
  class Recording extends RecordingContract {
    @Override
    SchedulerConf conf() {
      return SchedulerContract.this.conf();
    }
  }

  @Nested
  class Start extends StartContract {
    @Override
    SchedulerConf conf() {
      return SchedulerContract.this.conf();
    }

    @Override
    List<RefusedOption> refusedOptions() {
      return SchedulerContract.this.refusedOptions();
    }
  }
}
