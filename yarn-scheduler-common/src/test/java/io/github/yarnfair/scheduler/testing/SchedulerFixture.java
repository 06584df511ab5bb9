// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.testing;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.yarnfair.scheduler.HierarchicalScheduler;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import org.apache.hadoop.yarn.api.records.NodeId;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.event.AbstractEvent;
import org.apache.hadoop.yarn.event.Dispatcher;
import org.apache.hadoop.yarn.event.EventHandler;
import org.apache.hadoop.yarn.server.resourcemanager.MockRM;
import org.apache.hadoop.yarn.server.resourcemanager.recovery.RMStateStore;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.QueueMetrics;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.event.SchedulerEvent;
import org.apache.hadoop.yarn.util.resource.Resources;
import org.apache.log4j.Level;
import org.apache.log4j.Logger;
import org.jspecify.annotations.Nullable;

/**
 * A scheduler in a ResourceManager without network, with simulated nodes and application masters
 * that talk to it directly, in the test's own thread: what happens is what the test says, in that
 * order.
 *
 * <p>{@link #verify} is the test's last word: nothing may have left {@code handle()}, nothing may
 * have been survived by logging an error, and the books must agree with the containers.
 */
public final class SchedulerFixture implements AutoCloseable {
  public final SchedulerErrors errors = new SchedulerErrors();
  public final MockRM rm;
  public final HierarchicalScheduler scheduler;

  private final LockWatch lockWatch;
  private final Map<NodeId, SchedulerTestNode> nodes = new LinkedHashMap<>();
  private final List<SchedulerTestApp> apps = new ArrayList<>();
  private int lastApp;

  public SchedulerFixture(SchedulerConf conf) {
    rm = resourceManager(conf, null, errors);
    rm.start();
    scheduler = (HierarchicalScheduler) rm.getResourceScheduler();
    lockWatch = new LockWatch(scheduler, errors);
  }

  /** Makes a ResourceManager, not started yet, that reports what leaves the scheduler. */
  public static MockRM resourceManager(
      SchedulerConf conf, @Nullable RMStateStore store, SchedulerErrors errors) {
    RMStateStore states = store == null ? SchedulerRm.store(conf) : store;
    // The stand-in for the manager of node labels switches them on.
    MockRM rm =
        new MockRM(conf.build(), states, !conf.hasLabelsOff(), false) {
          @Override
          protected EventHandler<SchedulerEvent> createSchedulerEventDispatcher() {
            return event -> {
              try {
                scheduler.handle(event);
              } catch (RuntimeException | Error e) {
                errors.add("left handle(" + event.getType() + "): " + e);
              }
            };
          }
        };
    Logger.getRootLogger().setLevel(Level.WARN);
    return rm;
  }

  /** Sends an event as the ResourceManager does, whose process would end with an exception. */
  public void send(SchedulerEvent event) {
    // A refresh replaces the share tree: the one of any application's queue is in force.
    apps.stream()
        .map(SchedulerTestApp::attempt)
        .filter(Objects::nonNull)
        .findFirst()
        .ifPresent(app -> lockWatch.watch(app.queue().ledger().tree()));
    scheduler.handle(event);
  }

  public SchedulerTestNode addNode(String host, Resource capability) {
    return addNode(new SchedulerTestNode(this, host, 1, capability));
  }

  public SchedulerTestNode addNode(SchedulerTestNode node) {
    nodes.put(node.id(), node);
    node.register();
    return node;
  }

  public void forget(SchedulerTestNode node) {
    nodes.remove(node.id());
  }

  public @Nullable SchedulerTestNode node(NodeId id) {
    return nodes.get(id);
  }

  public List<SchedulerTestNode> nodes() {
    return List.copyOf(nodes.values());
  }

  public List<SchedulerTestApp> apps() {
    return List.copyOf(apps);
  }

  public void forget(SchedulerTestApp app) {
    apps.remove(app);
  }

  /** Submits an application and starts its first attempt, which asks for nothing yet. */
  public SchedulerTestApp submit(String queue) {
    return submit(queue, 0);
  }

  public SchedulerTestApp submit(String queue, int priority) {
    return submit(queue, "user" + (lastApp + 1) % 3, priority);
  }

  /** Submits an application of a user. */
  public SchedulerTestApp submitAs(String user, String queue) {
    return submit(queue, user, 0);
  }

  /** Submits an application with a tag. */
  public SchedulerTestApp submitTagged(String queue, String tag) {
    return submit(queue, "user" + (lastApp + 1) % 3, 0, Set.of(tag));
  }

  /** Submits an application of a user with a tag. */
  public SchedulerTestApp submitTagged(String queue, String tag, String user) {
    return submit(queue, user, 0, Set.of(tag));
  }

  private SchedulerTestApp submit(String queue, String user, int priority) {
    return submit(queue, user, priority, Set.of());
  }

  private SchedulerTestApp submit(String queue, String user, int priority, Set<String> tags) {
    SchedulerTestApp app = new SchedulerTestApp(this, ++lastApp, queue, user, priority);
    app.tagged(tags);
    apps.add(app);
    app.addApplication();
    app.addAttempt(false);
    return app;
  }

  /** Lets every node report once and every application master call once. */
  public void round() {
    nodes().forEach(SchedulerTestNode::heartbeat);
    apps().forEach(SchedulerTestApp::heartbeat);
  }

  public void rounds(int count) {
    for (int i = 0; i < count; i++) {
      round();
    }
  }

  /** Lets preemption look only when the test says, by a monitor of the test's own. */
  public void endBackgroundLooks() {
    BackgroundLooks.end(scheduler);
  }

  /** Waits until the ResourceManager has handled what it was told in the background. */
  public void settle() {
    rm.drainEvents();
  }

  /**
   * Lets all that the ResourceManager is told in the background from now on wait until the latch is
   * counted down. Once in a fixture's life.
   */
  public CountDownLatch holdBackground() {
    CountDownLatch released = new CountDownLatch(1);
    Dispatcher dispatcher = rm.getRMContext().getDispatcher();
    dispatcher.register(
        Hold.class,
        event -> {
          try {
            released.await();
          } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
          }
        });
    dispatcher.getEventHandler().handle(new AbstractEvent<>(Hold.UNTIL_RELEASED) {});
    return released;
  }

  private enum Hold {
    UNTIL_RELEASED
  }

  /** Returns what the applications of a queue and below hold, by their live containers. */
  public Resource held(String queue) {
    Resource held = SchedulerConf.resource(0, 0);
    for (SchedulerTestApp app : apps) {
      if (app.queue().equals(queue) || app.queue().startsWith(queue + ".")) {
        Resources.addTo(held, app.held());
      }
    }
    return held;
  }

  /** Fails unless the books are right and nothing was thrown, not even caught. */
  public void verify() {
    settle();
    assertThat(errors.messages()).as("errors logged or thrown").isEmpty();
    assertThat(scheduler.readings().audit()).as("audit").isEmpty();
  }

  /** Ends every application, removes every node, and fails unless nothing is left of them. */
  public void drainAndVerify(String... queues) {
    verify();
    for (SchedulerTestApp app : apps()) {
      app.finish();
    }
    settle();
    nodes().forEach(SchedulerTestNode::heartbeat);
    settle();
    nodes().forEach(SchedulerTestNode::assertIdle);
    for (String queue : queues) {
      assertMetricsAreZero(queue);
    }
    verify();
    nodes().forEach(SchedulerTestNode::remove);
    verify();
    assertThat(scheduler.getClusterResource()).isEqualTo(SchedulerConf.resource(0, 0));
    assertThat(scheduler.getSchedulerApplications()).isEmpty();
  }

  private void assertMetricsAreZero(String queue) {
    QueueMetrics metrics = metrics(queue);
    long[] actual = {
      metrics.getAllocatedMB(),
      metrics.getAllocatedVirtualCores(),
      metrics.getAllocatedContainers(),
      metrics.getPendingMB(),
      metrics.getPendingVirtualCores(),
      metrics.getPendingContainers(),
      metrics.getAppsRunning(),
      metrics.getAppsPending(),
      metrics.getReservedMB(),
      metrics.getAllocatedResources().getResourceValue(SchedulerConf.GPU),
      metrics.getPendingResources().getResourceValue(SchedulerConf.GPU),
      metrics.getAllocatedResources().getResourceValue(SchedulerConf.MIC),
      metrics.getPendingResources().getResourceValue(SchedulerConf.MIC)
    };
    assertThat(actual)
        .as(
            "metrics of %s: allocated MB, vcores, containers; pending MB, vcores, containers; apps"
                + " running, pending; reserved MB; GPUs allocated, pending; MICs: %s",
            queue, Arrays.toString(actual))
        .containsOnly(0);
  }

  public QueueMetrics metrics(String queue) {
    QueueMetrics metrics = QueueMetrics.getQueueMetrics().get(queue);
    assertThat(metrics).as("metrics of " + queue).isNotNull();
    return metrics;
  }

  @Override
  public void close() {
    rm.stop();
    errors.close();
  }
}
