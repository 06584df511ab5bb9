// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.sls.load;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Path;

/**
 * What one run does; the configuration is on its class path.
 *
 * @param load path of the file of format SYNTH
 * @param nodes path of the simulator's file of nodes
 * @param output path of the directory for the simulator's own files
 * @param warmUpSeconds from the first submission until measuring may begin
 * @param seconds how long measuring lasts, unless all applications have ended before
 */
public record LoadPlan(String load, String nodes, String output, int warmUpSeconds, int seconds) {
  private static final String FILE = "plan.json";

  /** Writes the plan into the directory of its run. */
  public void write(Path directory) throws IOException {
    new ObjectMapper()
        .writerWithDefaultPrettyPrinter()
        .writeValue(directory.resolve(FILE).toFile(), this);
  }

  static LoadPlan read(Path directory) throws IOException {
    return new ObjectMapper().readValue(directory.resolve(FILE).toFile(), LoadPlan.class);
  }
}
