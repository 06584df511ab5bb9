// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.testing;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.yarnfair.scheduler.HierarchicalScheduler;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.thirdparty.com.google.common.util.concurrent.SettableFuture;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.api.records.Container;
import org.apache.hadoop.yarn.api.records.Priority;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.api.records.ResourceRequest;
import org.apache.hadoop.yarn.exceptions.YarnException;
import org.apache.hadoop.yarn.server.resourcemanager.MockAM;
import org.apache.hadoop.yarn.server.resourcemanager.MockNM;
import org.apache.hadoop.yarn.server.resourcemanager.MockRM;
import org.apache.hadoop.yarn.server.resourcemanager.MockRMAppSubmissionData;
import org.apache.hadoop.yarn.server.resourcemanager.MockRMAppSubmitter;
import org.apache.hadoop.yarn.server.resourcemanager.recovery.RMStateStore;
import org.apache.hadoop.yarn.server.resourcemanager.rmapp.RMApp;
import org.apache.hadoop.yarn.server.resourcemanager.rmapp.RMAppState;
import org.jspecify.annotations.Nullable;

/** A whole ResourceManager without network: its own clients, nodes and application masters. */
public final class SchedulerRm implements AutoCloseable {
  public final SchedulerErrors errors = new SchedulerErrors();
  public final MockRM rm;

  public SchedulerRm(SchedulerConf conf) {
    this(conf, null);
  }

  public SchedulerRm(SchedulerConf conf, @Nullable RMStateStore store) {
    rm = SchedulerFixture.resourceManager(conf, store, errors);
    rm.start();
  }

  /**
   * Returns a store for one ResourceManager after another. It writes in the dispatcher's thread, so
   * that {@link MockRM#drainEvents} waits for it as well; YARN's own writes in a thread of its own.
   */
  public static RMStateStore store(SchedulerConf conf) {
    RMStateStore store = new CertifiedStateStore();
    store.init(conf.build());
    return store;
  }

  public HierarchicalScheduler scheduler() {
    return (HierarchicalScheduler) rm.getResourceScheduler();
  }

  public MockNM node(String host, Resource capability) throws Exception {
    return rm.registerNode(host + ":1", capability);
  }

  public static MockRMAppSubmissionData.Builder application(MockRM rm, String queue)
      throws Exception {
    return MockRMAppSubmissionData.Builder.createWithResource(SchedulerConf.resource(100, 1), rm)
        .withAppName("test")
        .withUser("alice")
        .withQueue(queue)
        .withUnmanagedAM(false);
  }

  public RMApp submit(String queue) throws Exception {
    return MockRMAppSubmitter.submit(rm, application(rm, queue).build());
  }

  /** Submits to a queue that refuses, and returns what the user is told. */
  public String refusal(String queue) throws Exception {
    RMApp app =
        MockRMAppSubmitter.submit(
            rm, application(rm, queue).withWaitForAppAcceptedState(false).build());
    rm.waitForState(app.getApplicationId(), RMAppState.FAILED);
    rm.drainEvents();
    assertThat(scheduler().getSchedulerApplications()).doesNotContainKey(app.getApplicationId());
    return app.getDiagnostics().toString();
  }

  public RMApp submitAs(String user, String queue) throws Exception {
    return UserGroupInformation.createUserForTesting(user, new String[] {user + "s"})
        .doAs(
            (java.security.PrivilegedExceptionAction<RMApp>)
                () -> MockRMAppSubmitter.submit(rm, application(rm, queue).withUser(user).build()));
  }

  public MockAM launch(RMApp app, MockNM node) throws Exception {
    return MockRM.launchAndRegisterAM(app, rm, node);
  }

  /** Returns the full path of the queue in which the scheduler has an application that lives. */
  public String queueOf(RMApp app) {
    rm.drainEvents();
    assertThat(rm.getRMContext().getRMApps().get(app.getApplicationId()).getState())
        .isNotIn(RMAppState.KILLED, RMAppState.FAILED);
    return scheduler()
        .getSchedulerApplications()
        .get(app.getApplicationId())
        .getQueue()
        .getQueueName();
  }

  /** Asks for containers and waits until they are fetched. */
  public List<Container> obtain(MockAM master, MockNM node, Resource shape, int count)
      throws Exception {
    List<Container> containers =
        new ArrayList<>(ask(master, SchedulerTestApp.anywhere(shape, count, 1)));
    for (int i = 0; i < 20 && containers.size() < count; i++) {
      node.nodeHeartbeat(true);
      rm.drainEvents();
      containers.addAll(ask(master));
    }
    assertThat(containers).hasSize(count);
    return containers;
  }

  public List<Container> ask(MockAM master, ResourceRequest... asks) throws Exception {
    return master.allocate(List.of(asks), List.of()).getAllocatedContainers();
  }

  /** Returns the priority that the application has from now on. */
  public int updatePriority(ApplicationId app, int wanted, UserGroupInformation user)
      throws YarnException {
    return scheduler()
        .updateApplicationPriority(Priority.newInstance(wanted), app, SettableFuture.create(), user)
        .getPriority();
  }

  public Resource held(ApplicationId app) {
    return scheduler()
        .getSchedulerApplications()
        .get(app)
        .getCurrentAppAttempt()
        .getCurrentConsumption();
  }

  public void verify() {
    rm.drainEvents();
    assertThat(errors.messages()).as("errors logged or thrown").isEmpty();
    assertThat(scheduler().readings().audit()).as("audit").isEmpty();
  }

  @Override
  public void close() {
    rm.stop();
    errors.close();
  }
}
