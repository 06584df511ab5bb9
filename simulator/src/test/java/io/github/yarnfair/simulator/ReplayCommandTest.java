// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.simulator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertThrows;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.yarnfair.core.policy.FairnessPolicy;
import io.github.yarnfair.core.rule.SchedulerRules;
import io.github.yarnfair.hdrf.HdrfPolicy;
import io.github.yarnfair.recording.RecordingException;
import io.github.yarnfair.recording.replay.Replay;
import io.github.yarnfair.simulator.recording.SmallRecording;
import io.github.yarnfair.simulator.rule.Rule;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine;

/** The command line of replays: what is printed, where, and the exit status. */
class ReplayCommandTest {
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @TempDir private Path directory;

  private int replay(String... arguments) {
    CommandLine line = Simulator.commandLine();
    line.setOut(new PrintWriter(out));
    line.setErr(new PrintWriter(err));
    String[] all = new String[arguments.length + 1];
    all[0] = "replay";
    System.arraycopy(arguments, 0, all, 1, arguments.length);
    return line.execute(all);
  }

  /** Returns all rules that a scheduler can have. */
  private static Stream<Rule> ofSchedulers() {
    return Stream.concat(
        SchedulerRules.all().stream()
            .flatMap(rule -> rule.forms().stream())
            .map(form -> Rule.named(form.label()).orElseThrow()),
        Stream.of(Rule.NAIVE));
  }

  @ParameterizedTest
  @MethodSource("ofSchedulers")
  void decisionsByTheRecordedPolicyComeOutAlike(Rule rule) throws Exception {
    FairnessPolicy policy = rule.policy();
    Path file = SmallRecording.write(directory, policy, policy.name());
    assertThat(replay(directory.toString())).isZero();
    assertThat(out.toString())
        .startsWith(
            file
                + ": SmallScheduler by "
                + policy.name()
                + ", 2023-11-14T22:13:20Z to 2023-11-14T22:13:29Z: 9 decisions (8 of an"
                + " application), 0 choices of a node, 8 containers started: all as recorded (");
    assertThat(err.toString()).isEmpty();
  }

  @Test
  void aDifferenceIsNamedWithItsFirstEvent() throws Exception {
    Path file = SmallRecording.write(directory, Rule.DRF.policy(), "hdrf");
    assertThat(replay(file.toString())).isEqualTo(1);
    assertThat(out.toString())
        .contains(" differ (")
        .containsPattern(
            "first difference: .*yfr: offset \\d+, 2023-11-14T22:13:21Z, choice 4: the application"
                + " for \\[5120, 5\\]: recorded application_1700000000000_0002 of bob in"
                + " root\\.b, now application_1700000000000_0001 of alice in root\\.a");
  }

  /**
   * Sixteen applications of one task beside a large one, recorded by the version before queues were
   * rated by pools, in version 1 of the format. The rule of today is the rival.
   */
  @Test
  void recordingWithoutARevisionIsReplayedByTheFirstRevisionOfHdrf() throws Exception {
    Path file = firstRevision(directory);
    assertThat(new Replay(file, head -> new HdrfPolicy()).run(false).differences()).isPositive();
    assertThat(replay(file.toString())).isZero();
    assertThat(out.toString())
        .startsWith(file + ": HdrfScheduler by hdrf of revision 1, 2023-11-14T22:13:20Z to ")
        .contains(": all as recorded (");
    assertThat(err.toString()).isEmpty();
  }

  private static Path firstRevision(Path directory) throws IOException {
    Path file = directory.resolve("hdrf-revision-1.yfr");
    try (InputStream in =
        ReplayCommandTest.class.getResourceAsStream("/recordings/hdrf-revision-1.yfr")) {
      Files.copy(in, file);
    }
    return file;
  }

  /**
   * Of whichever revision: one that is to come, too. Salvage has nothing to add to a whole file.
   */
  @ParameterizedTest
  @CsvSource({
    "dff, 1, 3",
    "dff, 2, 3",
    "mch-exact, 1, 3",
    "mch-exact, 2, 3",
    "mch-uniform, 1, 2",
    "mch-published, 1, 2",
    "drfh, 1, 2",
    "udrf, 1, 2",
    "hdrf, 3, 2"
  })
  void recordingOfARevisionThatIsNotThereIsNamedAndTheOthersAreReplayed(
      String rule, int revision, int now) throws Exception {
    firstRevision(directory);
    Path file = SmallRecording.write(directory, Rule.NAIVE.policy(), rule, revision);
    String message =
        ("%s: offset 52: rule \"%s\" of revision %d; expected revision %d, which this version has: use"
                + " the simulator of the version that has recorded it, \"test\"")
            .formatted(file, rule, revision, now);
    assertThat(replay(directory.toString())).isEqualTo(2);
    assertThat(err.toString().trim()).isEqualTo(message);
    assertThat(out.toString().lines())
        .hasSize(1)
        .allMatch(line -> line.contains("all as recorded"));
    assertThat(replay("--salvage", file.toString())).isEqualTo(2);
  }

  @Test
  void machinesReadJson() throws Exception {
    Path file = SmallRecording.write(directory, Rule.NAIVE.policy(), "naive");
    assertThat(replay("--json", file.toString())).isZero();
    JsonNode document = new ObjectMapper().readTree(out.toString());
    assertThat(document).hasSize(1);
    assertThat(document.get(0).get("file").asText()).isEqualTo(file.toString());
    assertThat(document.get(0).get("revision").asInt()).isEqualTo(1);
    assertThat(document.get(0).get("decisions").asLong()).isEqualTo(9);
    assertThat(document.get(0).get("differences").asLong()).isZero();
    assertThat(document.get(0).get("firstDifference").isNull()).isTrue();
    assertThat(document.get(0).get("ended").asBoolean()).isTrue();
  }

  @Test
  void damageIsNamedAndSalvagedOnRequest() throws Exception {
    Path file = SmallRecording.write(directory, Rule.NAIVE.policy(), "naive");
    byte[] whole = Files.readAllBytes(file);
    Files.write(file, Arrays.copyOf(whole, whole.length + 3));
    assertThat(replay(file.toString())).isEqualTo(2);
    String damage =
        "%s: offset %d: the file ends after 3 bytes; expected a block's header of 12 bytes"
            .formatted(file, whole.length);
    assertThat(err.toString().trim()).isEqualTo(damage);
    assertThat(replay("--salvage", file.toString())).isZero();
    assertThat(err.toString()).contains(damage + ". Only the events before it are used");
    assertThat(out.toString()).contains("all as recorded");
  }

  /** Whole blocks without the end say nothing of what came after: exit 0 needs an end. */
  @Test
  void aFileThatIsCutOffBetweenTwoBlocksIsNoWholeOne() throws Exception {
    Path file = SmallRecording.write(directory, Rule.NAIVE.policy(), "naive");
    byte[] whole = Files.readAllBytes(file);
    int length = whole.length;
    String damage;
    do {
      Files.write(file, Arrays.copyOf(whole, --length));
      Replay cut = new Replay(file, head -> Rule.NAIVE.policy());
      damage = assertThrows(RecordingException.class, () -> cut.run(false)).getMessage();
    } while (!damage.contains("the file ends after a whole block"));
    assertThat(replay(file.toString())).isEqualTo(2);
    assertThat(err.toString().trim()).isEqualTo(damage);
    assertThat(out.toString()).doesNotContain("as recorded");
    assertThat(replay("--salvage", file.toString())).isZero();
    assertThat(err.toString()).contains("whole block", "Only the events before it are used");
  }

  /** Fails if a crash while a file was begun kept all files of the directory from being read. */
  @Test
  void aFileThatIsCutOffInItsHeaderIsNamedAndTheOthersAreSalvaged() throws Exception {
    Path whole = SmallRecording.write(directory, Rule.NAIVE.policy(), "naive");
    Path begun = directory.resolve("begun.yfr");
    Files.write(begun, Arrays.copyOf(Files.readAllBytes(whole), 20));
    String damage =
        begun + ": offset 0: the file ends after 20 bytes; expected a header of 40 bytes";
    assertThat(replay(directory.toString())).isEqualTo(2);
    assertThat(err.toString().trim()).isEqualTo(damage);
    assertThat(replay("--salvage", directory.toString())).isZero();
    assertThat(err.toString()).contains(damage + ". Only the events before it are used");
    assertThat(out.toString()).contains("all as recorded", begun + ": no event");
  }

  @Test
  void anUnknownPolicyAndAMissingFileAreNamed() throws Exception {
    Path file = SmallRecording.write(directory, Rule.NAIVE.policy(), "fairest");
    assertThat(replay(file.toString())).isEqualTo(2);
    assertThat(err.toString())
        .contains(
            "policy \"fairest\"; expected one of dff, drfh, hdrf, hdrf-published, mch-exact,");
    assertThat(replay(directory.resolve("gone").toString())).isEqualTo(2);
    assertThat(err.toString()).contains("gone: not there; expected a recording");
  }
}
