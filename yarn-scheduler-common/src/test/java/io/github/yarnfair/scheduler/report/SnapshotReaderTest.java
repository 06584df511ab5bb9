// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.mockito.Mockito.mock;

import io.github.yarnfair.core.policy.FairnessPolicy;
import io.github.yarnfair.core.tree.Demand;
import io.github.yarnfair.scheduler.conf.file.QueueFile;
import io.github.yarnfair.scheduler.model.Application;
import io.github.yarnfair.scheduler.model.LeafQueue;
import io.github.yarnfair.scheduler.model.QueueTree;
import io.github.yarnfair.scheduler.resource.NodeShapes;
import io.github.yarnfair.scheduler.resource.ResourceVectors;
import io.github.yarnfair.scheduler.snapshot.ClusterReader;
import io.github.yarnfair.scheduler.snapshot.LockSlices;
import io.github.yarnfair.scheduler.user.QueueAccess;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.api.records.Priority;
import org.apache.hadoop.yarn.api.records.QueueState;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.util.resource.ResourceUtils;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Memory and vcores; root.a of weight 2, at most half of the memory, and root.b, stopped. */
class SnapshotReaderTest {
  private final ResourceVectors vectors = new ResourceVectors();
  private QueueTree queues;
  private Application application;

  @BeforeAll
  static void knowMemoryAndVcoresAlone() {
    ResourceUtils.resetResourceTypes(new Configuration(false));
  }

  @BeforeEach
  void placeAnApplicationInEachQueue() throws Exception {
    Configuration conf = new Configuration(false);
    conf.set("yarn.scheduler.capacity.root.queues", "a,b");
    conf.set("yarn.scheduler.capacity.root.a.capacity", "2w");
    conf.set("yarn.scheduler.capacity.root.a.maximum-capacity", "[memory=500,vcores=1000]");
    conf.set("yarn.scheduler.capacity.root.b.capacity", "1w");
    conf.set("yarn.scheduler.capacity.root.b.state", "STOPPED");
    queues =
        new QueueTree(
            QueueFile.load(conf, "test"),
            mock(FairnessPolicy.class),
            vectors,
            new NodeShapes(),
            new QueueAccess(conf),
            conf);
    queues.setCapacity(Resource.newInstance(1000, 100));
    application = add("root.a", 1);
    add("root.b", 2);
  }

  private Application add(String queue, int number) {
    LeafQueue leaf = (LeafQueue) queues.find(queue);
    Application added =
        new Application(
            ApplicationId.newInstance(0, number),
            leaf,
            "user" + number,
            Priority.newInstance(number),
            false);
    leaf.add(added);
    return added;
  }

  private QueueSnapshot read() {
    ClusterReader reader =
        new ClusterReader(new LockSlices(new ReentrantLock()), () -> queues, () -> {});
    SnapshotReader copies = new SnapshotReader(vectors);
    return copies.read(reader.read(copies), Resource.newInstance(8192, 4));
  }

  @Test
  void readsWhatIsHeldWantedAndIdeal() {
    queues.ledger().charge(application.leaf(), "", Resource.newInstance(100, 30));
    queues.ledger().setDemand(application.leaf(), Demand.of(new long[] {10, 3}, 4));

    QueueSnapshot a = read().children().get(0);

    assertThat(a.share().used()).isEqualTo(Resource.newInstance(100, 30));
    assertThat(a.share().pending()).isEqualTo(Resource.newInstance(40, 12));
    assertThat(a.share().dominant()).isEqualTo(0.30);
    assertThat(a.share().dominantResource()).isEqualTo("vcores");
    assertThat(a.share().ideal()).isCloseTo(0.42, within(1e-9));
    assertThat(a.applications())
        .singleElement()
        .satisfies(
            only -> {
              assertThat(only.id()).isEqualTo(application.id());
              assertThat(only.user()).isEqualTo("user1");
              assertThat(only.priority()).isEqualTo(1);
              assertThat(only.share().used()).isEqualTo(a.share().used());
            });
  }

  @Test
  void readsQueuesInOrderWithWeightsLimitsAndStates() {
    QueueSnapshot root = read();

    assertThat(root.children()).extracting(QueueSnapshot::path).containsExactly("root.a", "root.b");
    assertThat(root.applicationCount()).isEqualTo(2);
    assertThat(root.limit()).isEqualTo(Resource.newInstance(1000, 100));
    QueueSnapshot a = root.children().get(0);
    assertThat(a.weight()).isEqualTo(2);
    assertThat(a.entitledFractionOfCluster()).isCloseTo(2.0 / 3, within(1e-12));
    assertThat(a.limit()).isEqualTo(Resource.newInstance(500, 100));
    assertThat(a.state()).isEqualTo(QueueState.RUNNING);
    QueueSnapshot b = root.children().get(1);
    assertThat(b.state()).isEqualTo(QueueState.DRAINING);
    assertThat(b.share().dominantResource()).isNull();
  }

  @Test
  void immenseDemandDoesNotOverflow() {
    queues.ledger().setDemand(application.leaf(), Demand.of(new long[] {Long.MAX_VALUE / 2, 1}, 3));

    assertThat(read().share().pending().getMemorySize()).isEqualTo(Long.MAX_VALUE);
  }

  @Test
  void doesNotChangeWithTheScheduler() {
    QueueSnapshot before = read();

    queues.ledger().charge(application.leaf(), "", Resource.newInstance(100, 30));
    before.share().used().setMemorySize(7);

    assertThat(before.share().used()).isEqualTo(Resource.newInstance(0, 0));
    assertThat(read().share().used()).isEqualTo(Resource.newInstance(100, 30));
  }

  @Test
  void manyRequestsReadOnce() {
    AtomicInteger reads = new AtomicInteger();
    Supplier<QueueSnapshot> recent =
        new RecentReading<>(
            () -> queues,
            () -> {
              reads.incrementAndGet();
              return read();
            });

    assertThat(Stream.generate(recent).limit(10_000)).doesNotContainNull();

    assertThat(reads).hasValueLessThan(1000);
  }

  /** Fails if an editor that has changed the queues were shown those before. */
  @Test
  void replacedQueuesAreReadAtOnce() {
    AtomicInteger generation = new AtomicInteger(1);
    List<Integer> generations = List.of(0, 1, 2, 3);
    Supplier<Integer> recent =
        new RecentReading<>(() -> generations.get(generation.get()), generation::get);

    assertThat(recent.get()).isEqualTo(1);
    generation.set(2);
    assertThat(recent.get()).isEqualTo(2);
  }
}
