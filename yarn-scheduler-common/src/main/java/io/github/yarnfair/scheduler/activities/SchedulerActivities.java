// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.activities;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.server.resourcemanager.RMContext;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.activities.ActivitiesManager;
import org.apache.hadoop.yarn.server.resourcemanager.webapp.RMWSConsts.ActivitiesGroupBy;
import org.apache.hadoop.yarn.server.resourcemanager.webapp.dao.ActivitiesInfo;
import org.apache.hadoop.yarn.util.SystemClock;

/**
 * YARN's activities, which also knows whether anything is to be recorded at all: one read of a
 * volatile field for each heartbeat. It starts YARN's thread that removes old activities when it is
 * asked for the first time. Any thread.
 */
public final class SchedulerActivities extends ActivitiesManager {
  /** A node that does not report in this time is not waited for any longer. */
  private static final long NODE_MILLIS = 60_000;

  private static final long NOT_ASKED = 0;

  /** Until when to record, in milliseconds of the system's clock. */
  private volatile long until = NOT_ASKED;

  /** Until when to record what becomes of an application. */
  private final Map<ApplicationId, Long> applications = new ConcurrentHashMap<>();

  public SchedulerActivities(RMContext context) {
    super(context);
  }

  /** Returns whether the next heartbeat may have to be recorded. */
  public boolean areAskedFor() {
    long end = until;
    if (end == NOT_ASKED) {
      return false;
    }
    if (now() < end) {
      return true;
    }
    applications.values().removeIf(each -> each <= now());
    return false;
  }

  /** Returns the applications to record. */
  Set<ApplicationId> applications() {
    applications.values().removeIf(each -> each <= now());
    return applications.keySet();
  }

  @Override
  public void recordNextNodeUpdateActivities(String nodeId) {
    super.recordNextNodeUpdateActivities(nodeId);
    ask(now() + NODE_MILLIS);
  }

  @Override
  public List<ActivitiesInfo> recordAndGetBulkActivitiesInfo(int count, ActivitiesGroupBy groupBy)
      throws InterruptedException {
    ask(Long.MAX_VALUE);
    try {
      return super.recordAndGetBulkActivitiesInfo(count, groupBy);
    } finally {
      until = now() + NODE_MILLIS;
    }
  }

  @Override
  public void turnOnAppActivitiesRecording(ApplicationId application, double seconds) {
    super.turnOnAppActivitiesRecording(application, seconds);
    long end = now() + (long) (seconds * 1000);
    applications.put(application, end);
    ask(end);
  }

  private synchronized void ask(long end) {
    if (isInState(STATE.INITED)) {
      start();
    }
    until = Math.max(until, end);
  }

  private static long now() {
    return SystemClock.getInstance().getTime();
  }
}
