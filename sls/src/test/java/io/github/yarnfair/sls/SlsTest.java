// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.sls;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.yarnfair.sls.load.LoadFigures;
import io.github.yarnfair.sls.load.QueueFigures;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** The command; one run of the simulator, in a JVM of its own. */
class SlsTest {
  @TempDir Path directory;
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  private int run(String... arguments) {
    return new CommandLine(new Sls())
        .setOut(new PrintWriter(out))
        .setErr(new PrintWriter(err))
        .execute(
            Stream.concat(Stream.of("--output", directory.toString()), Stream.of(arguments))
                .toArray(String[]::new));
  }

  @Test
  void measuresAnOwnLoadUntilAllApplicationsHaveEnded() throws Exception {
    int status =
        run(
            "--nodes=8",
            "--schedulers=hdrf",
            "--load=" + written("load.json", LOAD),
            "--queues=" + written("queues.xml", QUEUES),
            "--warm-up=0",
            "--seconds=500",
            "--heartbeat-ms=100",
            "--node-memory-mb=8192",
            "--node-vcores=8",
            "--heap=256m");
    Path run = directory.resolve("8").resolve("hdrf");
    assertThat(status).as(err + "\n" + log(run)).isZero();
    LoadFigures figures = LoadFigures.read(run);
    assertThat(figures.failures()).as(log(run)).isZero();
    assertThat(figures.applications()).isEqualTo(4);
    assertThat(figures.nodeUpdate().count()).isPositive();
    assertThat(figures.nodeUpdate().p99()).isGreaterThanOrEqualTo(figures.nodeUpdate().p50());
    assertThat(figures.allocate().mean()).isPositive();
    assertThat(figures.schedulerCpuMicros()).isPositive();
    assertThat(figures.containers()).isGreaterThan(4 * 150 / 2);
    assertThat(queue(figures, "root.a").held()).isPositive();
    assertThat(queue(figures, "root.a").ideal()).isPositive();
    assertThat(queue(figures, "root.b").held()).isPositive();
    assertThat(out.toString()).contains("| hdrf |").contains("| root.a |");
    Files.delete(run.resolve("plan.json"));
    assertThat(run("--nodes=8", "--schedulers=hdrf", "--resume")).isZero();
    assertThat(run.resolve("plan.json")).as("of a second run").doesNotExist();
  }

  private static QueueFigures queue(LoadFigures figures, String path) {
    return figures.queues().stream().filter(q -> q.queue().equals(path)).findFirst().orElseThrow();
  }

  private static String log(Path run) throws Exception {
    Path log = run.resolve("log");
    return Files.exists(log) ? Files.readString(log) : "no log";
  }

  private Path written(String name, String text) throws Exception {
    return Files.writeString(directory.resolve(name), text);
  }

  @Test
  void unknownSchedulerIsRefusedWithThoseThatThereAre() {
    assertThat(run("--schedulers=fifo")).isEqualTo(2);
    assertThat(err.toString()).contains("fifo").contains("capacity").contains("udrf");
  }

  @Test
  void loadNeedsItsQueues() throws Exception {
    assertThat(run("--load=" + written("load.json", LOAD))).isEqualTo(2);
    assertThat(err.toString()).contains("--load and --queues");
  }

  @Test
  void runThatFailsIsReported() throws Exception {
    int status =
        run(
            "--nodes=1",
            "--schedulers=mch",
            "--load=" + written("load.json", "{}"),
            "--queues=" + written("queues.xml", QUEUES));
    assertThat(status).isOne();
    assertThat(err.toString()).contains("1 nodes, mch: exit status 1, see ");
  }

  private static final String QUEUES =
      """
      <configuration>
        <property><name>yarn.scheduler.capacity.root.queues</name><value>a,b</value></property>
        <property><name>yarn.scheduler.capacity.root.a.capacity</name><value>50</value></property>
        <property><name>yarn.scheduler.capacity.root.b.capacity</name><value>50</value></property>
        <property>
          <name>yarn.scheduler.capacity.maximum-am-resource-percent</name><value>1.0</value>
        </property>
      </configuration>
      """;

  private static String workload(String queue) {
    return """
        {"workload_name": "%s", "workload_weight": 1, "queue_name": "root.%s",
         "job_classes": [{"class_name": "c", "user_name": "u", "class_weight": 1, "type": "mapreduce",
           "deadline_factor": {"val": 0}, "duration": {"val": 1}, "reservation": {"val": -1},
           "tasks": [{"type": "map", "priority": 20, "count": {"val": 150}, "time": {"val": 500},
             "max_memory": {"val": 1024}, "max_vcores": {"val": 1}}]}],
         "time_distribution": [{"time": 0, "weight": 1}]}
        """
        .formatted(queue, queue);
  }

  private static final String LOAD =
      """
      {"description": "two queues", "num_nodes": 8, "nodes_per_rack": 4, "num_jobs": 4,
       "rand_seed": 1, "workloads": [%s]}
      """
          .formatted(String.join(",", List.of(workload("a"), workload("b"))));
}
