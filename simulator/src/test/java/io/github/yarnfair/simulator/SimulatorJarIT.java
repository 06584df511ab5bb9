// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The packaged jar as a user starts it: a process of its own with nothing else on its path. */
class SimulatorJarIT {
  private static final Path JAR = Path.of("target", "simulator.jar");
  private static final Path CASES = Path.of("src", "test", "resources", "cases");

  @TempDir private Path folder;
  private Process process;

  @AfterEach
  void endWhatIsLeft() {
    if (process != null) {
      process.destroyForcibly();
    }
  }

  @Test
  void allPassed() throws Exception {
    assertThat(run("cases", file("passing.json"))).isZero();
    assertThat(lines("out")).endsWith("8 passed, 0 failed, 0 skipped");
    assertThat(lines("err")).isEmpty();
  }

  @Test
  void someFailed() throws Exception {
    assertThat(run("cases", file("failing.json"), file("passing.json"))).isEqualTo(1);
    assertThat(lines("out")).endsWith("8 passed, 1 failed, 0 skipped");
    assertThat(lines("err")).isEmpty();
  }

  @Test
  void aFileThatCannotBeRead() throws Exception {
    Path bad = Files.writeString(folder.resolve("bad.json"), "[\n{\"id\": 7}]\n");
    assertThat(run("cases", bad.toString(), file("passing.json"))).isEqualTo(2);
    assertThat(lines("out")).endsWith("8 passed, 0 failed, 0 skipped");
    assertThat(lines("err")).hasSize(1);
    assertThat(lines("err").get(0)).startsWith(bad + ":2: 0.id: 7: expected a text");
  }

  @Test
  void compareAndVersion() throws Exception {
    assertThat(run("compare", file("passing.json"))).isZero();
    assertThat(lines("out").get(0)).isEqualTo("halves, a case about h-drf: dominant shares");
    assertThat(run("--version")).isZero();
    assertThat(lines("out")).as("from the manifest").isNotEqualTo(List.of("not packaged"));
  }

  @Test
  void convert() throws Exception {
    Path files = Path.of("src", "test", "resources", "fair", "departments");
    assertThat(run("convert", files.resolve("fair-scheduler.xml").toString())).isZero();
    assertThat(folder.resolve("out"))
        .hasSameTextualContentAs(files.resolve("capacity-scheduler.xml"));
    assertThat(lines("err")).hasSize(5);
  }

  @Test
  void runWithReport() throws Exception {
    Path jobs =
        Files.writeString(
            folder.resolve("jobs.csv"),
            "id,queue,submit-ms,tasks,vcores,duration-ms\nj0,a,0,4,1,1000\nj1,b,0,4,1,1000\n");
    Path report = folder.resolve("report");
    assertThat(
            run(
                "run",
                "--nodes",
                "1*memory-mb=8,vcores=2",
                "--jobs",
                jobs.toString(),
                "--report",
                report.toString()))
        .isZero();
    assertThat(lines("err")).containsExactly("Report: " + report.resolve("report.html"));
    assertThat(report.resolve("report.html")).content().contains("echarts", "\"root.a\"");
  }

  private int run(String... arguments) throws IOException, InterruptedException {
    assertThat(JAR).as("built in the phase package").exists();
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-jar", JAR.toString()));
    command.addAll(List.of(arguments));
    ProcessBuilder builder = new ProcessBuilder(command);
    // A JVM that finds options there says so on standard error.
    builder.environment().keySet().removeAll(List.of("CLASSPATH", "JAVA_TOOL_OPTIONS"));
    builder.redirectOutput(folder.resolve("out").toFile());
    builder.redirectError(folder.resolve("err").toFile());
    process = builder.start();
    assertThat(process.waitFor(2, TimeUnit.MINUTES)).as("ended by itself").isTrue();
    return process.exitValue();
  }

  private List<String> lines(String stream) throws IOException {
    return Files.readAllLines(folder.resolve(stream));
  }

  private static String file(String name) {
    return CASES.resolve(name).toString();
  }
}
