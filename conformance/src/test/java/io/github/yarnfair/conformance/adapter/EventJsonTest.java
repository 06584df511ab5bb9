// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.conformance.adapter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.yarnfair.conformance.json.Field;
import io.github.yarnfair.conformance.json.FormatException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Lines of what a case may need; those of other cases are as adapters have always read them. */
class EventJsonTest {
  private static final QueueTree QUEUES =
      new QueueTree("root", 1, List.of(new QueueTree("A", 1, List.of())));

  @Test
  void eventsOfLabelsAndGangsAreReadAsWritten() throws Exception {
    Event cluster =
        new Event.Cluster(
            List.of("cpu"),
            List.of(new Node("n1", "x", Map.of("cpu", 4L)), new Node("n2", Map.of("cpu", 2L))),
            QUEUES,
            Set.of(Need.LABELS, Need.GANGS));
    Event submit = new Event.Submit("a", "A", Map.of("cpu", 1L), 4, "x", 4);

    assertThat(read(EventJson.write(cluster))).isEqualTo(cluster);
    assertThat(read(EventJson.write(submit))).isEqualTo(submit);
  }

  @Test
  void withoutNeedsNoKeyIsNew() {
    Event cluster =
        new Event.Cluster(List.of("cpu"), List.of(new Node("n1", Map.of("cpu", 4L))), QUEUES);

    assertThat(EventJson.write(cluster)).doesNotContain("label", "needs");
    assertThat(EventJson.write(new Event.Submit("a", "A", Map.of("cpu", 1L), 4)))
        .doesNotContain("label", "gang");
    assertThat(EventJson.write(Answer.NOTHING)).isEqualTo("{\"placements\":[]}");
  }

  @Test
  void answerIsReadAsWritten() throws Exception {
    Answer answer =
        new Answer(
            List.of(new Placement("b", "n2")),
            List.of(new Placement("a", "n1")),
            Set.of(Need.GANGS));

    assertThat(EventJson.readAnswer(Field.read("answer", EventJson.write(answer))))
        .isEqualTo(answer);
  }

  @Test
  void unknownNeedIsNamedWithThoseThatThereAre() {
    assertThatThrownBy(
            () ->
                EventJson.readAnswer(
                    Field.read("answer", "{\"placements\":[],\"supports\":[\"label\"]}")))
        .isInstanceOf(FormatException.class)
        .hasMessageStartingWith("answer: supports[0]: \"label\": expected one of [labels, gangs");
  }

  private static Event read(String line) throws FormatException {
    return EventJson.read(Field.read("line", line));
  }
}
