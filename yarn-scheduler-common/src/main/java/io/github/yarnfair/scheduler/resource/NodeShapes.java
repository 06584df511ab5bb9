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
package io.github.yarnfair.scheduler.resource;

import io.github.yarnfair.core.Amounts;
import java.nio.LongBuffer;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * The distinct total resources of the registered nodes, and how many nodes have each: enough to
 * tell whether any node could ever hold a request, in O(distinct totals), not O(nodes).
 */
public final class NodeShapes {
  /** A buffer, because it compares by content, which an array does not. */
  private final Map<LongBuffer, Integer> nodes = new LinkedHashMap<>();

  private long changes;

  /** Counts a node; returns true if it is the first of its kind. */
  public boolean add(long[] total) {
    boolean isNew = nodes.merge(LongBuffer.wrap(total), 1, Integer::sum) == 1;
    changes += isNew ? 1 : 0;
    return isNew;
  }

  /** Removes a node. */
  public void remove(long[] total) {
    int kinds = nodes.size();
    nodes.computeIfPresent(LongBuffer.wrap(total), (s, count) -> count == 1 ? null : count - 1);
    changes += kinds - nodes.size();
  }

  /** Returns the number of times that a distinct total was added or removed. */
  public long changes() {
    return changes;
  }

  /** Returns the distinct totals. */
  public List<long[]> totals() {
    return nodes.keySet().stream().map(LongBuffer::array).toList();
  }

  public boolean isEmpty() {
    return nodes.isEmpty();
  }

  /** Returns whether some node is large enough, were it empty. */
  public boolean canHold(long[] vector) {
    for (LongBuffer shape : nodes.keySet()) {
      if (Amounts.fits(vector, shape.array())) {
        return true;
      }
    }
    return false;
  }

  /** Names each kind of node for a person: {@code 2 x <memory:8192, vCores:4>}. */
  public String describe(ResourceVectors vectors) {
    return nodes.entrySet().stream()
        .map(e -> e.getValue() + " x " + vectors.toResource(e.getKey().array()))
        .collect(Collectors.joining(", "));
  }
}
