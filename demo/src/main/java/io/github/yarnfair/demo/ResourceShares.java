// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.demo;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * Adds shares of single resources to a picture, which has dominant shares. In the demo the tasks of
 * a leaf queue need one resource besides a little memory: that is its dominant one, and what a
 * queue has of it is the sum over the leaf queues below that need it.
 */
final class ResourceShares {
  private final Map<String, String> needs;

  /**
   * @param needs the resource that each leaf queue's tasks need, by full path
   */
  ResourceShares(Map<String, String> needs) {
    this.needs = needs;
  }

  /**
   * Adds shares of all resources, and which of them, below root, are shown first.
   *
   * @param first a resource
   */
  void addTo(ObjectNode picture, String first) {
    Set<String> resources = new TreeSet<>(needs.values());
    for (JsonNode queue : picture.path("queues")) {
      ObjectNode by = ((ObjectNode) queue).putObject("by");
      for (String resource : resources) {
        ObjectNode share = by.putObject(resource);
        for (String figure : new String[] {"held", "ideal"}) {
          sum(picture, queue.path("path").asText(), resource, figure, share.putArray(figure));
        }
      }
    }
    picture.putObject("opens").put("parent", "root").put("resource", first);
  }

  private void sum(
      ObjectNode picture, String above, String resource, String figure, ArrayNode into) {
    int times = picture.path("times").size();
    for (int t = 0; t < times; t++) {
      int sum = 0;
      for (JsonNode queue : picture.path("queues")) {
        String path = queue.path("path").asText();
        boolean isBelow = (path + ".").startsWith(above + ".");
        if (isBelow && resource.equals(needs.get(path))) {
          sum += queue.path(figure).path(t).asInt();
        }
      }
      into.add(sum);
    }
  }
}
