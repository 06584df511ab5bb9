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
package io.github.yarnfair.benchmarks.rm;

import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.yarn.api.records.Container;

/** The containers that run, any of which may end next. */
final class RunningContainers {
  private final List<Container> containers = new ArrayList<>();

  int size() {
    return containers.size();
  }

  void add(Container container) {
    containers.add(container);
  }

  /** Removes and returns one; which ones follow it in order is not kept. */
  Container remove(int index) {
    Container last = containers.remove(containers.size() - 1);
    return index == containers.size() ? last : containers.set(index, last);
  }

  void clear() {
    containers.clear();
  }

  /** Returns all, not a copy. */
  List<Container> all() {
    return containers;
  }
}
