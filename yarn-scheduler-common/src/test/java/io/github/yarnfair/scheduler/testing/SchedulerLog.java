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
package io.github.yarnfair.scheduler.testing;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.apache.hadoop.yarn.server.resourcemanager.RMAuditLogger;
import org.apache.log4j.AppenderSkeleton;
import org.apache.log4j.Level;
import org.apache.log4j.Logger;
import org.apache.log4j.spi.LoggingEvent;

/** Keeps all that the scheduler logs, and the ResourceManager's audit log. */
final class SchedulerLog extends AppenderSkeleton implements AutoCloseable {
  private static final List<Logger> LOGGERS =
      List.of(Logger.getLogger("io.github.yarnfair"), Logger.getLogger(RMAuditLogger.class));

  private final List<String> lines = new CopyOnWriteArrayList<>();

  SchedulerLog() {
    for (Logger logger : LOGGERS) {
      logger.setLevel(Level.DEBUG);
      logger.addAppender(this);
    }
  }

  List<String> lines() {
    return List.copyOf(lines);
  }

  @Override
  protected void append(LoggingEvent event) {
    lines.add(event.getRenderedMessage());
  }

  @Override
  public void close() {
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
