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
package io.github.yarnfair.scheduler.conf;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Finds the queues of a file by full path, or by a short name that only one of them has. */
public final class QueueNames {
  private final Map<String, QueueSpec> byPath = new HashMap<>();
  private final Map<String, List<String>> pathsByName = new HashMap<>();

  QueueNames(QueueSpec root) {
    root.subtree()
        .forEach(
            queue -> {
              byPath.put(queue.path(), queue);
              pathsByName
                  .computeIfAbsent(queue.name(), name -> new ArrayList<>())
                  .add(queue.path());
            });
  }

  /** Returns the queue of a full path, or of a name that only one has, or null if there is none. */
  public @Nullable QueueSpec find(String pathOrName) {
    QueueSpec queue = byPath.get(pathOrName);
    if (queue == null) {
      List<String> paths = pathsOf(pathOrName);
      queue = paths.size() == 1 ? byPath.get(paths.get(0)) : null;
    }
    return queue;
  }

  /** Returns the full paths of all queues that have a short name. */
  public List<String> pathsOf(String name) {
    return pathsByName.getOrDefault(name, List.of());
  }
}
