// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.preemption;

import io.github.yarnfair.core.forecast.StartBook;
import java.util.Collection;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.jspecify.annotations.Nullable;

/** How long containers have lasted since the start. */
@FunctionalInterface
public interface Observations {
  /**
   * Returns how long containers last, those that run now included as cut off at their age; null if
   * nothing is known.
   */
  StartBook.@Nullable Lives<ApplicationId> lives(
      Collection<StartBook.Running<ApplicationId>> running, long now);
}
