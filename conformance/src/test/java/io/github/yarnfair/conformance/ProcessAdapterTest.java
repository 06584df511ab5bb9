// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.yarnfair.conformance.adapter.Adapter;
import io.github.yarnfair.conformance.adapter.AdapterException;
import io.github.yarnfair.conformance.adapter.Adapters;
import io.github.yarnfair.conformance.adapter.Event;
import io.github.yarnfair.conformance.adapter.Placement;
import io.github.yarnfair.conformance.adapter.ProcessAdapter;
import io.github.yarnfair.conformance.run.CaseRun;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The protocol over standard input and output, and answers that are not possible. */
class ProcessAdapterTest {
  private static final String JAVA =
      Path.of(System.getProperty("java.home"), "bin", "java").toString();

  /** Every kind of event is in these. */
  private static final List<String> CASES =
      List.of(
          "gpu-and-cpu-nodes",
          "freed-tasks-go-to-the-poorer",
          "queue-leaves",
          "weight-changes",
          "stream-beside-endless-application-1-1");

  @Test
  void processGivesWhatTheSameRuleGivesInThisProcess() throws Exception {
    try (Adapter process = process("--adapter", "naive")) {
      for (String name : CASES) {
        CaseRun here = CaseRun.of(Suite.named(name), Adapters.named("naive"));
        CaseRun there = CaseRun.of(Suite.named(name), process);

        assertThat(there.outcomes()).as(name).isNotEmpty().isEqualTo(here.outcomes());
      }
    }
  }

  @Test
  void processThatEndsIsReportedWithTheEvent() throws Exception {
    try (Adapter process = process("--help")) {
      assertThatThrownBy(() -> CaseRun.of(Suite.named("queue-leaves"), process))
          .isInstanceOf(AdapterException.class)
          .hasMessageContaining("adapter other: after {\"event\":\"cluster\"");
    }
  }

  @Test
  void commandThatDoesNotExistIsReported() {
    assertThatThrownBy(() -> new ProcessAdapter("other", List.of("./no-such-adapter")))
        .isInstanceOf(AdapterException.class)
        .hasMessageStartingWith("adapter other: cannot be started: ");
  }

  @Test
  void placementThatDoesNotFitIsRefused() {
    assertThatThrownBy(() -> run(new Placement("a1", "node1"), 19))
        .isInstanceOf(AdapterException.class)
        .hasMessage("adapter fixed: places a task of a1 on node1: needs 1 cpu, 0 are free");
  }

  @Test
  void placementOfAnUnknownApplicationOrNodeIsRefused() {
    assertThatThrownBy(() -> run(new Placement("z", "node1"), 1))
        .hasMessage(
            "adapter fixed: places a task of z on node1: the application has no pending task");
    assertThatThrownBy(() -> run(new Placement("a1", "node7"), 1))
        .hasMessage("adapter fixed: places a task of a1 on node7: no such node");
  }

  @Test
  void unknownAdapterIsReportedWithThoseThatThereAre() {
    assertThatThrownBy(() -> Adapters.named("fairest"))
        .isInstanceOf(AdapterException.class)
        .hasMessageStartingWith("adapter fairest: unknown; expected one of ")
        .hasMessageContaining("h-drf");
  }

  private static ProcessAdapter process(String... arguments) throws AdapterException {
    List<String> command =
        new ArrayList<>(
            List.of(
                JAVA, "-cp", System.getProperty("java.class.path"), Conformance.class.getName()));
    command.addAll(List.of(arguments));
    return new ProcessAdapter("other", command);
  }

  /** Answers each offer with a number of equal placements. */
  private static void run(Placement placement, int times) throws Exception {
    Adapter fixed =
        new Adapter() {
          @Override
          public String name() {
            return "fixed";
          }

          @Override
          public List<Placement> apply(Event event) {
            return event instanceof Event.Offer ? Collections.nCopies(times, placement) : List.of();
          }
        };
    CaseRun.of(Suite.named("queue-leaves"), fixed);
  }
}
