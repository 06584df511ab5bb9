// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler;

import static io.github.yarnfair.scheduler.testing.SchedulerConf.resource;
import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.when;

import io.github.yarnfair.scheduler.master.PreemptionNotice;
import io.github.yarnfair.scheduler.testing.FlatScheduler;
import io.github.yarnfair.scheduler.testing.SchedulerConf;
import io.github.yarnfair.scheduler.testing.SchedulerRm;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.yarn.api.records.Container;
import org.apache.hadoop.yarn.api.records.ContainerId;
import org.apache.hadoop.yarn.api.records.PreemptionContainer;
import org.apache.hadoop.yarn.api.records.PreemptionContract;
import org.apache.hadoop.yarn.api.records.PreemptionMessage;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.api.records.ResourceRequest;
import org.apache.hadoop.yarn.server.resourcemanager.MockAM;
import org.apache.hadoop.yarn.server.resourcemanager.MockNM;
import org.apache.hadoop.yarn.server.resourcemanager.rmcontainer.RMContainer;
import org.apache.hadoop.yarn.server.utils.BuilderUtils;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What application masters are told of preemption, in the answers of the ResourceManager. */
class PreemptionNoticeTest {
  private static final String KEY = "yarn.resourcemanager.monitor.capacity.preemption.";
  private static final int WAIT_MS = 15_000;

  private final PreemptionMonitor monitor = new PreemptionMonitor();
  private long now = 1_000_000;
  private SchedulerRm cluster;
  private MockNM node;
  private MockAM master;
  private List<Container> tasks;

  /** Queue a holds ten vcores of ten: its master's, five of one-core tasks and four of two. */
  @BeforeEach
  void fill() throws Exception {
    SchedulerConf conf =
        SchedulerConf.of(FlatScheduler.class)
            .queues("root", "a,b")
            .set("root.a.capacity", "1w")
            .set("root.b.capacity", "1w")
            .set("maximum-am-resource-percent", 1)
            .yarn(KEY + "max_wait_before_kill", WAIT_MS)
            .yarn(KEY + "max_ignored_over_capacity", 0)
            .yarn(KEY + "natural_termination_factor", 1)
            .yarn(KEY + "total_preemption_per_round", 1);
    cluster = new SchedulerRm(conf);
    cluster.scheduler().setClock(() -> now);
    monitor.init(conf.build(), cluster.rm.getRMContext(), cluster.scheduler());
    node = cluster.node("n1", resource(1000, 10));
    master = cluster.launch(cluster.submit("root.a"), node);
    tasks = new ArrayList<>(cluster.obtain(master, node, resource(100, 1), 5));
    tasks.addAll(cluster.obtain(master, node, resource(100, 2), 2));
  }

  @AfterEach
  void close() {
    try (SchedulerRm closing = cluster) {
      closing.verify();
    }
  }

  private @Nullable PreemptionMessage message() throws Exception {
    return master.allocate(List.<ResourceRequest>of(), List.of()).getPreemptionMessage();
  }

  @Test
  void masterGetsNoNoticeIfNoContainerIsPreempted() throws Exception {
    assertThat(message()).isNull();
  }

  /** The contract names victims and how much they are; a strict one would leave no choice. */
  @Test
  void masterIsAskedForResourcesBeforeTheWaitIsOver() throws Exception {
    cluster.submit("root.b");
    monitor.editSchedule();
    PreemptionMessage message = message();
    assertThat(message).isNotNull();
    assertThat(message.getStrictContract()).isNull();
    PreemptionContract contract = message.getContract();
    Resource named = resource(0, 0);
    for (PreemptionContainer victim : contract.getContainers()) {
      add(named, cluster.scheduler().getRMContainer(victim.getId()).getAllocatedResource(), 1);
    }
    Resource wanted = resource(0, 0);
    contract
        .getResourceRequest()
        .forEach(
            each ->
                add(
                    wanted,
                    each.getResourceRequest().getCapability(),
                    each.getResourceRequest().getNumContainers()));
    assertThat(contract.getContainers()).isNotEmpty();
    assertThat(wanted).isEqualTo(named);
    assertThat(message().getContract()).as("until it is spared or ends").isEqualTo(contract);
  }

  private static void add(Resource sum, Resource each, int count) {
    sum.setMemorySize(sum.getMemorySize() + count * each.getMemorySize());
    sum.setVirtualCores(sum.getVirtualCores() + count * each.getVirtualCores());
  }

  @Test
  void masterThatGivesBackOtherContainersKeepsThoseThatWereChosen() throws Exception {
    cluster.submit("root.b");
    monitor.editSchedule();
    List<ContainerId> chosen =
        message().getContract().getContainers().stream().map(PreemptionContainer::getId).toList();
    List<ContainerId> others =
        tasks.stream()
            .filter(task -> task.getResource().getVirtualCores() == 1)
            .map(Container::getId)
            .filter(id -> !chosen.contains(id))
            .limit(2)
            .toList();
    master.allocate(List.<ResourceRequest>of(), others);
    node.nodeHeartbeat(true);
    cluster.rm.drainEvents();
    now += WAIT_MS;
    monitor.editSchedule();
    assertThat(message()).isNull();
    assertThat(chosen).allMatch(id -> cluster.scheduler().getRMContainer(id) != null);
  }

  @Test
  void strictContractReplacesTheNegotiableOneOfAContainer() {
    PreemptionNotice notice = new PreemptionNotice();
    RMContainer first = container(1, resource(100, 1));
    RMContainer second = container(2, resource(100, 1));
    RMContainer third = container(3, resource(200, 2));
    List.of(first, second, third).forEach(notice::ask);
    assertThat(notice.strict()).isNull();
    assertThat(PreemptionNotice.requests(notice.negotiable()))
        .extracting(each -> each.getNumContainers() + " x " + each.getCapability())
        .containsExactly(
            "2 x " + resource(100, 1).toString(), "1 x " + resource(200, 2).toString());
    notice.insist(first);
    assertThat(notice.strict()).containsExactly(first.getContainerId());
    assertThat(notice.negotiable())
        .containsOnlyKeys(second.getContainerId(), third.getContainerId());
    List.of(first, second, third).forEach(each -> notice.withdraw(each.getContainerId()));
    assertThat(notice.strict()).isNull();
    assertThat(PreemptionNotice.requests(notice.negotiable())).isEmpty();
  }

  private RMContainer container(long id, Resource size) {
    RMContainer container = mock(RMContainer.class);
    ContainerId name =
        ContainerId.newContainerId(
            BuilderUtils.newApplicationAttemptId(BuilderUtils.newApplicationId(1, 1), 1), id);
    when(container.getContainerId()).thenReturn(name);
    Container granted = Container.newInstance(name, null, null, size, null, null);
    when(container.getContainer()).thenReturn(granted);
    return container;
  }
}
