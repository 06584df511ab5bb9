// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.webapp.page;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.yarnfair.scheduler.history.HistoryView;
import io.github.yarnfair.scheduler.webapp.table.ResourceColumn;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The history as JSON, in the shape that {@code plots.js} draws and {@code docs/pictures.md}
 * describes: fractions in hundredths of a percent, times in milliseconds after {@code origin}.
 */
public final class HistoryJson {
  private final HistoryView view;
  private final long origin;
  private final ObjectNode json = JsonNodeFactory.instance.objectNode();

  private HistoryJson(HistoryView view) {
    this.view = view;
    origin = view.times().isEmpty() ? view.end() : view.times().get(0);
  }

  /**
   * Writes a view.
   *
   * @param title what is shown
   * @param resources the resource types
   */
  public static String write(HistoryView view, String title, List<ResourceColumn> resources) {
    HistoryJson history = new HistoryJson(view);
    history.json.put("title", title);
    history.add(resources);
    return history.json.toString();
  }

  private void add(List<ResourceColumn> resources) {
    json.put("origin", origin);
    json.put("end", view.end() - origin);
    json.put("parent", view.parent());
    ArrayNode parents = json.putArray("parents");
    view.parents().forEach(parents::add);
    json.putArray("facts");
    ArrayNode notes = json.putArray("notes");
    if (view.omitted() > 0) {
      notes.add(
          "The "
              + HistoryView.MOST_QUEUES
              + " largest queues are shown, "
              + view.omitted()
              + " are not.");
    }
    ArrayNode times = json.putArray("times");
    view.times().forEach(time -> times.add(time - origin));
    ArrayNode queues = json.putArray("queues");
    for (HistoryView.Series series : view.queues()) {
      ObjectNode queue = queues.addObject().put("path", series.path());
      add(queue.putArray("held"), series.held());
      add(queue.putArray("ideal"), series.ideal());
      if (series.hasBalance()) {
        add(queue.putArray("balance"), series.balance());
      }
    }
    ArrayNode used = json.putArray("resources");
    for (int j = 0; j < view.used().size(); j++) {
      ObjectNode resource = used.addObject().put("name", resources.get(j).title());
      add(resource.putArray("used"), view.used().get(j));
      add(resource.putArray("stranded"), view.stranded().get(j));
    }
    addWaits();
    addNodes();
  }

  private void addWaits() {
    ArrayNode sizes = json.putArray("sizes");
    HistoryView.SIZES.forEach(sizes::add);
    ArrayNode waits = json.putArray("waits");
    for (HistoryView.Waits each : view.waits()) {
      ArrayNode row = waits.addArray().add(each.queue()).add(each.size()).add(each.count());
      each.quantiles().forEach(row::add);
    }
  }

  private void addNodes() {
    ArrayNode nodes = json.putArray("nodes");
    ArrayNode bars = json.putArray("bars");
    for (int n = 0; n < view.nodes().size(); n++) {
      ArrayNode running =
          nodes.addObject().put("name", view.nodes().get(n).name()).putArray("running");
      view.nodes().get(n).running().forEach(mean -> running.add(Math.round(10 * mean) / 10.0));
      for (HistoryView.Bar bar : view.nodes().get(n).bars()) {
        // What began before the history is shown from there on.
        long start = Math.max(0, bar.start() - origin);
        long end = bar.start() + bar.length() - origin;
        bars.add(n).add(start).add(Math.max(0, end - start)).add(bar.queue());
        bars.add(bar.preempted() ? 1 : 0);
      }
    }
  }

  private static void add(ArrayNode array, List<@Nullable Integer> values) {
    for (Integer value : values) {
      if (value == null) {
        array.addNull();
      } else {
        array.add(value.intValue());
      }
    }
  }
}
