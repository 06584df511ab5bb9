// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.simulator.engine;

import static io.github.yarnfair.simulator.engine.SmallWorkload.tasks;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.yarnfair.core.nodes.NodeChoice;
import io.github.yarnfair.simulator.figures.AloneBaseline;
import io.github.yarnfair.simulator.figures.RunFigures;
import io.github.yarnfair.simulator.figures.RunSession;
import io.github.yarnfair.simulator.rule.Rule;
import io.github.yarnfair.simulator.run.RunQueue;
import io.github.yarnfair.simulator.run.Workload;
import java.util.List;
import org.junit.jupiter.api.Test;

class AloneBaselineTest {
  /** Of four nodes a has three alone and b one; together each has two while both wait. */
  @Test
  void jobThatIsLaterThanOnItsOwnNodesIsWorse() throws Exception {
    SmallWorkload small = new SmallWorkload();
    for (int i = 0; i < 4; i++) {
      small.node(100, 1, 0);
    }
    Workload workload =
        small
            .job("root.a", 0, tasks(6, 10, 1, 1, 0))
            .job("root.b", 0, tasks(4, 10, 1, 1, 0))
            .build();
    RunQueue dealt = RunQueue.of("root", 1, RunQueue.of("root.a", 3), RunQueue.of("root.b", 1));
    RunQueue even = RunQueue.of("root", 1, RunQueue.of("root.a", 1), RunQueue.of("root.b", 1));
    AloneBaseline alone = AloneBaseline.of(workload, dealt, NodeChoice.FIRST_FIT, 1, List.of());
    RunFigures together =
        new RunSession(workload, even, 1, Sampling.every(1_000))
            .run(new RuleContender(Rule.H_DRF, NodeChoice.FIRST_FIT), List.of())
            .figures();
    assertThat(together.completedAfter(0)).isEqualTo(30_000);
    assertThat(together.completedAfter(1)).isEqualTo(20_000);
    assertThat(alone.worse(together)).isEqualTo(1);
  }
}
