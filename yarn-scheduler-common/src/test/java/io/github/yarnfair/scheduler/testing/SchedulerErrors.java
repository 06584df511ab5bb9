// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.testing;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.apache.hadoop.yarn.server.resourcemanager.rmcontainer.RMContainerImpl;
import org.apache.log4j.AppenderSkeleton;
import org.apache.log4j.Level;
import org.apache.log4j.Logger;
import org.apache.log4j.spi.LoggingEvent;

/**
 * Collects what our classes log as errors: a scheduler that survives an exception logs one. And
 * what YARN's state machine of containers does where a scheduler releases a container in a state
 * that has no transition for it; other such events come from the nodes and timers that tests play.
 */
public final class SchedulerErrors extends AppenderSkeleton implements AutoCloseable {
  private static final Logger CONTAINERS = Logger.getLogger(RMContainerImpl.class);
  private static final List<Logger> LOGGERS =
      List.of(Logger.getLogger("io.github.yarnfair"), CONTAINERS);

  private final List<String> messages = new CopyOnWriteArrayList<>();
  private final List<String> warnings = new CopyOnWriteArrayList<>();

  public SchedulerErrors() {
    LOGGERS.forEach(logger -> logger.addAppender(this));
  }

  @Override
  protected void append(LoggingEvent event) {
    if (event.getLoggerName().equals(CONTAINERS.getName())
        && !event.getRenderedMessage().startsWith("Invalid event RELEASED")) {
      return;
    }
    if (event.getLevel().isGreaterOrEqual(Level.ERROR)) {
      String[] trace = event.getThrowableStrRep();
      messages.add(event.getRenderedMessage() + (trace == null ? "" : String.join("\n", trace)));
    } else if (event.getLevel().equals(Level.WARN)) {
      warnings.add(event.getRenderedMessage());
    }
  }

  public void add(String message) {
    messages.add(message);
  }

  public List<String> messages() {
    return List.copyOf(messages);
  }

  public List<String> warnings() {
    return List.copyOf(warnings);
  }

  /** Returns the errors so far and forgets them: the test expected these. */
  public List<String> take() {
    List<String> taken = messages();
    messages.clear();
    return taken;
  }

  @Override
  public void close() {
    LOGGERS.forEach(logger -> logger.removeAppender(this));
  }

  @Override
  public boolean requiresLayout() {
    return false;
  }
}
