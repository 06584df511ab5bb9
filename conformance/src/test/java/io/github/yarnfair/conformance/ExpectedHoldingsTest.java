// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.yarnfair.conformance.adapter.Need;
import io.github.yarnfair.conformance.cases.Case;
import io.github.yarnfair.conformance.cases.CaseEvent;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What a case expects is what the fluid division of its cluster gives, in whole tasks: a figure
 * copied from a rule that is wrong would differ.
 */
class ExpectedHoldingsTest {
  static Stream<String> names() throws Exception {
    return Suite.cases().stream().map(Case::name);
  }

  @ParameterizedTest
  @MethodSource("names")
  void settledMomentsExpectTheIdealSharesInWholeTasks(String name) throws Exception {
    Case each = Suite.named(name);
    FluidDivision division = new FluidDivision(each.cluster());
    List<String> compared = new ArrayList<>();
    boolean isSettled = true;
    for (CaseEvent event : each.events()) {
      if (event instanceof CaseEvent.Expect expect) {
        if (isSettled) {
          compared.add(expect.moment());
          expect
              .holds()
              .forEach(
                  (held, tasks) -> {
                    if (!held.equals(CaseEvent.Expect.PREEMPTED)) {
                      assertThat(division.tasks(held))
                          .as("%s %s", expect.moment(), held)
                          .isCloseTo(tasks, within(expect.tolerance() + 0.999));
                    }
                  });
        }
      } else {
        // A join into a full cluster settles by turnover, or at once by preemption.
        isSettled =
            each.cluster().needs().contains(Need.PREEMPTION)
                || !(event instanceof CaseEvent.Submit && !compared.isEmpty());
        division.happen(event);
      }
    }
    assertThat(compared).isNotEmpty();
  }
}
