// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.simulator.cases;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.yarnfair.simulator.scenario.Miss;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Locale;

/** One JSON document of all files, cases and misses. */
final class JsonReport implements CasesReport {
  private final PrintWriter out;
  private final ObjectNode document = JsonNodeFactory.instance.objectNode();
  private final ArrayNode files = document.putArray("files");
  private ArrayNode cases = JsonNodeFactory.instance.arrayNode();

  JsonReport(PrintWriter out) {
    this.out = out;
  }

  @Override
  public void beginFile(Path file) {
    cases = JsonNodeFactory.instance.arrayNode();
  }

  @Override
  public void result(CaseResult result) {
    ObjectNode json = cases.addObject();
    json.put("id", result.scenario().id());
    json.put("kind", result.scenario().kind());
    json.put("outcome", result.outcome().status().name().toLowerCase(Locale.ROOT));
    if (!result.outcome().reason().isEmpty()) {
      json.put("reason", result.outcome().reason());
    }
    if (!result.outcome().misses().isEmpty()) {
      ArrayNode misses = json.putArray("misses");
      for (Miss miss : result.outcome().misses()) {
        ObjectNode one = misses.addObject();
        one.put("what", miss.what());
        one.put("expected", miss.expected());
        one.put("actual", miss.actual());
      }
    }
  }

  @Override
  public void endFile(Path file, Tally tally) {
    ObjectNode json = files.addObject();
    json.put("file", file.toString());
    put(json, tally);
    json.set("cases", cases);
  }

  @Override
  public void end(Tally total) {
    put(document, total);
    out.println(document.toPrettyString());
  }

  private static void put(ObjectNode json, Tally tally) {
    json.put("passed", tally.passed());
    json.put("failed", tally.failed());
    json.put("skipped", tally.skipped());
  }
}
