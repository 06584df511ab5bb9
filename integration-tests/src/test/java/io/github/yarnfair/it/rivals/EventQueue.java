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
package io.github.yarnfair.it.rivals;

import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Map;
import java.util.Queue;
import org.apache.hadoop.yarn.event.Dispatcher;
import org.apache.hadoop.yarn.event.Event;
import org.apache.hadoop.yarn.event.EventHandler;

/**
 * A dispatcher without threads: events wait until they are drained, in the order in which they were
 * sent, so that a run repeats itself exactly. Events of types that nobody registered for are
 * dropped.
 */
@SuppressWarnings("rawtypes")
final class EventQueue implements Dispatcher {
  private final Map<Class<? extends Enum>, EventHandler> handlers = new HashMap<>();
  private final Queue<Event> waiting = new ArrayDeque<>();

  @Override
  public EventHandler<Event> getEventHandler() {
    return waiting::add;
  }

  @Override
  public void register(Class<? extends Enum> eventType, EventHandler handler) {
    handlers.put(eventType, handler);
  }

  /** Delivers what waits, and what is sent meanwhile. */
  @SuppressWarnings("unchecked")
  void drain() {
    for (Event event = waiting.poll(); event != null; event = waiting.poll()) {
      EventHandler handler = handlers.get(((Enum) event.getType()).getDeclaringClass());
      if (handler != null) {
        handler.handle(event);
      }
    }
  }
}
