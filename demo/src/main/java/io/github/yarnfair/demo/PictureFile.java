// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.demo;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.yarnfair.minicluster.TaskDemand;
import io.github.yarnfair.simulator.report.HtmlReport;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Pictures of a demo in one HTML file. They are those of the ResourceManager's page, which has the
 * queues below one parent at a time; here those of all parents are put together.
 */
final class PictureFile {
  private static final int BAR = 5;
  private static final int BAR_QUEUE = 3;

  private final ObjectNode picture;
  private final Set<String> parents = new HashSet<>();
  private final int times;
  private final ArrayNode queues;
  private final ArrayNode waits;
  private final ArrayNode bars;

  private PictureFile(ObjectNode ofRoot, String title) {
    picture = ofRoot.deepCopy();
    picture.put("title", title);
    ofRoot.path("parents").forEach(parent -> parents.add(parent.asText()));
    times = ofRoot.path("times").size();
    queues = picture.putArray("queues");
    queues.add(ofRoot.at("/queues/0"));
    waits = picture.putArray("waits");
    bars = picture.putArray("bars");
  }

  /**
   * Writes the file.
   *
   * @param webAddress of the ResourceManager
   * @param title what was shown
   * @param nodes names of the machines by the addresses at which the ResourceManager knows them
   * @param shares adds shares of single resources
   * @return the file
   */
  static Path write(
      String webAddress,
      String title,
      Map<String, String> nodes,
      ResourceShares shares,
      Path directory)
      throws IOException {
    String address = webAddress + "/ws/v1/cluster/scheduler/history?queue=";
    ObjectMapper mapper = new ObjectMapper();
    List<ObjectNode> views = new ArrayList<>();
    views.add((ObjectNode) mapper.readTree(URI.create(address + "root").toURL()));
    for (JsonNode parent : views.get(0).path("parents")) {
      if (!parent.asText().equals("root")) {
        String queue = URLEncoder.encode(parent.asText(), StandardCharsets.UTF_8);
        views.add((ObjectNode) mapper.readTree(URI.create(address + queue).toURL()));
      }
    }
    ObjectNode picture = together(views, title, nodes);
    // Of the CPUs departments hold 4 : 1, and applications that leave give theirs up.
    shares.addTo(picture, TaskDemand.VCORES);
    return HtmlReport.write(directory, "Report of the demo", List.of(picture));
  }

  /**
   * Returns the picture of several views of one history.
   *
   * @param views the queues below root first; the others may have been asked for later, and then
   *     have more times
   * @param nodes names of the machines by the names in the views
   */
  static ObjectNode together(List<ObjectNode> views, String title, Map<String, String> nodes) {
    PictureFile file = new PictureFile(views.get(0), title);
    views.forEach(file::add);
    for (JsonNode node : file.picture.path("nodes")) {
      String address = node.path("name").asText();
      ((ObjectNode) node).put("name", nodes.getOrDefault(address, address));
    }
    return file.picture;
  }

  /** Adds the queues below the parent of a view, which is its first queue. */
  private void add(ObjectNode view) {
    int before = queues.size() - 1;
    JsonNode shown = view.path("queues");
    for (int i = 1; i < shown.size(); i++) {
      ObjectNode queue = queues.addObject().put("path", shown.get(i).path("path").asText());
      shorten(queue.putArray("held"), shown.get(i).path("held"));
      shorten(queue.putArray("ideal"), shown.get(i).path("ideal"));
    }
    for (JsonNode row : view.path("waits")) {
      if (row.path(0).asInt() > 0) {
        ArrayNode added = waits.addArray().addAll((ArrayNode) row);
        added.set(0, added.numberNode(before + row.path(0).asInt()));
      }
    }
    JsonNode flat = view.path("bars");
    for (int i = 0; i < flat.size(); i += BAR) {
      addBar(flat, i, before, shown);
    }
  }

  /** Each container is in the view of the parent of its leaf queue, and there alone by its leaf. */
  private void addBar(JsonNode flat, int first, int before, JsonNode shown) {
    int queue = flat.get(first + BAR_QUEUE).asInt();
    if (queue > 0 && !parents.contains(shown.path(queue).path("path").asText())) {
      for (int i = 0; i < BAR; i++) {
        int value = flat.get(first + i).asInt();
        bars.add(i == BAR_QUEUE ? before + value : value);
      }
    }
  }

  private void shorten(ArrayNode into, JsonNode values) {
    for (int t = 0; t < times; t++) {
      into.add(values.path(t));
    }
  }
}
