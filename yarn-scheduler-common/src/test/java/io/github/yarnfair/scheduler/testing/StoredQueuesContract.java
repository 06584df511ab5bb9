// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.testing;

import static io.github.yarnfair.scheduler.testing.SchedulerConf.resource;
import static io.github.yarnfair.scheduler.testing.StoredQueues.ADMINISTRATOR;
import static io.github.yarnfair.scheduler.testing.StoredQueues.CAPACITY;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.assertj.core.api.Assertions.within;

import io.github.yarnfair.core.scenario.Seed;
import io.github.yarnfair.scheduler.store.ConfigurationChanges;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Queues are changed by requests while applications run; what is refused changes nothing. */
abstract class StoredQueuesContract {
  private static final int CHANGES = 15;

  private SchedulerFixture cluster;
  private ConfigurationChanges changes;

  /** The scheduler under test, without queues. */
  abstract SchedulerConf conf();

  @BeforeEach
  void boot(@TempDir Path directory) throws IOException {
    SchedulerConf conf =
        conf()
            .queues("root", "a,b,c")
            .set("root.a.capacity", "1w")
            .set("root.b.capacity", "1w")
            .set("root.c.capacity", "0w")
            .set("root.c.state", "STOPPED");
    cluster = new SchedulerFixture(StoredQueues.in(directory, "memory", conf));
    changes = cluster.scheduler.changes();
    for (int i = 0; i < 4; i++) {
      cluster.addNode("n" + i, resource(10_000, 25));
    }
  }

  @AfterEach
  void verify() {
    try (SchedulerFixture closing = cluster) {
      closing.drainAndVerify("root");
    }
  }

  private void make(QueueRequest request) throws IOException {
    changes.make(ADMINISTRATOR, request.build());
  }

  private Map<String, String> stored() {
    Map<String, String> keys = new TreeMap<>();
    changes.stored().getConfiguration().forEach(e -> keys.put(e.getKey(), e.getValue()));
    return keys;
  }

  @Test
  void weightsChangedLiveMoveTheSharesAndKeepTheUsage() throws Exception {
    SchedulerChurn churn = new SchedulerChurn(cluster, Seed.random(Seed.of("stored", 5), 0));
    churn.endless("a", "root.a", resource(1, 1));
    churn.endless("b", "root.b", resource(1, 1));
    churn.fill();
    make(new QueueRequest().update("root.a", "capacity", "4w"));
    assertThat(churn.shareNow("a")).as("carried over").isCloseTo(0.5, within(0.01));
    cluster.verify();
    churn.churn(80, 40);
    assertThat(churn.averageShare("a")).isCloseTo(0.8, within(0.04));
  }

  @Test
  void queuesAreAddedServedStoppedAndRemoved() throws Exception {
    make(
        new QueueRequest()
            .remove("root.c")
            .add("root.p", "capacity", "2w")
            .add("root.p.x", "capacity", "1w")
            .global(CAPACITY + "maximum-applications", "77"));
    assertThat(stored())
        .containsEntry(CAPACITY + "root.queues", "a,b,p")
        .containsEntry(CAPACITY + "root.p.queues", "x")
        .containsEntry(CAPACITY + "maximum-applications", "77")
        .doesNotContainKey(CAPACITY + "root.c.capacity");
    SchedulerTestApp app = cluster.submit("root.p.x");
    app.ask(resource(1, 1), 5);
    cluster.round();
    assertThat(app.live()).isEqualTo(5);

    make(new QueueRequest().update("root.p", "state", "STOPPED"));
    assertThat(refusal(new QueueRequest().remove("root.p.x")))
        .contains(CAPACITY + "root.p.x", "1 application(s) are in it");
    app.finish();
    cluster.round();
    make(new QueueRequest().remove("root.p"));
    assertThat(cluster.scheduler.getQueue("root.p.x")).isNull();
    assertThat(stored()).doesNotContainKey(CAPACITY + "root.p.x.capacity");
  }

  private String refusal(QueueRequest request) throws Exception {
    Map<String, String> before = stored();
    long version = changes.stored().getConfigVersion();
    Throwable refusal = catchThrowable(() -> make(request));
    assertThat(refusal).isInstanceOf(IOException.class);
    assertThat(catchThrowable(() -> changes.stored().preview(request.build())))
        .hasMessage(refusal.getMessage());
    assertThat(stored()).isEqualTo(before);
    assertThat(changes.stored().getConfigVersion()).isEqualTo(version);
    cluster.verify();
    return refusal.getMessage();
  }

  @Test
  void aRefusedChangeNamesAllThatIsWrongAndChangesNothing() throws Exception {
    SchedulerTestApp app = cluster.submit("root.a");
    app.ask(resource(1, 1), 4);
    cluster.round();
    QueueRequest bad =
        new QueueRequest()
            .add("root.d", "capacity", "-3w")
            .update("root.a", "capacity", "9w", "maximum-capacity", "much")
            .global(CAPACITY + "maximum-applications", "few");
    assertThat(refusal(bad).lines())
        .allMatch(line -> line.startsWith("the stored configuration: "))
        .anyMatch(line -> line.contains(CAPACITY + "root.d.capacity = \"-3w\": expected"))
        .anyMatch(line -> line.contains(CAPACITY + "root.a.maximum-capacity = \"much\": expected"))
        .anyMatch(line -> line.contains(CAPACITY + "maximum-applications = \"few\": expected"));
    assertThat(cluster.scheduler.getQueueInfo("root.a", false, false).getWeight()).isEqualTo(1f);
    assertThat(cluster.scheduler.getQueue("root.d")).isNull();
    app.ask(resource(1, 1), 4);
    cluster.round();
    assertThat(app.live()).as("it is still served").isEqualTo(8);
  }

  @Test
  void aQueueInUseIsNotRemoved() throws Exception {
    SchedulerTestApp app = cluster.submit("root.a");
    app.ask(resource(1, 1), 4);
    cluster.round();
    assertThat(refusal(new QueueRequest().remove("root.a").remove("root.b")).lines())
        .anyMatch(line -> line.contains(CAPACITY + "root.a.state: expected STOPPED before"))
        .anyMatch(line -> line.contains(CAPACITY + "root.a: expected a leaf queue here"))
        .anyMatch(line -> line.contains(CAPACITY + "root.b.state: expected STOPPED before"));
    assertThat(refusal(new QueueRequest().add("root.a.x")))
        .contains(CAPACITY + "root.a: expected a leaf queue here", "1 application(s)");
    assertThat(app.live()).isEqualTo(4);
  }

  @Test
  void aCapAboveTheClusterIsRefused() throws Exception {
    assertThat(refusal(new QueueRequest().update("root.a", "maximum-capacity", "[memory=999999]")))
        .contains(CAPACITY + "root.a.maximum-capacity = \"[memory=999999]\"", "at most 40000");
  }

  @Test
  void changesAndRefreshesAtOnceLeaveQueuesAndStoreEqual() throws Exception {
    SchedulerTestApp a = cluster.submit("root.a");
    SchedulerTestApp b = cluster.submit("root.b");
    ExecutorService threads = Executors.newFixedThreadPool(3);
    List<Future<?>> running = new ArrayList<>();
    try {
      running.add(threads.submit(repeat(i -> reweight("root.a", i))));
      running.add(threads.submit(repeat(i -> addOrRemove("root.q", i))));
      running.add(
          threads.submit(
              repeat(i -> cluster.rm.getRMContext().getRMAdminService().refreshQueues())));
      while (!running.stream().allMatch(Future::isDone)) {
        a.ask(resource(1, 1), 2);
        b.ask(resource(1, 1), 2);
        cluster.round();
        a.containers().forEach(a::complete);
        b.containers().forEach(b::complete);
      }
      for (Future<?> done : running) {
        done.get();
      }
    } finally {
      threads.shutdownNow();
    }
    cluster.verify();
    assertThat(stored())
        .containsEntry(CAPACITY + "root.a.capacity", CHANGES + "w")
        .containsEntry(CAPACITY + "root.queues", "a,b,c,q");
    assertThat(cluster.scheduler.getQueueInfo("root.a", false, false).getWeight())
        .isEqualTo(CHANGES);
    assertThat(cluster.scheduler.getQueue("root.q")).isNotNull();
    assertThat(changes.stored().getConfigVersion())
        .as("one for each change")
        .isGreaterThan(CHANGES);
  }

  private interface Step {
    void run(int number) throws Exception;
  }

  private static Callable<Void> repeat(Step step) {
    return () -> {
      for (int i = 1; i <= CHANGES; i++) {
        step.run(i);
      }
      return null;
    };
  }

  private void reweight(String queue, int weight) throws IOException {
    make(new QueueRequest().update(queue, "capacity", weight + "w"));
    assertThatThrownBy(() -> make(new QueueRequest().update(queue, "capacity", "-1w")))
        .hasMessageContaining("-1w");
  }

  /** The last number, which is odd, adds. */
  private void addOrRemove(String queue, int number) throws IOException {
    make(
        number % 2 == 1
            ? new QueueRequest().add(queue, "capacity", "1w", "state", "STOPPED")
            : new QueueRequest().remove(queue));
  }
}
