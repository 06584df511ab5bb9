/*
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *     http://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */
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
