// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.testing;

import static io.github.yarnfair.scheduler.testing.ConstrainedRequests.of;
import static io.github.yarnfair.scheduler.testing.SchedulerConf.resource;
import static org.apache.hadoop.yarn.api.resource.PlacementConstraints.NODE;
import static org.apache.hadoop.yarn.api.resource.PlacementConstraints.PlacementTargets.allocationTag;
import static org.apache.hadoop.yarn.api.resource.PlacementConstraints.targetIn;
import static org.apache.hadoop.yarn.api.resource.PlacementConstraints.targetNotIn;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongBinaryOperator;
import org.apache.hadoop.yarn.api.records.NodeId;
import org.apache.hadoop.yarn.api.records.SchedulingRequest;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.server.resourcemanager.RMContext;
import org.apache.hadoop.yarn.server.resourcemanager.RMContextImpl;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.constraint.AllocationTags;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.constraint.AllocationTagsManager;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.constraint.InvalidAllocationTagsQueryException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Hundreds of requests of one application whose constraints no node satisfies. */
class ManyConstraintsTest {
  private static final int UNMET = 200;

  private SchedulerFixture cluster;
  private CountedTags tags;
  private SchedulerTestApp app;

  private static SchedulerConf conf() {
    return SchedulerConf.of(NaiveScheduler.class)
        .queues("root", "a,b")
        .yarn(
            YarnConfiguration.RM_PLACEMENT_CONSTRAINTS_HANDLER,
            YarnConfiguration.SCHEDULER_RM_PLACEMENT_CONSTRAINTS_HANDLER);
  }

  @BeforeEach
  void boot() {
    boot(conf());
  }

  private void reboot(SchedulerConf conf) {
    cluster.close();
    boot(conf);
  }

  private void boot(SchedulerConf conf) {
    cluster = new SchedulerFixture(conf);
    cluster.scheduler.setClock(() -> 1_000_000); // The diagnostics ask no nodes.
    tags = new CountedTags(cluster.rm.getRMContext());
    ((RMContextImpl) cluster.rm.getRMContext()).setAllocationTagsManager(tags);
    for (int i = 0; i < 2; i++) {
      cluster.addNode("n" + i, resource(100_000, 100));
    }
    app = cluster.submit("root.a");
    List<SchedulingRequest> asked = new ArrayList<>();
    for (int i = 0; i < UNMET; i++) {
      asked.add(
          of(
              i + 1,
              1,
              Set.of("own" + i),
              resource(1024, 1),
              1,
              targetIn(NODE, allocationTag("absent"))));
    }
    asked.forEach(app::askConstrained);
    cluster.rounds(1);
  }

  @AfterEach
  void verify() {
    try (SchedulerFixture closing = cluster) {
      closing.drainAndVerify("root", "root.a", "root.b");
    }
  }

  @Test
  void visitOfANodeEvaluatesFewOfThem() {
    long before = tags.read.get();
    cluster.nodes().get(0).heartbeat();
    assertThat(tags.read.get() - before).as("tags looked up").isBetween(1L, 60L);
  }

  private static SchedulerConf byScore() {
    return conf().option("node-choice", "best-fit").option("node-choice.interval-ms", 0);
  }

  /** Fails if a pass over all nodes compares each request with each node. */
  @Test
  void passOverAllNodesEvaluatesFewOfThem() {
    reboot(byScore());
    visitOfANodeEvaluatesFewOfThem();
  }

  @Test
  void eachIsComparedByAPassInTheEnd() {
    reboot(byScore());
    eachIsComparedWithEachNodeInTheEnd();
  }

  @Test
  void eachIsComparedWithEachNodeInTheEnd() {
    app.askConstrained(
        of(
            UNMET + 1,
            1,
            Set.of("last"),
            resource(1024, 1),
            2,
            targetNotIn(NODE, allocationTag("last"))));
    cluster.rounds(UNMET / 5);
    assertThat(app.live()).as("one on each node").isEqualTo(2);
  }

  /** Fails if evaluations that lead to a container count: a visit would place four or five. */
  @Test
  void visitServesAllContainersOfAConstraintThatTheNodeSatisfies() {
    SchedulerTestApp other = cluster.submit("root.b");
    other.askConstrained(
        of(1, 1, Set.of("y"), resource(1024, 1), 1, targetIn(NODE, allocationTag("absent"))),
        of(2, 1, Set.of("z"), resource(1024, 1), 40, targetNotIn(NODE, allocationTag("absent"))));
    cluster.nodes().get(0).heartbeat();
    assertThat(other.live()).as("containers of one visit").isEqualTo(40);
  }

  /** The node goes on behind the many in a visit of its own, and serves all that it can there. */
  @Test
  void visitServesAllContainersBehindManyThatTheNodeDoesNotSatisfy() {
    app.askConstrained(
        of(
            UNMET + 1,
            1,
            Set.of("last"),
            resource(1024, 1),
            40,
            targetNotIn(NODE, allocationTag("absent"))));
    for (int i = 0; i < UNMET && app.live() == 0; i++) {
      cluster.nodes().get(0).heartbeat();
    }
    assertThat(app.live()).as("containers of one visit").isEqualTo(40);
  }

  /** Fails if the look for the largest task compares each request with the node. */
  @Test
  void lookForTheLargestTaskEvaluatesFewOfThem() {
    leaveLittleRoom();
    visitOfANodeEvaluatesFewOfThem();
  }

  /** Fails if each look began with the first request: it would never come to the last one. */
  @Test
  void lookForTheLargestTaskComesToEachInTheEnd() {
    leaveLittleRoom();
    app.askConstrained(
        of(
            UNMET + 1,
            1,
            Set.of("last"),
            resource(1024, 1),
            1,
            targetNotIn(NODE, allocationTag("absent"))));
    cluster.rounds(UNMET / 5);
    SchedulerTestApp small = cluster.submit("root.b");
    small.ask(resource(100, 1), 10);
    cluster.rounds(2);
    assertThat(small.live()).as("on nodes that keep room for a larger task").isZero();
    small.ask(resource(100, 1), 0);
  }

  /** Lets 500 MiB be free on each node, which are less than any request is for. */
  private void leaveLittleRoom() {
    reboot(conf().option("node-headroom", "largest-task"));
    cluster.submit("root.b").ask(resource(99_500, 50), 2);
    cluster.rounds(1);
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
