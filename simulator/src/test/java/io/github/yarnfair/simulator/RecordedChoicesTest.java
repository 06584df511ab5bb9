// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.yarnfair.core.policy.FairnessPolicy;
import io.github.yarnfair.recording.replay.Replay;
import io.github.yarnfair.simulator.recording.RecordedPolicies;
import io.github.yarnfair.simulator.rule.Rule;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Recordings of an earlier build come out as recorded. A change by which choices come out
 * otherwise, be it of ties that rounding decides, fails here: it {@linkplain
 * FairnessPolicy#revision() raises the revision} of its rule, and another recording takes the place
 * of this one. They are the larger ones that {@code ./benchmarks/run-recorder --cell=depth-2/8x2@20
 * --pairs=1 --round-ms=80} makes, below the folder for temporary files, while it runs.
 */
class RecordedChoicesTest {
  @TempDir private Path directory;

  private Path unpacked(String rule) throws IOException {
    Path file = directory.resolve(rule + ".yfr");
    try (InputStream packed =
            Objects.requireNonNull(
                RecordedChoicesTest.class.getResourceAsStream(
                    "/recordings/choices-" + rule + ".yfr.gz"));
        InputStream in = new GZIPInputStream(packed)) {
      Files.copy(in, file);
    }
    return file;
  }

  @ParameterizedTest
  @ValueSource(strings = {"hdrf", "dff", "mch", "drfh", "udrf"})
  void choicesComeOutAsRecorded(String rule) throws Exception {
    Replay.Outcome result = new Replay(unpacked(rule), RecordedPolicies::of).run(false);
    assertThat(result.selected()).isGreaterThan(1000);
    assertThat(result.first()).isNull();
    assertThat(result.differences()).isZero();
  }

  /** The rival: the same tree by another rule. */
  @Test
  void anotherRuleIsNoticed() throws Exception {
    Replay.Outcome result = new Replay(unpacked("dff"), head -> Rule.NAIVE.policy()).run(false);
    assertThat(result.differences()).isPositive();
  }
}
