// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.simulator.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.yarnfair.conformance.adapter.AdapterException;
import io.github.yarnfair.conformance.adapter.Event;
import io.github.yarnfair.conformance.adapter.Need;
import io.github.yarnfair.conformance.adapter.Node;
import io.github.yarnfair.conformance.adapter.Placement;
import io.github.yarnfair.conformance.adapter.QueueTree;
import io.github.yarnfair.conformance.cases.Case;
import io.github.yarnfair.conformance.cases.CaseReader;
import io.github.yarnfair.conformance.cases.KnownFailure;
import io.github.yarnfair.conformance.run.CaseRun;
import io.github.yarnfair.conformance.run.Outcome;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Real schedulers under cases of the conformance suite; the rival rule is CapacityScheduler's. */
class YarnAdapterTest {
  /** A reservation of the only node keeps tasks waiting that the rule serves. */
  private static final Map<String, String> NO_RESERVATIONS = Map.of("node-headroom", "none");

  private static final Path CASES = Path.of("..", "conformance", "cases");

  private static boolean passes(String scheduler, Map<String, String> options, String name)
      throws Exception {
    CaseRun run = run(scheduler, options, name);
    assertThat(run.wasRun()).isTrue();
    return run.failure().isEmpty();
  }

  private static CaseRun run(String scheduler, Map<String, String> options, String name)
      throws Exception {
    return run(
        scheduler,
        options,
        CaseReader.readAll(CASES).stream()
            .filter(each -> each.name().equals(name))
            .findFirst()
            .orElseThrow());
  }

  private static CaseRun run(String scheduler, Map<String, String> options, Case toRun)
      throws Exception {
    try (YarnAdapter adapter = new YarnAdapter(RealScheduler.of(scheduler), options)) {
      return CaseRun.of(toRun, adapter);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "drf-two-applications, true, true",
    "weight-of-a-department-changes, true, true",
    "labelled-tasks-do-not-cost-the-other-nodes, true, true",
    "weights-hold-in-each-partition, true, true",
    "gpu-sibling-does-not-starve-cpu-sibling-1-1, true, false",
  })
  void realSchedulersAreHeldToTheCases(String name, boolean ours, boolean capacity)
      throws Exception {
    assertThat(passes("hdrf-scheduler", NO_RESERVATIONS, name)).as("H-DRF").isEqualTo(ours);
    assertThat(passes("capacity-scheduler", Map.of(), name))
        .as("CapacityScheduler")
        .isEqualTo(capacity);
  }

  /** Cases of which no rule alone is judged. */
  static Stream<Case> casesOfSchedulers() throws Exception {
    return CaseReader.readAll(CASES).stream()
        .filter(each -> each.passes().contains("hdrf-scheduler"));
  }

  @ParameterizedTest
  @MethodSource("casesOfSchedulers")
  void schedulersPassAndFailAsTheCaseSays(Case each) throws Exception {
    for (String scheduler : each.passes()) {
      CaseRun run = run(scheduler, Map.of(), each);
      assertThat(run.wasRun()).as(scheduler).isTrue();
      assertThat(run.failure()).as(scheduler).isEmpty();
    }
    for (KnownFailure fails : each.fails()) {
      Outcome failure = run(fails.adapter(), Map.of(), each).failure().orElseThrow();
      assertThat(failure.moment()).as(fails.adapter()).isEqualTo(fails.moment());
      assertThat(failure.got()).as(fails.adapter()).isEqualTo(fails.gives());
    }
  }

  @Test
  void caseIsNotRunUnderASchedulerWithoutWhatItNeeds() throws Exception {
    assertThat(run("fair-scheduler", Map.of(), "weights-hold-in-each-partition").missing())
        .containsExactly(Need.LABELS);
    assertThat(run("capacity-scheduler", Map.of(), "gangs-join-a-full-cluster").missing())
        .containsExactly(Need.GANGS);
  }

  /** A refresh that left a label's weight as it was would leave A half of the labelled nodes. */
  @Test
  void aChangedWeightHoldsInEachPartition() throws Exception {
    try (YarnAdapter adapter = new YarnAdapter(RealScheduler.of("capacity-scheduler"), Map.of())) {
      Event.Cluster cluster = (Event.Cluster) cluster(List.of("cpu"), Map.of("cpu", 4L));
      List<Node> nodes =
          List.of(cluster.nodes().get(0), new Node("labelled", "x", Map.of("cpu", 4L)));
      adapter.apply(
          new Event.Cluster(cluster.resources(), nodes, cluster.queues(), EnumSet.of(Need.LABELS)));
      adapter.apply(new Event.Weight("A", 3));
      adapter.apply(new Event.Submit("a", "A", Map.of("cpu", 1L), Event.ENDLESS, "x", 0));
      adapter.apply(new Event.Submit("b", "B", Map.of("cpu", 1L), Event.ENDLESS, "x", 0));
      Placement a = new Placement("a", "labelled");
      assertThat(adapter.apply(new Event.Offer()).placements())
          .containsExactlyInAnyOrder(a, a, a, new Placement("b", "labelled"));
    }
  }

  @Test
  void aTaskWithoutMemoryAndCpuCountsByItsGpuAlone() throws Exception {
    try (YarnAdapter adapter = new YarnAdapter(RealScheduler.of("fair-scheduler"), Map.of())) {
      adapter.apply(cluster(List.of("cpu", "gpu"), Map.of("cpu", 1L, "gpu", 3L)));
      adapter.apply(new Event.Submit("a", "A", Map.of("gpu", 1L), Event.ENDLESS));
      adapter.apply(new Event.Submit("b", "B", Map.of("cpu", 1L), 4));
      assertThat(adapter.apply(new Event.Offer()).placements())
          .containsExactlyInAnyOrder(
              new Placement("a", "n"),
              new Placement("a", "n"),
              new Placement("a", "n"),
              new Placement("b", "n"));
      adapter.apply(new Event.End("b", "n", false));
      assertThat(adapter.apply(new Event.Offer()).placements())
          .containsExactly(new Placement("b", "n"));
    }
  }

  @Test
  void whatIsNotPossibleIsNamed() throws Exception {
    try (YarnAdapter adapter = new YarnAdapter(RealScheduler.of("hdrf-scheduler"), Map.of())) {
      assertThatThrownBy(() -> adapter.apply(new Event.Offer()))
          .isInstanceOf(AdapterException.class)
          .hasMessage("hdrf-scheduler: the first event has to be a cluster");
      List<String> many = List.of("a", "b", "c", "d", "e", "f", "g");
      assertThatThrownBy(() -> adapter.apply(cluster(many, Map.of())))
          .isInstanceOf(AdapterException.class)
          .hasMessageContaining("expected at most 6");
      adapter.apply(cluster(List.of("cpu"), Map.of("cpu", 1L)));
      assertThatThrownBy(() -> adapter.apply(new Event.Submit("a", "Z", Map.of("cpu", 1L), 1)))
          .isInstanceOf(AdapterException.class)
          .hasMessage("no queue Z");
      Event.Cluster large =
          new Event.Cluster(
              List.of("cpu"),
              List.of(new Node("n", Map.of("cpu", 1001L))),
              new QueueTree("root", 1, List.of(new QueueTree("A", 1, List.of()))),
              EnumSet.of(Need.PREEMPTION));
      assertThatThrownBy(() -> adapter.apply(large))
          .hasMessage("node of {cpu=1001}: expected at most 1000");
      adapter.apply(cluster(List.of("cpu"), Map.of("cpu", 1L)));
      assertThatThrownBy(() -> adapter.apply(new Event.End("x", "n", true)))
          .hasMessage("no application x");
    }
  }

  private static Event cluster(List<String> resources, Map<String, Long> node) {
    QueueTree queues =
        new QueueTree(
            "root", 1, List.of(new QueueTree("A", 1, List.of()), new QueueTree("B", 1, List.of())));
    return new Event.Cluster(resources, List.of(new Node("n", node)), queues);
  }
}
