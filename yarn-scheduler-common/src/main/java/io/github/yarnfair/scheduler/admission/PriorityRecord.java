// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.admission;

import org.apache.hadoop.thirdparty.com.google.common.util.concurrent.SettableFuture;
import org.apache.hadoop.yarn.api.records.Priority;
import org.apache.hadoop.yarn.server.resourcemanager.RMContext;
import org.apache.hadoop.yarn.server.resourcemanager.recovery.records.ApplicationStateData;
import org.apache.hadoop.yarn.server.resourcemanager.rmapp.RMApp;

/** An application's priority in the ResourceManager's state store. */
public final class PriorityRecord {
  private PriorityRecord() {}

  /** Writes a new priority to the state store. */
  public static void save(
      RMContext rmContext, RMApp rmApp, Priority priority, SettableFuture<Object> saved) {
    rmApp.getApplicationSubmissionContext().setPriority(priority);
    ApplicationStateData state =
        ApplicationStateData.newInstance(
            rmApp.getSubmitTime(),
            rmApp.getStartTime(),
            rmApp.getApplicationSubmissionContext(),
            rmApp.getUser(),
            rmApp.getRealUser(),
            rmApp.getCallerContext());
    state.setApplicationTimeouts(rmApp.getApplicationTimeouts());
    state.setLaunchTime(rmApp.getLaunchTime());
    rmContext.getStateStore().updateApplicationStateSynchronously(state, false, saved);
  }
}
