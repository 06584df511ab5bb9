// SPDX-License-Identifier: Apache-2.0
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
