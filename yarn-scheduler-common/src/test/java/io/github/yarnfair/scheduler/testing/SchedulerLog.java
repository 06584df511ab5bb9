// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.testing;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.apache.hadoop.yarn.server.resourcemanager.RMAuditLogger;
import org.apache.log4j.AppenderSkeleton;
import org.apache.log4j.Level;
import org.apache.log4j.Logger;
import org.apache.log4j.spi.LoggingEvent;

/** Keeps all that the scheduler logs, and the ResourceManager's audit log. */
public final class SchedulerLog extends AppenderSkeleton implements AutoCloseable {
  private static final List<Logger> LOGGERS =
      List.of(Logger.getLogger("io.github.yarnfair"), Logger.getLogger(RMAuditLogger.class));

  private final List<String> lines = new CopyOnWriteArrayList<>();

  public SchedulerLog() {
    for (Logger logger : LOGGERS) {
      logger.setLevel(Level.DEBUG);
      logger.addAppender(this);
    }
  }

  public List<String> lines() {
    return List.copyOf(lines);
  }

  @Override
  protected void append(LoggingEvent event) {
    lines.add(event.getRenderedMessage());
  }

  /** Does nothing the second time: log4j closes an appender again when it is finalized. */
  @Override
  public void close() {
    if (closed) {
      return;
    }
    closed = true;
    for (Logger logger : LOGGERS) {
      logger.setLevel(null);
      logger.removeAppender(this);
    }
  }

  @Override
  public boolean requiresLayout() {
    return false;
  }
}
