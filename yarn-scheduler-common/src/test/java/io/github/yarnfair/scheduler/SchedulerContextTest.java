// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler;

import static io.github.yarnfair.scheduler.testing.SchedulerConf.resource;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.mockito.Mockito.doReturn;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.spy;
import static org.mockito.Mockito.when;

import io.github.yarnfair.scheduler.testing.NaiveScheduler;
import io.github.yarnfair.scheduler.testing.SchedulerConf;
import io.github.yarnfair.scheduler.testing.SchedulerFixture;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.service.Service;
import org.apache.hadoop.yarn.api.records.NodeId;
import org.apache.hadoop.yarn.api.records.NodeState;
import org.apache.hadoop.yarn.event.Dispatcher;
import org.apache.hadoop.yarn.event.Event;
import org.apache.hadoop.yarn.event.EventHandler;
import org.apache.hadoop.yarn.server.resourcemanager.RMContext;
import org.apache.hadoop.yarn.server.resourcemanager.RMContextImpl;
import org.apache.hadoop.yarn.server.resourcemanager.rmnode.RMNode;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.event.NodeAddedSchedulerEvent;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A context without all services of a ResourceManager, or another one after the start. */
class SchedulerContextTest {
  private final List<Event<?>> sent = new ArrayList<>();
  private SchedulerConf conf;
  private SchedulerFixture cluster;

  @BeforeEach
  void boot() {
    conf = SchedulerConf.of(NaiveScheduler.class).queues("root", "a").set("root.a.capacity", 100);
    cluster = new SchedulerFixture(conf);
  }

  @AfterEach
  void close() {
    cluster.close();
  }

  @Test
  void startsWithoutAConfigurationInTheContext() {
    RMContext given = cluster.rm.getRMContext();
    RMContextImpl context = new RMContextImpl();
    context.setYarnConfiguration(null);
    context.setConfigurationProvider(given.getConfigurationProvider());
    context.setNodeLabelManager(given.getNodeLabelManager());
    context.setQueuePlacementManager(given.getQueuePlacementManager());
    NaiveScheduler scheduler = new NaiveScheduler();
    scheduler.setConf(conf.build());
    scheduler.setRMContext(context);
    scheduler.init(conf.build());
    scheduler.start();
    try {
      assertThat(scheduler.getServiceState()).isEqualTo(Service.STATE.STARTED);
    } finally {
      scheduler.stop();
    }
  }

  @Test
  void rootHasNoMetricsUntilTheQueuesHaveBeenRead() {
    NaiveScheduler scheduler = new NaiveScheduler();
    assertThat(scheduler.getRootQueueMetrics()).isNull();
    Configuration refused = conf.copy().set("root.a.capacity", -1).build();
    scheduler.setConf(refused);
    scheduler.setRMContext(cluster.rm.getRMContext());
    assertThatThrownBy(() -> scheduler.init(refused)).hasMessageContaining("root.a.capacity");
    assertThat(scheduler.getRootQueueMetrics()).isNull();
  }

  @Test
  void nodeRegistersWithoutAManagerOfNodeAttributes() {
    RMContext context = spy(cluster.rm.getRMContext());
    doReturn(null).when(context).getNodeAttributesManager();
    cluster.scheduler.setRMContext(context);
    RMNode node = mock(RMNode.class);
    when(node.getNodeID()).thenReturn(NodeId.newInstance("n1", 1));
    when(node.getState()).thenReturn(NodeState.RUNNING);
    when(node.getTotalCapability()).thenReturn(resource(4000, 4));
    when(node.getRackName()).thenReturn("/rack1");
    when(node.getNodeLabels()).thenReturn(Set.of());
    when(node.getAllNodeAttributes()).thenThrow(new NullPointerException("no manager"));
    cluster.send(new NodeAddedSchedulerEvent(node));
    assertThat(cluster.scheduler.getClusterResource()).isEqualTo(resource(4000, 4));
    cluster.verify();
  }

  @Test
  void eventsGoToTheDispatcherOfTheContextThatWasSetLast() {
    RMContext context = spy(cluster.rm.getRMContext());
    Dispatcher dispatcher = mock(Dispatcher.class);
    @SuppressWarnings("rawtypes")
    EventHandler<Event> collector = event -> sent.add(event);
    when(dispatcher.getEventHandler()).thenReturn(collector);
    doReturn(dispatcher).when(context).getDispatcher();
    cluster.scheduler.setRMContext(context);
    cluster.submit("root.a");
    assertThat(sent)
        .extracting(event -> event.getType().toString())
        .containsExactly("APP_ACCEPTED", "ATTEMPT_ADDED");
  }
}
