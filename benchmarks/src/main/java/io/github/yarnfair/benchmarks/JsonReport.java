// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.benchmarks;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.yarnfair.benchmarks.workload.Setting;
import java.io.IOException;
import java.nio.file.Path;

/** The results for machines: every cell, and the growth exponent of the row it belongs to. */
final class JsonReport {
  private final Results results;
  private final ObjectMapper mapper = new ObjectMapper();

  JsonReport(Results results) {
    this.results = results;
  }

  /**
   * Writes one JSON document.
   *
   * @throws IOException if the file cannot be written
   */
  void write(Path file) throws IOException {
    ObjectNode root = mapper.createObjectNode();
    root.put("java", System.getProperty("java.vm.name") + " " + Runtime.version());
    root.put("processors", Runtime.getRuntime().availableProcessors());
    ArrayNode cells = root.putArray("cells");
    results.measurements().forEach((cell, measurement) -> add(cells, cell, measurement));
    mapper.writerWithDefaultPrettyPrinter().writeValue(file.toFile(), root);
  }

  private void add(ArrayNode cells, Cell cell, Measurement measurement) {
    ObjectNode node = cells.addObject();
    node.put("operation", cell.operation().label());
    node.put("rule", cell.contender().label());
    node.put("engine", cell.engine().label());
    Setting setting = cell.setting();
    node.put("shape", setting.shape().label());
    node.put("leaves", setting.leaves());
    node.put("resources", setting.resources());
    node.put("kinds", setting.kinds());
    node.put("seed", setting.seed());
    node.put("cpuNanos", measurement.cpuNanos());
    node.put("spread", measurement.spread());
    node.put("wallNanos", measurement.wallNanos());
    node.put("bytes", measurement.bytes());
    double exponent = results.growthExponent(cell);
    if (!Double.isNaN(exponent)) {
      node.put("growthExponent", exponent);
    }
    node.set("workload", mapper.valueToTree(measurement.workload()));
  }
}
