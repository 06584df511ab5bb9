// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.testing;

import static io.github.yarnfair.scheduler.testing.ConstrainedRequests.of;
import static io.github.yarnfair.scheduler.testing.SchedulerConf.resource;
import static org.apache.hadoop.yarn.api.resource.PlacementConstraints.NODE;
import static org.apache.hadoop.yarn.api.resource.PlacementConstraints.PlacementTargets.allocationTag;
import static org.apache.hadoop.yarn.api.resource.PlacementConstraints.and;
import static org.apache.hadoop.yarn.api.resource.PlacementConstraints.or;
import static org.apache.hadoop.yarn.api.resource.PlacementConstraints.targetIn;
import static org.apache.hadoop.yarn.api.resource.PlacementConstraints.targetNotIn;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongBinaryOperator;
import java.util.stream.IntStream;
import org.apache.hadoop.yarn.api.records.NodeId;
import org.apache.hadoop.yarn.api.records.SchedulingRequest;
import org.apache.hadoop.yarn.api.resource.PlacementConstraint.AbstractConstraint;
import org.apache.hadoop.yarn.server.resourcemanager.RMContext;
import org.apache.hadoop.yarn.server.resourcemanager.RMContextImpl;
import org.apache.hadoop.yarn.server.resourcemanager.rmcontainer.RMContainer;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.constraint.AllocationTags;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.constraint.AllocationTagsManager;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.constraint.InvalidAllocationTagsQueryException;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.event.ContainerExpiredSchedulerEvent;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** How large constraints may be, and that the work for those that are unmet is bounded. */
class ConstraintSizeTest {
  private static final int NODES = 40;

  private SchedulerFixture cluster;
  private SchedulerTestApp app;
  private CountedTags tags;
  private long now = 1_000_000;

  @BeforeEach
  void boot() {
    cluster = new SchedulerFixture(SchedulerConf.of(NaiveScheduler.class).queues("root", "a"));
    cluster.scheduler.setClock(() -> now);
    tags = new CountedTags(cluster.rm.getRMContext());
    ((RMContextImpl) cluster.rm.getRMContext()).setAllocationTagsManager(tags);
    for (int i = 1; i <= NODES; i++) {
      cluster.addNode("n" + i, resource(8192, 8));
    }
    app = cluster.submit("root.a");
  }

  @AfterEach
  void close() {
    cluster.close();
  }

  /** YARN's comparison of two such requests fails. */
  @Test
  void requestWithoutConstraintIsAskedForAgainChangedAndWithdrawn() {
    SchedulingRequest plain = of(1, 1, Set.of("a"), resource(1024, 1), 2, null);
    plain.setExecutionType(null);
    app.askConstrained(plain);
    cluster.nodes().forEach(SchedulerTestNode::heartbeat);
    assertThat(app.attempt().getLiveContainers()).hasSize(2);
    for (RMContainer unfetched : List.copyOf(app.attempt().getLiveContainers())) {
      cluster.send(new ContainerExpiredSchedulerEvent(unfetched.getContainerId()));
    }
    cluster.verify();
    assertThat(app.pending()).isEqualTo(2);
    app.askConstrained(of(1, 1, Set.of("a"), resource(1024, 1), 5, null));
    assertThat(app.pending()).isEqualTo(5);
    cluster.rounds(2);
    assertThat(app.live()).isEqualTo(5);
    app.askConstrained(of(1, 1, Set.of("a"), resource(1024, 1), 3, null));
    app.askConstrained(of(1, 1, Set.of("a"), resource(1024, 1), 0, null));
    cluster.rounds(2);
    assertThat(app.live()).isEqualTo(5);
    cluster.verify();
  }

  private static AbstractConstraint[] alternatives(int count) {
    return IntStream.range(0, count)
        .mapToObj(i -> targetNotIn(NODE, allocationTag("tag" + i)))
        .toArray(AbstractConstraint[]::new);
  }

  private static SchedulingRequest asking(AbstractConstraint constraint) {
    return of(1, 1, Set.of("a"), resource(1024, 1), 1, constraint);
  }

  private void refuse(SchedulingRequest request, String reason) {
    assertThatThrownBy(() -> app.askConstrained(request))
        .hasMessageContaining(reason)
        .hasMessageContaining(app.id().toString())
        .satisfies(refusal -> assertThat(refusal.getMessage()).hasSizeLessThan(500));
    assertThat(app.pending()).isZero();
    cluster.verify();
  }

  @Test
  void largeConstraintIsRefusedAndTheOthersRun() {
    refuse(asking(and(alternatives(1000))), "placement constraint of more than 50 parts");
    refuse(asking(or(alternatives(25))), "placement constraint of more than 50 parts");
    String[] tags = IntStream.range(0, 51).mapToObj(i -> "t" + i).toArray(String[]::new);
    refuse(asking(targetNotIn(NODE, allocationTag(tags))), "more than 50 parts");
    refuse(of(1, 1, Set.of(tags), resource(1, 1), 1, null), "51 allocation tags, expected at most");
    app.askConstrained(asking(and(alternatives(24))));
    cluster.rounds(2);
    assertThat(app.live()).isEqualTo(1);
  }

  @Test
  void deepConstraintIsRefused() {
    AbstractConstraint nested = targetNotIn(NODE, allocationTag("b"));
    for (int level = 2; level <= 5; level++) {
      nested = level % 2 == 0 ? and(nested) : or(nested);
    }
    app.askConstrained(asking(nested));
    cluster.rounds(2);
    assertThat(app.live()).isEqualTo(1);
    AbstractConstraint deeper = nested;
    for (int level = 6; level <= 10_000; level++) {
      deeper = and(deeper);
      if (level == 6 || level == 40) {
        refuse(asking(deeper), "more than 4 levels of and() and or()");
      }
    }
  }

  /** A master may name its constraints when it registers, and only their tags afterwards. */
  @Test
  void largeConstraintOfTheRegistrationIsRefusedWithTheRequestThatNamesItsTag() {
    cluster
        .rm
        .getRMContext()
        .getPlacementConstraintManager()
        .registerApplication(app.id(), Map.of(Set.of("a"), and(alternatives(1000)).build()));
    refuse(asking(null), "by its tags the application's placement constraint of more than 50");
    app.askConstrained(of(2, 1, Set.of("b"), resource(1024, 1), 1, null));
    cluster.rounds(2);
    assertThat(app.live()).isEqualTo(1);
  }

  /** A step evaluates 1,000 parts: those of one request on 40 nodes are 980. */
  @Test
  void stepOfTheDiagnosticsIsBoundedByParts() {
    AbstractConstraint[] parts = alternatives(24);
    parts[23] = targetIn(NODE, allocationTag("none"));
    for (int i = 0; i < 40; i++) {
      cluster.submit("root.a").askConstrained(asking(and(parts)));
    }
    for (int second = 0; second < 6; second++) {
      long before = tags.read.get();
      now += 1000;
      cluster.nodes().get(0).heartbeat();
      assertThat(tags.read.get() - before).isLessThan(1_000 + 980 + 40 * 24 * 2);
    }
    assertThat(tags.read.get()).as("the nodes are asked").isGreaterThan(5_000);
  }

  /** Counts how often a tag is looked up on a node. */
  private static final class CountedTags extends AllocationTagsManager {
    final AtomicLong read = new AtomicLong();

    CountedTags(RMContext context) {
      super(context);
    }

    @Override
    public long getNodeCardinalityByOp(NodeId node, AllocationTags of, LongBinaryOperator op)
        throws InvalidAllocationTagsQueryException {
      read.incrementAndGet();
      return super.getNodeCardinalityByOp(node, of, op);
    }
  }
}
