// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.simulator.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.yarnfair.simulator.run.RunJob;
import io.github.yarnfair.simulator.run.RunQueue;
import io.github.yarnfair.simulator.run.TaskGroup;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Each format, and what is said of bad input. */
class WorkloadReaderTest {
  private static final RunQueue QUEUES =
      RunQueue.of(
          "root",
          1,
          RunQueue.of("root.a", 1),
          RunQueue.of("root.b", 1, RunQueue.of("root.b.c", 1), RunQueue.of("root.b.d", 1)));

  private static final String OPENB_NODES =
      "sn,cpu_milli,memory_mib,gpu,model\nn0,32000,65536,0,\nn1,64000,131072,8,G2\n";

  private static final String OPENB_JOBS =
      "name,cpu_milli,memory_mib,num_gpu,gpu_milli,gpu_spec,qos,pod_phase,creation_time,"
          + "deletion_time,scheduled_time\n"
          + "p0,2000,16,1,470,G2,LS,Running,500,600,0\n"
          + "p1,4000,32,0,0,,BE,Pending,400,400,\n";

  @TempDir private Path folder;

  private Path file(String name, String text) throws Exception {
    return Files.writeString(folder.resolve(name), text);
  }

  private RunInput read(String nodes, String jobs, @Nullable RunQueue queues, ReadOptions options)
      throws Exception {
    return RunInput.read(
        ClusterNodes.read(file("nodes", nodes).toString()),
        file("jobs", jobs),
        queues,
        options,
        Shape.PLAIN,
        1);
  }

  private static ReadOptions options(@Nullable QueueRule rule, Map<String, Long> numbers) {
    return new ReadOptions(rule, false, numbers, false, false);
  }

  private static final ReadOptions PLAIN = options(null, Map.of());

  private static TaskGroup only(RunJob job) {
    assertThat(job.groups()).hasSize(1);
    return job.groups().get(0);
  }

  @Test
  void openb() throws Exception {
    RunInput input = read(OPENB_NODES, OPENB_JOBS, null, PLAIN);
    assertThat(input.workload().resources()).containsExactly("memory-mb", "vcores", "yarn.io/gpu");
    assertThat(input.workload().nodes().get(1).machineClass()).isEqualTo("G2");
    assertThat(input.workload().nodes().get(1).capacity()).containsExactly(131072, 64000, 8);
    RunJob first = input.workload().jobs().get(0);
    RunJob second = input.workload().jobs().get(1);
    assertThat(first.id()).isEqualTo("p1");
    assertThat(first.queue()).isEqualTo("root.BE");
    assertThat(first.submitMillis()).isZero();
    assertThat(only(first).durationMillis()).isEqualTo(1);
    assertThat(second.submitMillis()).isEqualTo(100_000);
    assertThat(only(second).durationMillis()).isEqualTo(100_000);
    assertThat(only(second).demand()).containsExactly(16, 2000, 1);
    assertThat(only(second).machineClass()).isEqualTo("G2");
    assertThat(input.root().leaves()).extracting(RunQueue::path).contains("root.LS", "root.BE");
  }

  @Test
  void anyClassLeavesOutWhatTasksAreBoundTo() throws Exception {
    ReadOptions any = new ReadOptions(null, false, Map.of(), false, true);
    RunInput input = read(OPENB_NODES, OPENB_JOBS, null, any);
    assertThat(only(input.workload().jobs().get(1)).machineClass()).isEmpty();
  }

  /** 300 MB in maps of 128 MB; 2.5 GB of shuffle in reduces of 1 GB, which write 0.5 GB. */
  @Test
  void swim() throws Exception {
    long mb = 1 << 20;
    String jobs =
        "job0\t9\t9\t%d\t%d\t%d\njob1\t18\t9\t0\t0\t%d\n"
            .formatted(300 * mb, 2560 * mb, 512 * mb, 100 * mb);
    RunInput input = read("memory-mb,vcores\n8192,8\n", jobs, QUEUES, PLAIN);
    RunJob job = input.workload().jobs().get(0);
    assertThat(job.submitMillis()).isZero();
    assertThat(job.queue()).isEqualTo("root.a");
    assertThat(job.groups()).hasSize(2);
    assertThat(job.groups().get(0).count()).isEqualTo(3);
    assertThat(job.groups().get(0).demand()).containsExactly(1024, 1);
    assertThat(job.groups().get(0).durationMillis()).isEqualTo(2_000 + 100 * 1_000 / 50);
    assertThat(job.groups().get(1).count()).isEqualTo(3);
    assertThat(job.groups().get(1).demand()).containsExactly(3072, 1);
    assertThat(job.groups().get(1).durationMillis()).isEqualTo(2_000 + 1024 * 1_000 / 50);
    RunJob mapOnly = input.workload().jobs().get(1);
    assertThat(mapOnly.submitMillis()).isEqualTo(9_000);
    assertThat(mapOnly.queue()).isEqualTo("root.b.c");
    assertThat(only(mapOnly).durationMillis()).isEqualTo(2_000 + 100 * 1_000 / 50);
  }

  @Test
  void numbersOfSwimCanBeSet() throws Exception {
    long mb = 1 << 20;
    String jobs = "job0\t0\t0\t%d\t0\t0\n".formatted(300 * mb);
    Map<String, Long> numbers =
        Map.of("map-mb", 100L, "mb-per-second", 10L, "start-ms", 1L, "map-memory-mb", 7L);
    RunInput input = read("memory-mb,vcores\n8192,8\n", jobs, QUEUES, options(null, numbers));
    TaskGroup maps = only(input.workload().jobs().get(0));
    assertThat(maps.count()).isEqualTo(3);
    assertThat(maps.demand()).containsExactly(7, 1);
    assertThat(maps.durationMillis()).isEqualTo(10_001);
    assertThatThrownBy(() -> options(null, Map.of("map-gb", 1L)))
        .hasMessageStartingWith("\"map-gb\": expected one of [map-mb,");
    assertThatThrownBy(() -> options(null, Map.of("map-mb", 0L)))
        .hasMessage("map-mb=0: expected at least 1");
  }

  /** Held 4096 MB and 4 vcores and 3 GPUs for 100 s: four containers, one without a GPU. */
  @Test
  void applicationsOfTheResourceManager() throws Exception {
    String apps =
        """
        {"apps": {"app": [
          {"id": "application_1_0001", "user": "u", "queue": "root.b.d", "startedTime": 1000,
           "launchTime": 11000, "finishedTime": 111000, "elapsedTime": 110000,
           "memorySeconds": 409600, "vcoreSeconds": 400, "resourceSecondsMap": {"entry": [
             {"key": "memory-mb", "value": "409600"}, {"key": "yarn.io/gpu", "value": "300"},
             {"key": "vcores", "value": "400"}]}},
          {"id": "application_1_0002", "user": "u", "queue": "a", "startedTime": 5000,
           "finishedTime": 6000, "memorySeconds": 0, "vcoreSeconds": 0}]}}
        """;
    RunInput input = read("memory-mb,vcores,yarn.io/gpu\n8192,8,4\n", apps, QUEUES, PLAIN);
    assertThat(input.workload().jobs()).hasSize(1);
    RunJob job = input.workload().jobs().get(0);
    assertThat(job.queue()).isEqualTo("root.b.d");
    assertThat(job.user()).isEqualTo("u");
    assertThat(job.groups()).hasSize(2);
    assertThat(job.groups().get(0).count()).isEqualTo(3);
    assertThat(job.groups().get(0).demand()).containsExactly(1024, 1, 1);
    assertThat(job.groups().get(0).durationMillis()).isEqualTo(100_000);
    assertThat(job.groups().get(1).count()).isEqualTo(1);
    assertThat(job.groups().get(1).demand()).containsExactly(1024, 1, 0);
    assertThat(input.notes()).singleElement().asString().contains("1 applications held nothing");
  }

  @Test
  void schedulerLoadSimulator() throws Exception {
    String nodes =
        """
        {"rack": "r1", "nodes": [{"node": "h1"}, {"node": "h2", "memory-mb": 4096, "vcores": 4}]}
        {"rack": "r2", "nodes": [{"node": "h3", "labels": ["gpu"]}]}
        """;
    String jobs =
        """
        {"am.type": "mapreduce", "job.start.ms": 500, "job.end.ms": 9000, "job.queue.name": "c",
         "job.id": "job_1", "job.user": "u", "job.count": 2, "job.tasks": [
          {"container.host": "/r1/h1", "container.start.ms": 1000, "container.end.ms": 4000,
           "container.priority": 20, "container.type": "map"},
          {"container.host": "h2", "duration.ms": 7, "count": 5, "container.memory-mb": 2048,
           "container.vcores": 2}]}
        """;
    RunInput input = read(nodes, jobs, QUEUES, PLAIN);
    assertThat(input.workload().nodes().get(0).capacity()).containsExactly(10_240, 10);
    assertThat(input.workload().nodes().get(1).capacity()).containsExactly(4096, 4);
    assertThat(input.workload().nodes().get(2).name()).isEqualTo("/r2/h3");
    assertThat(input.workload().nodes().get(2).machineClass()).isEqualTo("gpu");
    assertThat(input.workload().jobs())
        .extracting(RunJob::id)
        .containsExactly("job_1/1", "job_1/2");
    RunJob job = input.workload().jobs().get(0);
    assertThat(job.queue()).isEqualTo("root.b.c");
    assertThat(job.groups().get(0).durationMillis()).isEqualTo(3_000);
    assertThat(job.groups().get(0).demand()).containsExactly(1024, 1);
    assertThat(job.groups().get(1).count()).isEqualTo(5);
    assertThat(job.groups().get(1).demand()).containsExactly(2048, 2);
  }

  @Test
  void ownCsvWithSeveralGroupsAndUsers() throws Exception {
    String jobs =
        """
        id,queue,user,submit-ms,tasks,memory-mb,vcores,duration-ms
        j1,a,u,2000,3,1024,1,5000
        j1,a,u,2000,1,2048,2,7000
        j2,root.b.c,v,1000,1,1,0,0
        """;
    RunInput input = read("memory-mb,vcores\n8192,8\n", jobs, QUEUES, PLAIN);
    assertThat(input.workload().jobs()).extracting(RunJob::id).containsExactly("j2", "j1");
    RunJob job = input.workload().jobs().get(1);
    assertThat(job.groups()).hasSize(2);
    assertThat(job.submitMillis()).isEqualTo(1_000);
    assertThat(job.user()).isEqualTo("u");
    RunInput byUser =
        read("memory-mb,vcores\n8192,8\n", jobs, null, options(QueueRule.of("user"), Map.of()));
    assertThat(byUser.root().leaves())
        .extracting(RunQueue::path)
        .containsExactly("root.v", "root.u");
  }

  @Test
  void describedNodes() throws Exception {
    ClusterNodes nodes = ClusterNodes.read("3*memory-mb=4096,vcores=8,fpga=1");
    assertThat(nodes.resourceNames()).containsExactly("memory-mb", "vcores", "fpga");
    assertThat(nodes.capacity()).containsExactly(3 * 4096, 24, 3);
  }

  @Test
  void queuesAreCreatedWhereTheyMayBe() throws Exception {
    String jobs = "id,queue,submit-ms,tasks,vcores,duration-ms\nj,root.b.new,0,1,1,1\n";
    String nodes = "memory-mb,vcores\n8192,8\n";
    assertThatThrownBy(() -> read(nodes, jobs, QUEUES, PLAIN))
        .hasMessageEndingWith(
            "jobs:2: job \"j\" of queue \"root.b.new\": expected a leaf queue of --queues, or"
                + " --create-queues; there are root.a, root.b.c, root.b.d");
    RunInput input = read(nodes, jobs, QUEUES, new ReadOptions(null, true, Map.of(), false, false));
    assertThat(input.root().leaves())
        .extracting(RunQueue::path)
        .containsExactly("root.a", "root.b.c", "root.b.d", "root.b.new");
    String below = jobs.replace("root.b.new", "root.a.new");
    assertThatThrownBy(
            () -> read(nodes, below, QUEUES, new ReadOptions(null, true, Map.of(), false, false)))
        .hasMessageContaining(
            "jobs:2: queue \"root.a.new\": expected a leaf queue, or a name below");
  }

  @Test
  void shapeTakesTheFirstGathersAndCompresses() throws Exception {
    String jobs =
        """
        id,queue,submit-ms,tasks,vcores,duration-ms
        j0,a,0,1,1,1
        j1,a,10000,1,1,1
        j2,a,12000,1,1,1
        j3,a,90000,1,1,1
        """;
    RunInput input =
        RunInput.read(
            ClusterNodes.read("1*memory-mb=1,vcores=1"),
            file("jobs", jobs),
            QUEUES,
            PLAIN,
            new Shape(3, 1, 1, 1_000, 10),
            1);
    assertThat(input.workload().jobs())
        .extracting(RunJob::submitMillis)
        .containsExactly(0L, 0L, 200L);
    RunInput copies =
        RunInput.read(
            ClusterNodes.read("1*memory-mb=1,vcores=1"),
            file("jobs", jobs),
            QUEUES,
            PLAIN,
            new Shape(3, 1, 4, 1_000, 1),
            1);
    assertThat(copies.workload().jobs()).hasSize(12);
    assertThat(copies.workload().jobs())
        .extracting(RunJob::submitMillis)
        .isSorted()
        .allMatch(time -> time <= 3_000)
        .contains(0L);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "id,queue,submit-ms,tasks,vcores\\nj,a,0,1,1|"
            + "1: columns id,queue,submit-ms,tasks,vcores: expected a column duration-ms",
        "id,queue,submit-ms,tasks,vcores,duration-ms\\nj,a,0,1,1,-5|"
            + "2: duration-ms \"-5\": expected a whole number of at least 0",
        "id,queue,submit-ms,tasks,vcores,duration-ms\\nj,a,0,0,1,5|"
            + "2: tasks \"0\": expected a whole number of at least 1",
        "id,queue,submit-ms,tasks,vcores,duration-ms\\nj,a,0,1,5|2: 5 columns: expected 6, as in line 1",
        "id,queue,submit-ms,tasks,vcores,duration-ms\\nj,a,x,1,1,5|"
            + "2: submit-ms \"x\": expected a whole number of at least 0",
        "id,queue,submit-ms,tasks,vcore,duration-ms\\nj,a,0,1,1,5|"
            + "1: column \"vcore\": expected id, queue, user, submit-ms, tasks, duration-ms, class, or a"
            + " resource of the nodes: [memory-mb, vcores]",
        "id,queue,submit-ms,tasks,vcores,duration-ms\\nj,a,0,1,0,5|"
            + "2: a task that needs nothing: expected an amount above 0",
        "id,queue,submit-ms,tasks,vcores,duration-ms\\nj,,0,1,1,5|2: job \"j\" without a queue: expected one",
        "id,queue,submit-ms,tasks,vcores,duration-ms\\nj,b,0,1,1,5|"
            + "2: job \"j\" of queue \"b\": expected a leaf queue of --queues, or --create-queues; there are"
            + " root.a, root.b.c, root.b.d",
        "id,queue,submit-ms,tasks,vcores,duration-ms,class\\nj,a,0,1,1,5,H100|"
            + "2: machine class \"H100\": expected one of the nodes', [], or --any-class",
        "id,queue,submit-ms,tasks,vcores,duration-ms\\nj,a,0,1,1,5\\nj,a,9,1,1,5|"
            + "3: job \"j\" with another queue, user or submit-ms: expected those of line 2",
        "j\\t0\\t0\\t5\\t6\\t-7|1: output \"-7\": expected a whole number of at least 0",
        "name,cpu_milli,memory_mib,num_gpu,qos,creation_time\\np,1,1,0,a,5|"
            + "1: columns name,cpu_milli,memory_mib,num_gpu,qos,creation_time: expected a column"
            + " deletion_time",
        "name,cpu_milli,memory_mib,num_gpu,qos,creation_time,deletion_time\\np,1,1,0,a,5,4|"
            + "2: deletion_time 4: expected at least creation_time, 5",
        "name,cpu_milli,memory_mib,num_gpu,qos,creation_time,deletion_time\\np,1,1,0,a,-5,4|"
            + "2: creation_time \"-5\": expected a whole number of at least 0",
        "j\\t0\\t0\\t5\\t6\\t7\\nk\\t0\\t0\\t5\\t6|2: 5 columns: expected 6, separated by tabs: name, submission, gap, input,"
            + " shuffle, output",
        "what is this|1: no format that is known: expected jobs as openb, swim, apps, sls, csv, or"
            + " --format",
        "{\"job.tasks\": []}|1: job.tasks []: expected an array of at least one object",
        "{\"job.id\": \"x\"}|1: no \"job.tasks\": expected an array of at least one object",
        "{\"job.tasks\": [{\"duration.ms\": 5, \"container.host\": \"/r/gone\"}]}|"
            + "1: container.host \"/r/gone\": expected a node of the cluster, or --any-host",
        "{\"job.tasks\": [{\"container.start.ms\": 5, \"container.end.ms\": 4}]}|"
            + "1: container.end.ms 4: expected at least container.start.ms, 5",
        "{\"job.tasks\": [}|1: Unexpected close marker",
        "{\"apps\": {\"app\": [{\"id\": \"x\", \"startedTime\": 9, \"finishedTime\": 8}]}}|"
            + "1: finishedTime 8: expected at least its start, 9",
        "{\"apps\": {\"app\": [{\"id\": \"x\"}]}}|"
            + "1: no \"startedTime\": expected a whole number of at least 0",
        "{\"apps\": null}|1: no jobs: expected at least one",
      })
  void badJobsAreRefusedByLine(String text, String message) {
    String jobs = text.replace("\\n", "\n").replace("\\t", "\t");
    assertThatThrownBy(() -> read("memory-mb,vcores\n8192,8\n", jobs, QUEUES, PLAIN))
        .isInstanceOf(InputException.class)
        .hasMessageStartingWith(folder.resolve("jobs") + ":" + message);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "name,vcores\\nn,8|1: columns name,vcores: expected a column memory-mb",
        "memory-mb,vcores\\n8,x|2: vcores \"x\": expected a whole number of at least 0",
        "memory-mb,vcores|1: one line: expected a line of columns, and lines below",
        "name,memory-mb,vcores\\nn,8,1\\nn,8,1|3: node \"n\" again: expected each node once",
        "sn,cpu_milli,memory_mib\\nn,8,1|1: columns sn,cpu_milli,memory_mib: expected a column gpu",
        "{\"nodes\": [{\"node\": \"h\"}]}|1: no \"rack\": expected a name",
        "{\"rack\": \"r\", \"nodes\": [{\"node\": \"h\", \"vcores\": -1}]}|"
            + "1: vcores \"-1\": expected a whole number of at least 0",
      })
  void badNodesAreRefusedByLine(String text, String message) throws Exception {
    Path nodes = file("nodes", text.replace("\\n", "\n"));
    assertThatThrownBy(() -> ClusterNodes.read(nodes.toString()))
        .isInstanceOf(InputException.class)
        .hasMessageStartingWith(nodes + ":" + message);
  }

  @Test
  void missingFilesAndColumnsThatNoFormatHasAreRefused() throws Exception {
    assertThatThrownBy(() -> ClusterNodes.read("/no/such/file"))
        .hasMessage("/no/such/file: no such file, or it may not be read");
    assertThatThrownBy(
            () ->
                read(
                    "memory-mb,vcores\n8192,8\n",
                    "j\t0\t0\t5\t6\t7\n",
                    QUEUES,
                    options(QueueRule.of("column:pool"), Map.of())))
        .hasMessageContaining("--queue-of column:pool: ")
        .hasMessageEndingWith("is swim: expected a file with columns");
    assertThatThrownBy(() -> QueueRule.of("column"))
        .hasMessage("\"column\": expected " + QueueRule.EXPECTED);
  }

  @Test
  void tasksThatFitNoNodeAreNamed() throws Exception {
    String jobs = "id,queue,submit-ms,tasks,vcores,duration-ms\nj,a,0,7,9,1\n";
    assertThat(read("memory-mb,vcores\n8192,8\n", jobs, QUEUES, PLAIN).notes())
        .isEqualTo(List.of("7 tasks fit no node and never start"));
  }
}
