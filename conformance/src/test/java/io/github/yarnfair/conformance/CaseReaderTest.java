// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.yarnfair.conformance.cases.Case;
import io.github.yarnfair.conformance.cases.CaseReader;
import io.github.yarnfair.conformance.json.FormatException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A case file in error is refused with its name, the key, the value and what was expected. */
class CaseReaderTest {
  private static final String GOOD =
      """
      {"name": "c", "why": "w", "resources": ["cpu"], "nodes": [{"amounts": {"cpu": 4}}],
       "queues": {"name": "root", "queues": [{"name": "A"}, {"name": "B"}]},
       "events": [{"submit": [{"application": "a", "queue": "A", "demand": {"cpu": 1}}]},
                  {"expect": {"moment": "m", "holds": {"A": 4}, "tolerance": 0}}],
       "passes": [], "fails": [{"adapter": "x", "moment": "m", "gives": {"A": 3}}]}
      """;

  @TempDir private Path folder;

  @Test
  void theUnchangedFileIsRead() throws Exception {
    assertThat(read(GOOD).fails()).hasSize(1);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "\"name\": \"c\"            | \"name\": \"d\"            | name: \"d\": expected the name of the file",
        "\"why\": \"w\",            | ''                         | top level: key \"why\" is missing",
        "\"passes\"                 | \"passed\"                 | passed: unknown key; expected one of name, why",
        "{\"cpu\": 4}               | {\"gpu\": 4}               | nodes[0].amounts.gpu: 4: expected this under the name of a resource, one of [cpu]",
        "{\"cpu\": 4}               | {\"cpu\": -4}              | nodes[0].amounts.cpu: -4: expected a whole number, at least 0",
        "{\"name\": \"B\"}          | {\"name\": \"A\"}          | repeated: [A]",
        "{\"name\": \"B\"}          | {\"name\": \"B\", \"weight\": 0} | queues.queues[1].weight: 0: expected a number above 0",
        "\"queue\": \"A\"           | \"queue\": \"root\"        | events[0].submit[0].queue: \"root\": expected a queue without children",
        "\"application\": \"a\"     | \"application\": \"B\"     | events[0].submit[0].application: \"B\": expected a name that no queue",
        "\"demand\": {\"cpu\": 1} | \"demand\": {\"cpu\": 1}, \"label\": \"x\" | events[0].submit[0].label: \"x\": expected a node's label",
        "\"demand\": {\"cpu\": 1} | \"demand\": {\"cpu\": 1}, \"gang\": 1 | events[0].submit[0].gang: 1: expected a whole number, at least 2",
        "\"demand\": {\"cpu\": 1} | \"demand\": {\"cpu\": 1}, \"gang\": 3, \"tasks\": 2 | events[0].submit[0].gang: 3: expected at most its tasks, 2",
        "\"why\": \"w\", | \"why\": \"w\", \"preemption\": 1, | preemption: 1: expected true or false",
        "\"holds\": {\"A\": 4} | \"holds\": {\"preempted\": 4} | events[1].expect.holds.preempted: 4: expected this under the name of a queue",
        "{\"amounts\": {\"cpu\": 4}} | {\"label\": \"\", \"amounts\": {\"cpu\": 4}} | nodes[0].label: \"\": expected a text",
        "{\"cpu\": 1}               | {\"cpu\": 0}               | events[0].submit[0].demand: {\"cpu\":0}: expected an amount above 0",
        "\"holds\": {\"A\": 4}      | \"holds\": {\"Z\": 4}      | events[1].expect.holds.Z: 4: expected this under the name of a queue or of an application",
        "\"submit\": [              | \"start\": [               | events[0].start: unknown key; expected one of submit, end",
        "\"gives\": {\"A\": 3}      | \"gives\": {\"B\": 3}      | fails[0].gives: {\"B\":3}: expected the names of the moment, [A]",
        "\"adapter\": \"x\", \"moment\": \"m\" | \"adapter\": \"x\", \"moment\": \"n\" | fails[0].moment: \"n\": expected a moment of the case's events",
        "\"passes\": [],            | \"passes\": [              | c.json:5: not JSON: ",
      })
  void aFileInErrorNamesFileKeyAndExpectation(String part, String instead, String message) {
    assertThat(GOOD).contains(part);

    assertThatThrownBy(() -> read(GOOD.replace(part, instead)))
        .isInstanceOf(FormatException.class)
        .hasMessageStartingWith(folder.resolve("c.json") + ":")
        .hasMessageContaining(message);
  }

  @Test
  void anEmptyFolderIsRefused() {
    assertThatThrownBy(() -> CaseReader.readAll(folder))
        .isInstanceOf(FormatException.class)
        .hasMessage(folder + ": no file *.json");
  }

  private Case read(String text) throws IOException, FormatException {
    return CaseReader.read(Files.writeString(folder.resolve("c.json"), text));
  }
}
