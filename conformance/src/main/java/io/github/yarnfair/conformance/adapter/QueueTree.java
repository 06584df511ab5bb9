// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.conformance.adapter;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.yarnfair.conformance.json.Field;
import io.github.yarnfair.conformance.json.FormatException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * A queue and those below it. Applications are submitted to queues without children.
 *
 * @param name unique in the tree
 * @param weight above 0
 */
public record QueueTree(String name, double weight, List<QueueTree> queues) {
  /** Reads a queue; its weight is 1 and it has no children unless they are given. */
  public static QueueTree read(Field json) throws FormatException {
    json.only("name", "weight", "queues");
    List<QueueTree> queues = new ArrayList<>();
    if (json.has("queues")) {
      for (Field queue : json.get("queues").elements()) {
        queues.add(read(queue));
      }
    }
    double weight = json.has("weight") ? json.get("weight").positive() : 1;
    return new QueueTree(json.get("name").text(), weight, List.copyOf(queues));
  }

  /** Writes this queue and those below it. */
  void write(ObjectNode json) {
    json.put("name", name).put("weight", weight);
    if (!queues.isEmpty()) {
      var array = json.putArray("queues");
      queues.forEach(queue -> queue.write(array.addObject()));
    }
  }

  /** Visits this queue and those below it in pre-order. */
  public void forEach(Consumer<QueueTree> visitor) {
    visitor.accept(this);
    queues.forEach(queue -> queue.forEach(visitor));
  }
}
