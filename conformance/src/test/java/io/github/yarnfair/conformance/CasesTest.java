// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.yarnfair.conformance.adapter.Adapter;
import io.github.yarnfair.conformance.adapter.AdapterException;
import io.github.yarnfair.conformance.adapter.Adapters;
import io.github.yarnfair.conformance.cases.Case;
import io.github.yarnfair.conformance.cases.KnownFailure;
import io.github.yarnfair.conformance.run.CaseRun;
import io.github.yarnfair.conformance.run.Outcome;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Each case discriminates: it names the rules that pass it, and those that fail it with what. */
class CasesTest {
  /** Each case says of these whether they pass it. */
  private static final Set<String> JUDGED =
      Set.of("h-drf", "mch-exact", "dff", "drfh", "udrf", "naive");

  /** The same of a case that needs what rules alone cannot do; {@code YarnAdapterTest} runs it. */
  private static final Set<String> SCHEDULERS_JUDGED =
      Set.of(
          "hdrf-scheduler", "mch-scheduler", "dff-scheduler", "drfh-scheduler", "udrf-scheduler");

  static Stream<String> names() throws Exception {
    return Suite.cases().stream().map(Case::name);
  }

  @Test
  void theSuiteHasAtLeastSixtyCasesOfDifferentReasons() throws Exception {
    List<Case> cases = Suite.cases();

    assertThat(cases).hasSizeGreaterThanOrEqualTo(60);
    assertThat(cases).filteredOn(each -> each.why().length() < 40).isEmpty();
  }

  @ParameterizedTest
  @MethodSource("names")
  void caseIsOfTheSchema(String name) throws Exception {
    ObjectMapper mapper = new ObjectMapper();
    JsonNode schema = mapper.readTree(Files.readString(Suite.file("case.schema.json")));
    Path file = Suite.file("cases").resolve(name + ".json");

    assertThat(SchemaCheck.errors(schema, mapper.readTree(Files.readString(file)))).isEmpty();
  }

  @ParameterizedTest
  @MethodSource("names")
  void casePassesUnderTheRulesThatItNames(String name) throws Exception {
    Case each = Suite.named(name);

    for (String adapter : each.passes()) {
      if (!Adapters.names().contains(adapter)) {
        continue;
      }
      CaseRun run = run(each, adapter);
      assertThat(run.wasRun()).as(adapter).isTrue();
      assertThat(run.failure()).as(adapter).isEmpty();
    }
  }

  @ParameterizedTest
  @MethodSource("names")
  void caseFailsUnderTheRulesThatItNamesWithThePrintedFigures(String name) throws Exception {
    Case each = Suite.named(name);

    for (KnownFailure fails : each.fails()) {
      if (!Adapters.names().contains(fails.adapter())) {
        continue;
      }
      Outcome failure = run(each, fails.adapter()).failure().orElseThrow();
      assertThat(failure.moment()).as(fails.adapter()).isEqualTo(fails.moment());
      assertThat(failure.got()).as(fails.adapter()).isEqualTo(fails.gives());
    }
  }

  @ParameterizedTest
  @MethodSource("names")
  void caseJudgesTheFiveRulesAndNaiveDrf(String name) throws Exception {
    Case each = Suite.named(name);
    Set<String> judged = new HashSet<>(each.passes());
    each.fails().forEach(fails -> judged.add(fails.adapter()));

    assertThat(judged).containsAll(run(each, "h-drf").wasRun() ? JUDGED : SCHEDULERS_JUDGED);
    each.passes()
        .forEach(
            passes ->
                assertThat(each.fails()).extracting(KnownFailure::adapter).doesNotContain(passes));
  }

  private static CaseRun run(Case each, String name) throws AdapterException {
    try (Adapter adapter = Adapters.named(name)) {
      return CaseRun.of(each, adapter);
    }
  }
}
