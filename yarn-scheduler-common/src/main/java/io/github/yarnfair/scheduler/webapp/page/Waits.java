// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.webapp.page;

import io.github.yarnfair.scheduler.history.ClusterHistory;
import io.github.yarnfair.scheduler.report.GangShare;
import io.github.yarnfair.scheduler.report.QueueSnapshot;
import io.github.yarnfair.scheduler.report.QueueSnapshot.ApplicationShare;
import io.github.yarnfair.scheduler.webapp.table.ResourceColumn;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.server.resourcemanager.rmapp.RMApp;
import org.apache.hadoop.yarn.util.resource.Resources;
import org.jspecify.annotations.Nullable;

/**
 * For how long the applications of a snapshot that have pending requests have received no
 * container.
 */
final class Waits {
  /** Wait where there is no history and the application has containers. */
  static final long UNKNOWN = -1;

  private static final long[] UNITS = {86_400, 3_600, 60, 1};
  private static final String[] NAMES = {"d", "h", "min", "s"};

  private final Map<ApplicationId, RMApp> applications;
  private final @Nullable ClusterHistory history;
  private final long now;
  private final List<Waiting> waiting = new ArrayList<>();
  private final Map<String, Long> byQueue = new HashMap<>();
  private final Map<ApplicationId, Waiting> byId = new HashMap<>();

  /**
   * An application that waits.
   *
   * @param queue full path of its queue
   * @param name its name
   * @param millis for how long, or {@link #UNKNOWN}
   */
  record Waiting(ApplicationShare application, String queue, String name, long millis) {}

  /**
   * @param applications all that the ResourceManager knows
   * @param history null if there is none
   * @param now in milliseconds since 1970
   */
  Waits(
      QueueSnapshot root,
      Map<ApplicationId, RMApp> applications,
      @Nullable ClusterHistory history,
      long now) {
    this.applications = applications;
    this.history = history;
    this.now = now;
    read(root);
    waiting.sort(Comparator.comparingLong(Waiting::millis).reversed());
  }

  private @Nullable Long read(QueueSnapshot queue) {
    Long longest = null;
    for (ApplicationShare application : queue.applications()) {
      RMApp app = applications.get(application.id());
      if (app != null && isWaiting(application)) {
        Waiting each = new Waiting(application, queue.path(), app.getName(), waited(app));
        waiting.add(each);
        byId.put(application.id(), each);
        longest = longer(longest, each.millis());
      }
    }
    for (QueueSnapshot child : queue.children()) {
      longest = longer(longest, read(child));
    }
    if (longest != null) {
      byQueue.put(queue.path(), longest);
    }
    return longest;
  }

  /** The share tree does not know the requests of gangs and of held-back applications. */
  private static boolean isWaiting(ApplicationShare application) {
    GangShare gang = application.gang();
    return application.isHeldBack()
        || !Resources.isNone(application.share().pendingInAll())
        || (gang != null && gang.isAskedFor());
  }

  private static @Nullable Long longer(@Nullable Long a, @Nullable Long b) {
    return a == null ? b : b == null ? a : (Long) Math.max(a, b);
  }

  private long waited(RMApp app) {
    if (history != null) {
      return history.waited(app, now);
    }
    boolean hasStarted =
        app.getCurrentAppAttempt() != null
            && app.getCurrentAppAttempt().getMasterContainer() != null;
    return hasStarted ? UNKNOWN : Math.max(0, now - app.getSubmitTime());
  }

  /** Returns all that wait, the longest first. */
  List<Waiting> longestFirst() {
    return waiting;
  }

  /** Returns the wait of the application that waits longest in a queue or below it, as text. */
  String of(QueueSnapshot queue) {
    return text(byQueue.get(queue.path()));
  }

  /** Returns the wait of an application as text; empty if it does not wait. */
  String of(ApplicationShare application) {
    Waiting found = byId.get(application.id());
    return text(found == null ? null : found.millis());
  }

  /** Returns an application's name. */
  String name(ApplicationShare application) {
    RMApp app = applications.get(application.id());
    return app == null ? application.id().toString() : app.getName();
  }

  /** Writes a wait in its two largest units: {@code 2 h 10 min}. */
  static String text(@Nullable Long millis) {
    if (millis == null || millis == UNKNOWN) {
      return millis == null ? "" : "unknown";
    }
    long seconds = millis / 1000;
    int unit = 0;
    while (unit < UNITS.length - 1 && seconds < UNITS[unit]) {
      unit++;
    }
    String first = "%d %s".formatted(seconds / UNITS[unit], NAMES[unit]);
    long rest = unit + 1 < UNITS.length ? seconds % UNITS[unit] / UNITS[unit + 1] : 0;
    String text =
        rest == 0 ? first : String.format(Locale.ROOT, "%s %d %s", first, rest, NAMES[unit + 1]);
    return text.replace(' ', ResourceColumn.UNBROKEN);
  }
}
