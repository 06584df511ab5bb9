// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** The command {@code run} with Hadoop on the class path: what needs it is found as a service. */
class RunOnHadoopTest {
  private static final String QUEUES =
      """
      <configuration>
        <property><name>yarn.scheduler.capacity.root.queues</name><value>a,b</value></property>
        <property><name>yarn.scheduler.capacity.root.a.capacity</name><value>1w</value></property>
        <property><name>yarn.scheduler.capacity.root.b.capacity</name><value>1w</value></property>
      </configuration>
      """;

  private static final String JOBS =
      """
      id,queue,user,submit-ms,tasks,memory-mb,vcores,duration-ms
      j0,a,u,0,4,10,1,10000
      j1,root.b,v,0,2,10,1,10000
      """;

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @TempDir private Path folder;

  private int run(String jobs, String... more) throws Exception {
    CommandLine commandLine = Simulator.commandLine();
    commandLine.setOut(new PrintWriter(out, true));
    commandLine.setErr(new PrintWriter(err, true));
    String[] arguments = new String[7 + more.length];
    arguments[0] = "run";
    arguments[1] = "--nodes";
    arguments[2] = "1*memory-mb=100,vcores=2";
    arguments[3] = "--jobs";
    arguments[4] = Files.writeString(folder.resolve("jobs.csv"), jobs).toString();
    arguments[5] = "--queues";
    arguments[6] = Files.writeString(folder.resolve("queues.xml"), QUEUES).toString();
    System.arraycopy(more, 0, arguments, 7, more.length);
    return commandLine.execute(arguments);
  }

  @Test
  void policiesAndSchedulersRunInTheQueuesOfTheFile() throws Exception {
    String others = "capacity-scheduler,fair-scheduler,hdrf-scheduler";
    assertThat(run(JOBS, "--compare", others)).as("%s", err).isZero();
    assertThat(err.toString()).isEmpty();
    assertThat(out.toString())
        .contains("| h-drf | heartbeat | 30.0 s |")
        .contains("| capacity-scheduler | heartbeat | 30.0 s |")
        .contains("| fair-scheduler | heartbeat | 30.0 s |")
        .contains("| hdrf-scheduler | heartbeat | 30.0 s |")
        .contains("| root.b |");
  }

  @Test
  void realSchedulersAreInTheReport() throws Exception {
    Path report = folder.resolve("report");
    String others = "capacity-scheduler,fair-scheduler";
    assertThat(run(JOBS, "--compare", others, "--report", report.toString())).isZero();
    assertThat(Files.readString(report.resolve("report.html")))
        .contains(
            "\"h-drf, heartbeat\"",
            "\"capacity-scheduler, heartbeat\"",
            "\"fair-scheduler, heartbeat\"");
  }

  @Test
  void queueThatTheFileDoesNotHaveIsNamed() throws Exception {
    assertThat(run(JOBS.replace("root.b", "root.c"))).isEqualTo(2);
    assertThat(err.toString().trim())
        .endsWith(
            "jobs.csv:3: job \"j1\" of queue \"root.c\": expected a leaf queue of --queues, or"
                + " --create-queues; there are root.a, root.b");
  }
}
