// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.minicluster;

import java.util.function.Consumer;
import org.apache.hadoop.yarn.event.AsyncDispatcher;
import org.apache.hadoop.yarn.event.Dispatcher;
import org.apache.hadoop.yarn.event.EventDispatcher;
import org.apache.hadoop.yarn.event.EventHandler;
import org.apache.hadoop.yarn.server.resourcemanager.ResourceManager;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.event.SchedulerEvent;

/**
 * A ResourceManager that hands every exception that leaves the scheduler's {@code handle()} to a
 * listener. A stock one ends the process instead, and with it the test JVM and its report.
 */
final class RecordingResourceManager extends ResourceManager {
  private final Consumer<Throwable> failures;

  RecordingResourceManager(Consumer<Throwable> failures) {
    this.failures = failures;
  }

  /**
   * Lets the time at which this JVM's ResourceManagers began be now, as it is in a new process.
   * From then on YARN waits for nodes before it refuses what none of those that have come can hold.
   */
  static void beginNow() {
    setClusterTimeStamp(System.currentTimeMillis());
  }

  @Override
  protected void doSecureLogin() {
    // The mini cluster runs without Kerberos.
  }

  @Override
  protected EventHandler<SchedulerEvent> createSchedulerEventDispatcher() {
    EventDispatcher<SchedulerEvent> dispatcher =
        new EventDispatcher<>(this::handleRecording, "SchedulerEventDispatcher");
    dispatcher.disableExitOnError();
    return dispatcher;
  }

  @Override
  protected Dispatcher createDispatcher() {
    Dispatcher dispatcher = super.createDispatcher();
    if (dispatcher instanceof AsyncDispatcher async) {
      async.disableExitOnDispatchException();
    }
    return dispatcher;
  }

  private void handleRecording(SchedulerEvent event) {
    try {
      scheduler.handle(event);
    } catch (RuntimeException | Error thrown) {
      failures.accept(thrown);
      throw thrown;
    }
  }
}
