// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.yarnfair.conformance.adapter.Adapter;
import io.github.yarnfair.conformance.adapter.AdapterException;
import io.github.yarnfair.conformance.adapter.Adapters;
import io.github.yarnfair.conformance.adapter.Answer;
import io.github.yarnfair.conformance.adapter.Event;
import io.github.yarnfair.conformance.adapter.Need;
import io.github.yarnfair.conformance.adapter.Placement;
import io.github.yarnfair.conformance.adapter.ProcessAdapter;
import io.github.yarnfair.conformance.cases.Case;
import io.github.yarnfair.conformance.run.CaseRun;
import io.github.yarnfair.conformance.run.Outcome;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
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
          "weights-hold-in-each-partition",
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
  void placementInAnotherPartitionIsRefused() throws Exception {
    Case labelled = Suite.named("weights-hold-in-each-partition");

    assertThatThrownBy(() -> run(labelled, List.of(new Placement("a1", "node1"))))
        .isInstanceOf(AdapterException.class)
        .hasMessage(
            "adapter fixed: places a task of a1 on node1:"
                + " needs a node of label \"\", this one's is \"fast\"");
    assertThatThrownBy(() -> run(labelled, List.of(new Placement("b2", "node2"))))
        .hasMessageContaining("needs a node of label \"fast\", this one's is \"\"");
  }

  @Test
  void partOfAGangIsRefused() throws Exception {
    Case gang = Suite.named("gangs-and-single-tasks-share-a-cluster");

    assertThatThrownBy(() -> run(gang, Collections.nCopies(3, new Placement("a1", "node1"))))
        .isInstanceOf(AdapterException.class)
        .hasMessage("adapter fixed: starts 3 of the first 4 tasks of a1, which start together");
  }

  @Test
  void preemptionThatIsNotPossibleIsRefused() throws Exception {
    Case preempting = Suite.named("preemption-gives-a-joining-queue-its-share");
    List<Placement> ofA = List.of(new Placement("a", "node1"));

    assertThatThrownBy(() -> run(preempting, new Answer(ofA, List.of(), Set.of())))
        .isInstanceOf(AdapterException.class)
        .hasMessage("adapter fixed: preempts a task of a on node1: none runs there");
    List<Placement> elsewhere = List.of(new Placement("a", "x"));
    assertThatThrownBy(() -> run(preempting, new Answer(elsewhere, List.of(), Set.of())))
        .hasMessage("adapter fixed: preempts a task of a on x: none runs there");
    assertThatThrownBy(() -> run(Suite.named("queue-leaves"), new Answer(ofA, List.of(), Set.of())))
        .hasMessage("adapter fixed: preempts a task of a on node1: the case has no preemption");
  }

  /** At the second offer one of the two tasks is preempted and starts again. */
  @Test
  void preemptedTaskIsPendingAgainAndCounted() throws Exception {
    Placement ofA = new Placement("a", "node1");
    Deque<Answer> answers =
        new ArrayDeque<>(
            List.of(
                Answer.of(List.of(ofA, ofA)), new Answer(List.of(ofA), List.of(ofA), Set.of())));
    CaseRun run =
        CaseRun.of(
            Suite.named("preemption-gives-a-joining-queue-its-share"),
            fixed(EnumSet.allOf(Need.class), answers::remove));

    assertThat(run.outcomes())
        .extracting(Outcome::got)
        .containsExactly(
            Map.of("A", 2L, "B", 0L, "preempted", 0L), Map.of("A", 2L, "B", 0L, "preempted", 1L));
  }

  /**
   * As one that was written before there were labels: it answers a cluster with placements only.
   */
  @Test
  void caseIsNotRunUnderAnAdapterThatDoesNotSaySo() throws Exception {
    Adapter old = fixed(Set.of(), () -> Answer.of(List.of(new Placement("z", "node1"))));
    CaseRun run = CaseRun.of(Suite.named("weights-hold-in-each-partition"), old);

    assertThat(run.missing()).containsExactly(Need.LABELS);
    assertThat(run.outcomes()).isEmpty();
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

  private static void run(Placement placement, int times) throws Exception {
    run(Suite.named("queue-leaves"), Collections.nCopies(times, placement));
  }

  private static void run(Case each, List<Placement> placements) throws Exception {
    run(each, Answer.of(placements));
  }

  private static void run(Case each, Answer answer) throws Exception {
    CaseRun.of(each, fixed(EnumSet.allOf(Need.class), () -> answer));
  }

  /** Returns an adapter that gives these answers to offers. */
  private static Adapter fixed(Set<Need> able, Supplier<Answer> answers) {
    return new Adapter() {
      @Override
      public String name() {
        return "fixed";
      }

      @Override
      public Answer apply(Event event) {
        if (event instanceof Event.Cluster cluster) {
          return Answer.to(cluster, able);
        }
        return event instanceof Event.Offer ? answers.get() : Answer.NOTHING;
      }
    };
  }
}
