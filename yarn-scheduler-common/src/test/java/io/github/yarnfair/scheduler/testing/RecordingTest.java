// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.testing;

import static io.github.yarnfair.scheduler.testing.SchedulerConf.resource;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import io.github.yarnfair.recording.RecordedFiles;
import io.github.yarnfair.recording.RecordingReader;
import io.github.yarnfair.recording.RecordingVisitor;
import io.github.yarnfair.recording.SnapshotHead;
import io.github.yarnfair.scheduler.RecordedPolicy;
import io.github.yarnfair.scheduler.metrics.RecordingMetrics;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.metrics2.AbstractMetric;
import org.apache.hadoop.metrics2.impl.MetricsCollectorImpl;
import org.apache.hadoop.metrics2.lib.DefaultMetricsSystem;
import org.apache.hadoop.yarn.api.records.Container;
import org.apache.hadoop.yarn.api.records.ContainerExitStatus;
import org.apache.hadoop.yarn.util.ControlledClock;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** When decisions are recorded, what is in the files, and what ends it. */
class RecordingTest {
  private static final String THE_END = "Decisions are recorded no longer";
  private static final String LOGS = "hadoop.log.dir";

  @TempDir private Path directory;

  private final SchedulerConf plain =
      SchedulerConf.of(NaiveScheduler.class)
          .queues("root", "a,b")
          .set("root.a.capacity", "1w")
          .set("root.b.capacity", "1w");

  private SchedulerConf recorded() {
    return plain.copy().option("recording.directory", directory);
  }

  /** Lists the facts of a recording. */
  private static final class Facts implements RecordingVisitor {
    private final List<String> facts = new ArrayList<>();
    private SnapshotHead head;
    private String queueFile = "";

    @Override
    public void snapshot(SnapshotHead of) {
      head = of;
      facts.add("snapshot " + of.reason());
    }

    @Override
    public void queue(int node, String path) {
      facts.add("queue " + path);
    }

    @Override
    public void application(int leaf, long cluster, int id, String user, String queue) {
      facts.add("application " + id + " of " + user + " in " + queue);
    }

    @Override
    public void node(int number, String name, String machineClass, long[] total) {
      facts.add("node " + name + " of " + total[0] + " MB");
    }

    @Override
    public void container(
        int leaf, int attempt, long id, int node, boolean isMaster, long millis, long[] amounts) {
      facts.add("container " + id + " of " + amounts[0] + " MB");
    }

    @Override
    public void containerEnded(int leaf, int attempt, long id, int exitStatus) {
      facts.add("container " + id + " ended with " + exitStatus);
    }

    @Override
    public void nodeGone(int number) {
      facts.add("a node has gone");
    }

    @Override
    public void queueFile(String source, String text) {
      queueFile = text;
    }
  }

  private static Facts read(Path file) throws IOException {
    Facts facts = new Facts();
    RecordingReader.read(file, false, facts);
    return facts;
  }

  private static long metric(String name) {
    MetricsCollectorImpl collector = new MetricsCollectorImpl();
    DefaultMetricsSystem.instance().getSource(RecordingMetrics.NAME).getMetrics(collector, true);
    for (AbstractMetric metric : collector.getRecords().get(0).metrics()) {
      if (metric.name().equals(name)) {
        return metric.value().longValue();
      }
    }
    throw new AssertionError("no metric " + name);
  }

  /** The directory is opened in the background. */
  private static void awaitActive() {
    long deadline = System.nanoTime() + TimeUnit.MINUTES.toNanos(1);
    while (metric("RecordingActive") == 0) {
      assertThat(System.nanoTime()).as("deadline").isLessThan(deadline);
      Thread.onSpinWait();
    }
  }

  private static boolean isRecording(SchedulerFixture cluster) {
    return RecordedPolicy.isRecording(cluster.scheduler);
  }

  @Test
  void aWorkloadIsInTheRecording() throws Exception {
    try (SchedulerFixture cluster = new SchedulerFixture(recorded())) {
      SchedulerTestNode node = cluster.addNode("n1", resource(8192, 8));
      SchedulerTestApp app = cluster.submit("root.a");
      app.ask(resource(1024, 1), 2);
      cluster.rounds(2);
      Container first = app.containers().get(0);
      app.complete(first);
      node.heartbeat();
      node.resize(resource(4096, 4), -1);
      app.finish();
      node.remove();
      awaitActive();
      cluster.verify();
    }
    Facts facts = read(RecordedFiles.of(directory).get(0));
    assertThat(facts.head.scheduler()).isEqualTo("NaiveScheduler");
    assertThat(facts.head.resources())
        .startsWith("memory-mb", "vcores")
        .contains(SchedulerConf.GPU, SchedulerConf.MIC);
    assertThat(facts.queueFile).contains("yarn.scheduler.capacity.root.a.capacity");
    assertThat(facts.facts)
        .containsSubsequence(
            "snapshot START",
            "node n1:1 of 8192 MB",
            "application 1 of user1 in root.a",
            "container 1 of 1024 MB",
            "container 2 of 1024 MB",
            "container 1 ended with 0",
            "node n1:1 of 4096 MB",
            "container 2 ended with " + ContainerExitStatus.ABORTED,
            "a node has gone")
        .contains("queue root", "queue root.a", "queue root.b");
  }

  /** The first ResourceManager's recording ends, the second's begins with what comes back. */
  @Test
  void eachActivePeriodHasARecordingOfItsOwn() throws Exception {
    for (int i = 0; i < 2; i++) {
      try (SchedulerFixture cluster = new SchedulerFixture(recorded())) {
        cluster.addNode("n" + i, resource(8192, 8));
        cluster.verify();
      }
    }
    List<Path> files = RecordedFiles.of(directory);
    assertThat(files).hasSize(2);
    for (int i = 0; i < 2; i++) {
      assertThat(read(files.get(i)).facts)
          .contains("snapshot START", "node n" + i + ":1 of 8192 MB");
    }
  }

  @Test
  void aRefreshGoesOnWithTheNewQueuesAndCanSwitchItOffAndOn() throws Exception {
    SchedulerConf off = recorded().option("recording.enabled", "false");
    try (SchedulerFixture cluster = new SchedulerFixture(recorded())) {
      SchedulerTestNode node = cluster.addNode("n1", resource(8192, 8));
      refresh(cluster, recorded().queues("root", "a,b,c").set("root.c.capacity", "1w"));
      node.heartbeat();
      assertThat(isRecording(cluster)).isTrue();
      refresh(cluster, off);
      node.heartbeat();
      assertThat(isRecording(cluster)).isFalse();
      assertThat(metric("RecordingActive")).isZero();
      refresh(cluster, recorded());
      node.heartbeat();
      assertThat(isRecording(cluster)).isTrue();
      cluster.verify();
    }
    List<Path> files = RecordedFiles.of(directory);
    assertThat(files).hasSize(2);
    assertThat(read(files.get(0)).facts)
        .containsSubsequence("snapshot START", "snapshot OTHER_QUEUES", "queue root.c");
    assertThat(read(files.get(1)).facts)
        .containsSubsequence("snapshot START", "node n1:1 of 8192 MB");
  }

  private static void refresh(SchedulerFixture cluster, SchedulerConf conf) throws IOException {
    cluster.scheduler.reinitialize(conf.build(), cluster.rm.getRMContext());
  }

  /** A program that starts a ResourceManager, such as a test, does not want its disk written. */
  @Test
  void nothingIsRecordedWithoutADirectory() {
    assumeFalse(System.getProperties().containsKey(LOGS));
    try (SchedulerFixture cluster = new SchedulerFixture(plain)) {
      assertThat(isRecording(cluster)).isFalse();
      assertThat(metric("RecordingActive")).isZero();
    }
  }

  @Test
  void aResourceManagerThatHasLogsRecordsBesideThemUnlessToldNotTo() throws Exception {
    System.setProperty(LOGS, directory.toString());
    try {
      try (SchedulerFixture cluster = new SchedulerFixture(plain)) {
        assertThat(isRecording(cluster)).isTrue();
      }
      assertThat(RecordedFiles.of(directory.resolve("scheduler-recording"))).hasSize(1);
      try (SchedulerFixture cluster =
          new SchedulerFixture(plain.copy().option("recording.enabled", "false"))) {
        assertThat(isRecording(cluster)).isFalse();
      }
    } finally {
      System.clearProperty(LOGS);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "recording.enabled, perhaps, true or false",
    "recording.directory, recordings, the absolute path of a directory on a local disk",
    "recording.maximum-size, 1m, 'a size from 16m to 1t, such as 512m'",
    "recording.maximum-size, much, 'a size from 16m to 1t, such as 512m'",
    "recording.maximum-age, 1s, 'a time from 1m to 3650d, such as 7d'",
    "recording.maximum-age, long, 'a time from 1m to 3650d, such as 7d'"
  })
  void anOptionThatIsNotValidIsRefused(String option, String value, String expected) {
    StartContract.assertRefused(
        recorded().option(option, value), plain.optionKey(option), value, expected);
  }

  @Test
  void recordingWithoutAnyDirectoryIsRefusedIfItIsAskedFor() {
    assumeFalse(System.getProperties().containsKey(LOGS));
    StartContract.assertRefused(
        plain.copy().option("recording.enabled", "true"),
        plain.optionKey("recording.directory") + " is not set",
        "expected a directory for the recording");
  }

  @Test
  void aDirectoryThatCannotBeMadeStopsNothing() throws Exception {
    Path file = Files.createFile(directory.resolve("file"));
    try (SchedulerLog log = new SchedulerLog();
        SchedulerFixture cluster =
            new SchedulerFixture(plain.copy().option("recording.directory", file))) {
      SchedulerTestNode node = cluster.addNode("n0", resource(1024, 1));
      while (isRecording(cluster)) {
        node.heartbeat();
        Thread.onSpinWait();
      }
      assertThat(metric("RecordingActive")).isZero();
      assertThat(linesOfTheEnd(log)).singleElement().asString().contains("file");
      assertScheduling(cluster);
    }
  }

  /** As on a full disk. */
  @Test
  void aFailureToWriteIsLoggedOnceAndStopsNothing() throws Exception {
    Path inner = directory.resolve("inner");
    ControlledClock clock = new ControlledClock();
    clock.setTime(1_000_000);
    try (SchedulerLog log = new SchedulerLog();
        SchedulerFixture cluster =
            new SchedulerFixture(plain.copy().option("recording.directory", inner))) {
      cluster.scheduler.setClock(clock);
      SchedulerTestNode node = cluster.addNode("n0", resource(1024, 1));
      while (metric("RecordingBytes") < 100) {
        Thread.onSpinWait();
      }
      Files.move(inner, directory.resolve("elsewhere"));
      clock.setTime(1_000_000 + 24 * 3_600_000L); // another file is due
      while (isRecording(cluster)) {
        node.heartbeat();
        Thread.onSpinWait();
      }
      assertThat(metric("RecordingActive")).isZero();
      assertThat(metric("RecordingBytes")).isPositive();
      assertThat(linesOfTheEnd(log)).hasSize(1);
      assertScheduling(cluster);
      Files.createDirectory(inner);
      refresh(cluster, plain.copy().option("recording.directory", inner));
      node.heartbeat();
      assertThat(isRecording(cluster)).as("recording after a refresh").isTrue();
    }
  }

  /** The file could be written to all the same; no event comes meanwhile. */
  @Test
  void directoryThatIsRemovedIsNoticedAndARefreshRecordsAgain() throws Exception {
    Path inner = directory.resolve("inner");
    SchedulerConf conf = plain.copy().option("recording.directory", inner);
    try (SchedulerLog log = new SchedulerLog();
        SchedulerFixture cluster = new SchedulerFixture(conf)) {
      while (metric("RecordingBytes") < 100) {
        Thread.onSpinWait();
      }
      Files.move(inner, directory.resolve("elsewhere"));
      long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(10);
      while (lines(log, THE_END).isEmpty() && System.nanoTime() < deadline) {
        Thread.onSpinWait();
      }
      assertThat(metric("RecordingActive")).isZero();
      assertThat(lines(log, THE_END))
          .singleElement()
          .asString()
          .contains("inner", "it was removed");
      refresh(cluster, conf.copy());
      cluster.addNode("n1", resource(8192, 8)).heartbeat();
      assertThat(isRecording(cluster)).isTrue();
      awaitActive();
    }
    assertThat(RecordedFiles.of(inner)).hasSize(1);
  }

  /** Waits for the first: the writer logs why it has ended after it is seen to have ended. */
  private static List<String> linesOfTheEnd(SchedulerLog log) {
    long deadline = System.nanoTime() + TimeUnit.MINUTES.toNanos(1);
    while (lines(log, THE_END).isEmpty() && System.nanoTime() < deadline) {
      Thread.onSpinWait();
    }
    return lines(log, THE_END);
  }

  private static List<String> lines(SchedulerLog log, String begin) {
    return log.lines().stream().filter(line -> line.startsWith(begin)).toList();
  }

  private static void assertScheduling(SchedulerFixture cluster) {
    cluster.addNode("n1", resource(8192, 8));
    SchedulerTestApp app = cluster.submit("root.a");
    app.ask(resource(1024, 1), 2);
    cluster.rounds(2);
    assertThat(app.containers()).hasSize(2);
    assertThat(cluster.scheduler.readings().audit()).isEmpty();
  }
}
