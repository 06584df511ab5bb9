// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.yarnfair.core.nodes.NodeChoice;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

/** The command {@code trace}, on files of this test's own. */
class TraceCommandTest {
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @TempDir private Path folder;
  private Path nodes;
  private Path pods;

  @BeforeEach
  void writeTrace() throws Exception {
    nodes = folder.resolve("nodes.csv");
    Files.writeString(nodes, "sn,cpu_milli,memory_mib,gpu,model\na,8000,64,2,T4\nb,8000,64,0,\n");
    pods = folder.resolve("pods.csv");
    Files.writeString(
        pods,
        "name,cpu_milli,memory_mib,num_gpu,gpu_milli,gpu_spec,qos,pod_phase,creation_time,"
            + "deletion_time,scheduled_time\n"
            + "p0,2000,16,1,470,,LS,Running,0,100,0\n"
            + "p1,4000,16,0,0,,BE,Pending,400,800,\n");
  }

  @Test
  void aLineForEachChoiceInEachTable() {
    assertThat(run()).isZero();
    for (NodeChoice choice : NodeChoice.values()) {
      assertThat(out.toString().lines().filter(l -> l.startsWith("| " + choice.configured() + " ")))
          .as(choice.configured())
          .hasSize(4);
    }
    assertThat(err.toString()).isEmpty();
  }

  @Test
  void aLineForEachRuleThatTheFgdPaperComparesWith() {
    assertThat(run()).isZero();
    for (String rival :
        List.of(
            "FGD's best fit: least remainder",
            "FGD's dot product: the smallest",
            "GPU packing",
            "GPU clustering")) {
      assertThat(out.toString().lines().filter(line -> line.startsWith("| " + rival + " |")))
          .as(rival)
          .hasSize(4);
    }
    // p0 needs 470 thousandths of its GPU.
    assertThat(out.toString())
        .contains("2 pods ask for 1 of 2 GPUs", "cost 0.5 GPUs, 53.0 % of the GPUs asked for");
  }

  /** Such as openb_pod_list_multigpu50.csv: no qos and no times. */
  @Test
  void listWithoutTimesFillsTheClusterOnly() throws Exception {
    Files.writeString(
        pods,
        "name,cpu_milli,memory_mib,num_gpu,gpu_milli\np0,2000,16,1,1000\np1,4000,16,2,1000\n");
    assertThat(run()).isZero();
    assertThat(out.toString().lines().filter(line -> line.startsWith("| first-fit |"))).hasSize(1);
    assertThat(out.toString())
        .contains(pods + " has no creation_time and deletion_time: no run with durations");
    assertThat(run("--classes")).isZero();
    assertThat(err.toString()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "name,cpu_milli,memory_mib,num_gpu,creation_time; a,1,1,1,0; :1: columns name,cpu_milli,"
            + "memory_mib,num_gpu,creation_time: expected a column deletion_time",
        "name,cpu_milli,memory_mib; a,1,1; :1: columns name,cpu_milli,memory_mib: expected a column"
            + " num_gpu",
        "name,cpu_milli,memory_mib,num_gpu; a,1,1,0; : num_gpu is 0 in all lines: expected pods with"
            + " GPUs",
        "name,cpu_milli,memory_mib,num_gpu; a,1,1,one; :2: num_gpu \"one\": expected a whole number"
            + " of at least 0",
        "name,cpu_milli,memory_mib,num_gpu; a,1,1; :2: 3 columns: expected 4, as in line 1",
        "name,cpu_milli,memory_mib,num_gpu,gpu_milli; a,1,1,1,1001; :2: gpu_milli 1001: expected at"
            + " most 1000"
      })
  void badListWithoutTimesIsNamed(String header, String line, String message) throws Exception {
    Files.writeString(pods, header + "\n" + line + "\n");
    assertThat(run()).isEqualTo(2);
    assertThat(err.toString()).isEqualToIgnoringNewLines(pods + message);
  }

  @Test
  void nodesWithoutGpusAreRefused() throws Exception {
    Files.writeString(nodes, "sn,cpu_milli,memory_mib,gpu,model\na,8000,64,0,\n");
    assertThat(run()).isEqualTo(2);
    assertThat(err.toString())
        .isEqualToIgnoringNewLines(nodes + ": gpu is 0 in all lines: expected nodes with GPUs");
  }

  @Test
  void furtherPodsWithSeveralGpusAreAsked() throws Exception {
    Files.writeString(pods, Files.readString(pods) + "p2,4000,16,2,1000,,BE,Running,0,9,\n");
    assertThat(run("--multi-gpu", "90")).isZero();
    assertThat(out.toString())
        .contains("7 pods ask for 11 of 2 GPUs, those with several GPUs for 90.9 % of that");
    assertThat(run("--multi-gpu", "10")).isEqualTo(2);
    assertThat(err.toString())
        .startsWith("--multi-gpu 10: pods with several GPUs ask for 66.7 % of the GPUs");
    assertThat(run("--multi-gpu", "100")).isEqualTo(2);
    assertThat(err.toString()).contains("--multi-gpu: expected 1 to 99");
  }

  @Test
  void aLineForEachRuleOfMachineClassesAndForEachClass() {
    assertThat(run("--classes")).isZero();
    for (String rule :
        new String[] {
          "udrf", "h-drf by class", "h-drf over the cluster", "ps-dsf over jobs", "drf over pairs"
        }) {
      assertThat(out.toString().lines().filter(line -> line.startsWith("| " + rule + " |")))
          .as(rule)
          .hasSize(1);
    }
    assertThat(out.toString())
        .contains("| executions of the job, at least | jobs |", "| machine classes of the job |");
    assertThat(out.toString()).contains("| T4 | 1 | 8 | 2 |", "| no GPU | 1 | 8 | 0 |");
    assertThat(err.toString()).isEmpty();
  }

  @Test
  void podThatNamesAModelWhichNoNodeHasIsNamed() throws Exception {
    Files.writeString(pods, Files.readString(pods).replace("470,,LS", "470,A10|H100,LS"));
    assertThat(run("--classes")).isEqualTo(2);
    assertThat(err.toString())
        .isEqualToIgnoringNewLines(pods + ":2: \"A10|H100\": expected one of [T4, ]");
  }

  @Test
  void badLineIsNamed() throws Exception {
    Files.writeString(pods, Files.readString(pods) + "p2,some,16,0,0,,BE,Pending,400,800,\n");
    assertThat(run()).isEqualTo(2);
    assertThat(err.toString())
        .isEqualToIgnoringNewLines(
            pods + ":4: cpu_milli \"some\": expected a whole number of at least 0");
  }

  @Test
  void wrongColumnsAndMissingFilesAreNamed() throws Exception {
    Files.writeString(nodes, "cpu\n4\n");
    assertThat(run()).isEqualTo(2);
    assertThat(err.toString()).startsWith(nodes + ":1: columns cpu: expected a column memory-mb");
    err.getBuffer().setLength(0);
    Files.delete(nodes);
    assertThat(run()).isEqualTo(2);
    assertThat(err.toString()).startsWith(nodes + ": no such file");
  }

  @Test
  void aNumberOutOfRange() {
    assertThat(run("--copies", "0")).isEqualTo(2);
    assertThat(err.toString()).contains("--copies and --compression: expected at least 1");
  }

  private int run(String... more) {
    CommandLine commandLine = Simulator.commandLine();
    commandLine.setOut(new PrintWriter(out, true));
    commandLine.setErr(new PrintWriter(err, true));
    String[] arguments = new String[5 + more.length];
    arguments[0] = "trace";
    arguments[1] = "--nodes";
    arguments[2] = nodes.toString();
    arguments[3] = "--pods";
    arguments[4] = pods.toString();
    System.arraycopy(more, 0, arguments, 5, more.length);
    return commandLine.execute(arguments);
  }
}
