// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The adapters of Slurm and Grid Engine, as far as neither is needed. */
class BatchAdapterTest {
  @Test
  void theirOwnTestsPassWherePythonIs() throws Exception {
    assumeThat(hasPython()).isTrue();
    Process tests = python("-B", "-m", "unittest", "translation_test");
    String output = new String(tests.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

    assertThat(tests.waitFor()).as(output).isZero();
  }

  private static boolean hasPython() throws InterruptedException {
    try {
      return python("--version").waitFor() == 0;
    } catch (IOException e) {
      return false;
    }
  }

  private static Process python(String... arguments) throws IOException {
    ProcessBuilder python = new ProcessBuilder("python3");
    python.command().addAll(List.of(arguments));
    return python.directory(Suite.file("batch").toFile()).redirectErrorStream(true).start();
  }
}
