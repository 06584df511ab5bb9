// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.simulator.report;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.yarnfair.simulator.report.NodeTimeline.Bar;
import io.github.yarnfair.simulator.run.RunNode;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** A run in the shape that {@code plots.js} draws. Shares are in hundredths of a percent. */
final class Picture {
  private static final double[] QUANTILES = {0.05, 0.25, 0.5, 0.75, 0.95};
  private static final double WHOLE = 10_000;

  private final ObjectNode json = JsonNodeFactory.instance.objectNode();

  /** By path, the position in the picture. */
  private final Map<String, Integer> queues = new HashMap<>();

  Picture(String title, long end) {
    json.put("title", title);
    json.put("origin", 0);
    json.put("end", end);
    json.putArray("facts");
    json.putArray("notes");
  }

  ObjectNode json() {
    return json;
  }

  /** Adds a figure of the whole run. */
  void fact(String name, String value) {
    json.withArray("facts").addArray().add(name).add(value);
  }

  /** Adds the same as a count. */
  void fact(String name, long count) {
    fact(name, String.format(Locale.ROOT, "%,d", count));
  }

  /** Says until when the plots are drawn at first, if that is not the end. */
  void until(long time) {
    json.put("until", time);
  }

  /** Says what was left out. */
  void note(String text) {
    json.withArray("notes").add(text);
  }

  void times(SampledColumns samples) {
    ArrayNode times = json.putArray("times");
    for (int row = 0; row < samples.rows(); row++) {
      times.add(samples.time(row));
    }
  }

  /** Adds queues, each with a column of its usage and one of its ideal share. */
  void queues(List<String> paths, Map<String, int[]> columns, SampledColumns samples) {
    ArrayNode array = json.putArray("queues");
    for (String path : paths) {
      int[] of = columns.getOrDefault(path, new int[0]);
      ObjectNode queue = array.addObject();
      queue.put("path", path);
      queues.put(path, queues.size());
      series(queue.putArray("held"), samples, of[0]);
      series(queue.putArray("ideal"), samples, of[1]);
    }
  }

  /** Adds a resource with the columns of its used and its stranded amounts. */
  void resource(String name, int used, int stranded, SampledColumns samples) {
    ObjectNode resource = json.withArray("resources").addObject();
    resource.put("name", name);
    series(resource.putArray("used"), samples, used);
    series(resource.putArray("stranded"), samples, stranded);
  }

  private static void series(ArrayNode array, SampledColumns samples, int column) {
    for (int row = 0; row < samples.rows(); row++) {
      double value = samples.value(column, row);
      if (Double.isNaN(value)) {
        array.addNull();
      } else {
        array.add((int) Math.round(WHOLE * value));
      }
    }
  }

  void waits(WaitingTimes waits) {
    ArrayNode sizes = json.putArray("sizes");
    JobSizes.NAMES.forEach(sizes::add);
    ArrayNode array = json.putArray("waits");
    queues.forEach(
        (path, index) -> {
          for (int size = 0; size < JobSizes.NAMES.size(); size++) {
            WaitHistogram histogram = waits.of(path, size);
            if (histogram != null) {
              ArrayNode row = array.addArray().add(index).add(size).add(histogram.count());
              for (double quantile : QUANTILES) {
                row.add(histogram.quantile(quantile));
              }
              row.add(histogram.longest());
            }
          }
        });
  }

  /**
   * Adds nodes with the tasks on them.
   *
   * @param firstNode the first of the nodes' columns, which have how many tasks ran
   */
  void nodes(List<RunNode> nodes, List<Bar> bars, int firstNode, SampledColumns samples) {
    ArrayNode array = json.putArray("nodes");
    Map<Integer, Integer> rows = new HashMap<>();
    for (RunNode node : nodes) {
      rows.put(node.index(), rows.size());
      ArrayNode running = array.addObject().put("name", node.name()).putArray("running");
      for (int row = 0; row < samples.rows(); row++) {
        double mean = samples.value(firstNode + rows.size() - 1, row);
        running.add(Double.isNaN(mean) ? 0.0 : Math.round(10 * mean) / 10.0);
      }
    }
    ArrayNode flat = json.putArray("bars");
    for (Bar bar : bars) {
      flat.add(rows.get(bar.node())).add(bar.start()).add(bar.length());
      flat.add(queues.getOrDefault(bar.queue(), 0)).add(bar.preempted() ? 1 : 0);
    }
  }
}
