// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.core.structure;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What documents tell a reader to start is there; modules check the arguments of their own. */
class DocumentedCommandsTest {
  @Test
  void eachScriptOfTheDocumentsCanBeStarted() throws IOException {
    Set<String> scripts = DocumentedCommands.scripts();
    assertThat(scripts).contains("benchmarks/gate", "integration-tests/demo");
    assertThat(scripts)
        .allSatisfy(script -> assertThat(Files.isExecutable(Path.of("..", script))).isTrue());
  }

  @Test
  void argumentsOfTheScriptAndOfLinesThatGoOnAreTheProgrammes() throws IOException {
    assertThat(DocumentedCommands.of("cluster-simulator/run"))
        .anySatisfy(
            command ->
                assertThat(command.arguments())
                    .startsWith("run", "--nodes", "nodes.csv", "--jobs", "jobs.csv")
                    .endsWith(
                        "--policy",
                        "h-drf",
                        "--compare",
                        "dff,mch,h-drf/best-fit,capacity-scheduler,fair-scheduler"));
    assertThat(DocumentedCommands.of("cluster-simulator/simulator"))
        .anySatisfy(
            command ->
                assertThat(command.arguments())
                    .contains("what-if", "40*memory-mb=98304,vcores=24,yarn.io/gpu=2"));
  }
}
