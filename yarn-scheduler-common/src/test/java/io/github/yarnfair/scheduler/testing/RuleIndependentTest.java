// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.testing;

import org.junit.jupiter.api.Nested;

/** What no rule of fairness can affect: run once, under a small rule, not by each scheduler. */
class RuleIndependentTest {
  @Nested
  class ExplainPlaces extends ExplainPlacesContract {
    @Override
    SchedulerConf conf() {
      return SchedulerConf.of(NaiveScheduler.class);
    }
  }

  @Nested
  class Parallel extends ParallelContract {
    @Override
    SchedulerConf conf() {
      return SchedulerConf.of(NaiveScheduler.class);
    }
  }

  @Nested
  class MaximumAllocation extends MaximumAllocationContract {
    @Override
    SchedulerConf conf() {
      return SchedulerConf.of(NaiveScheduler.class);
    }
  }

  @Nested
  class GangEnds extends GangEndContract {
    @Override
    SchedulerConf conf() {
      return SchedulerConf.of(NaiveScheduler.class);
    }
  }

  @Nested
  class Stored extends StoredQueuesContract {
    @Override
    SchedulerConf conf() {
      return SchedulerConf.of(NaiveScheduler.class);
    }
  }

  @Nested
  class Constraints extends ConstraintContract {
    @Override
    SchedulerConf conf() {
      return SchedulerConf.of(NaiveScheduler.class);
    }
  }

  @Nested
  class ConstraintHandlers extends ConstraintHandlerContract {
    @Override
    SchedulerConf conf() {
      return SchedulerConf.of(NaiveScheduler.class);
    }
  }

  @Nested
  class ManyRequests extends ManyRequestsContract {
    @Override
    SchedulerConf conf() {
      return SchedulerConf.of(NaiveScheduler.class);
    }
  }

  @Nested
  class ManySizes extends ManySizesContract {
    @Override
    SchedulerConf conf() {
      return SchedulerConf.of(NaiveScheduler.class);
    }
  }

  @Nested
  class Recovery extends RecoveryContract {
    @Override
    SchedulerConf conf() {
      return SchedulerConf.of(NaiveScheduler.class);
    }
  }

  @Nested
  class ForeignFile extends ForeignFileContract {
    @Override
    SchedulerConf conf() {
      return SchedulerConf.of(NaiveScheduler.class);
    }
  }

  @Nested
  class CreatedQueue extends CreatedQueueContract {
    @Override
    SchedulerConf conf() {
      return SchedulerConf.of(NaiveScheduler.class);
    }
  }

  @Nested
  class MasterContainer extends MasterContainerContract {
    @Override
    SchedulerConf conf() {
      return SchedulerConf.of(NaiveScheduler.class);
    }
  }

  @Nested
  class NodeChoice extends NodeChoiceContract {
    @Override
    SchedulerConf conf() {
      return SchedulerConf.of(NaiveScheduler.class);
    }
  }
}
