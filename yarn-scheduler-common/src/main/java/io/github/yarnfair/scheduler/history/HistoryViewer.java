// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.history;

import io.github.yarnfair.scheduler.history.HistoryView.Bar;
import io.github.yarnfair.scheduler.history.HistoryView.Node;
import io.github.yarnfair.scheduler.history.HistoryView.Series;
import io.github.yarnfair.scheduler.history.HistoryView.Waits;
import io.github.yarnfair.scheduler.history.NodeBars.NodeLine;
import io.github.yarnfair.scheduler.history.ShareHistory.Row;
import io.github.yarnfair.scheduler.history.StartWaits.StartWait;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Makes a view of the rows of a history. */
final class HistoryViewer {
  private static final double[] QUANTILES = {0.05, 0.25, 0.5, 0.75, 0.95, 1.0};
  private static final int[] SIZE_BOUNDS = {1, 10, 100};

  private final List<Row> rows;
  private final List<List<Row>> groups = new ArrayList<>();
  private final String parent;

  /** By list of paths, of which rows share a few: the position of each path. */
  private final IdentityHashMap<List<String>, Map<String, Integer>> positions =
      new IdentityHashMap<>();

  /** By path, the position in the view. */
  private final Map<String, Integer> shown = new HashMap<>();

  HistoryViewer(List<Row> rows, String parent) {
    this.rows = rows;
    this.parent = parent;
    int step = Math.max(1, -Math.floorDiv(-rows.size(), HistoryView.MOST_TIMES));
    for (int i = 0; i < rows.size(); i += step) {
      groups.add(rows.subList(i, Math.min(rows.size(), i + step)));
    }
    for (Row row : rows) {
      positions.computeIfAbsent(row.paths(), HistoryViewer::positions);
    }
  }

  private static Map<String, Integer> positions(List<String> paths) {
    Map<String, Integer> byPath = new HashMap<>();
    paths.forEach(path -> byPath.put(path, byPath.size()));
    return byPath;
  }

  HistoryView view(List<StartWait> starts, List<NodeLine> nodes, long now) {
    TreeSet<String> parents = new TreeSet<>();
    TreeMap<String, Long> below = new TreeMap<>();
    for (List<String> paths : positions.keySet()) {
      for (String path : paths) {
        String above = above(path);
        if (above != null) {
          parents.add(above);
          if (above.equals(parent)) {
            below.put(path, 0L);
          }
        }
      }
    }
    below.replaceAll((path, none) -> size(path));
    List<String> chosen = new ArrayList<>();
    chosen.add(parent);
    below.entrySet().stream()
        .sorted(Comparator.comparingLong(entry -> -entry.getValue()))
        .limit(HistoryView.MOST_QUEUES)
        .forEach(entry -> chosen.add(entry.getKey()));
    chosen.forEach(path -> shown.put(path, shown.size()));
    return new HistoryView(
        parent,
        List.copyOf(parents),
        groups.stream().map(group -> group.get(0).time()).toList(),
        chosen.stream().map(this::series).toList(),
        below.size() + 1 - chosen.size(),
        resources(Row::used),
        resources(Row::stranded),
        waits(starts),
        nodes.stream().map(this::node).toList(),
        now);
  }

  private static @Nullable String above(String path) {
    int dot = path.lastIndexOf('.');
    return dot < 0 ? null : path.substring(0, dot);
  }

  private @Nullable Integer position(Row row, String path) {
    Map<String, Integer> byPath = positions.get(row.paths());
    return byPath == null ? null : byPath.get(path);
  }

  /** Returns the sum over all samples of the larger of held and ideal. */
  private long size(String path) {
    long sum = 0;
    for (Row row : rows) {
      Integer position = position(row, path);
      sum += position == null ? 0 : Math.max(row.held()[position], row.ideal()[position]);
    }
    return sum;
  }

  private Series series(String path) {
    return new Series(
        path, means(path, Row::held), means(path, Row::ideal), means(path, Row::balance));
  }

  private List<@Nullable Integer> means(String path, Function<Row, short @Nullable []> figures) {
    List<@Nullable Integer> means = new ArrayList<>();
    for (List<Row> group : groups) {
      long sum = 0;
      int count = 0;
      for (Row row : group) {
        Integer position = position(row, path);
        short[] values = figures.apply(row);
        if (position != null && values != null) {
          sum += values[position];
          count++;
        }
      }
      means.add(count == 0 ? null : (int) Math.round((double) sum / count));
    }
    return means;
  }

  private List<List<Integer>> resources(Function<Row, short[]> figures) {
    int types = rows.isEmpty() ? 0 : figures.apply(rows.get(0)).length;
    return IntStream.range(0, types)
        .mapToObj(
            type ->
                groups.stream()
                    .map(
                        group ->
                            (int)
                                Math.round(
                                    group.stream()
                                        .mapToInt(row -> figures.apply(row)[type])
                                        .average()
                                        .orElse(0)))
                    .toList())
        .toList();
  }

  /** Returns the position of a queue, or of the closest one above it; 0 if none is shown. */
  private int closest(String queue) {
    for (String path = queue; path != null; path = above(path)) {
      Integer position = shown.get(path);
      if (position != null) {
        return position;
      }
    }
    return 0;
  }

  private List<Waits> waits(List<StartWait> starts) {
    Map<Integer, Map<Integer, List<Long>>> byQueueAndSize = new TreeMap<>();
    for (StartWait start : starts) {
      int queue = closest(start.queue());
      if (queue > 0 || start.queue().equals(parent)) {
        byQueueAndSize
            .computeIfAbsent(queue, any -> new TreeMap<>())
            .computeIfAbsent(size(start.containers()), any -> new ArrayList<>())
            .add(start.millis());
      }
    }
    List<Waits> waits = new ArrayList<>();
    byQueueAndSize.forEach(
        (queue, bySize) -> bySize.forEach((size, millis) -> waits.add(waits(queue, size, millis))));
    return waits;
  }

  private static Waits waits(int queue, int size, List<Long> millis) {
    List<Long> sorted = millis.stream().sorted().toList();
    List<Long> quantiles = new ArrayList<>();
    for (double quantile : QUANTILES) {
      int rank = (int) Math.ceil(quantile * sorted.size());
      quantiles.add(sorted.get(Math.max(0, rank - 1)));
    }
    return new Waits(queue, size, sorted.size(), quantiles);
  }

  private static int size(int containers) {
    int size = 0;
    while (size < SIZE_BOUNDS.length && containers > SIZE_BOUNDS[size]) {
      size++;
    }
    return size;
  }

  private Node node(NodeLine line) {
    List<Double> running =
        groups.stream()
            .map(
                group ->
                    group.stream()
                        .mapToInt(row -> line.running().getOrDefault(row.time(), 0))
                        .average()
                        .orElse(0))
            .toList();
    return new Node(
        line.name(),
        running,
        line.bars().stream()
            .map(bar -> new Bar(closest(bar.queue()), bar.start(), bar.length(), bar.preempted()))
            .toList());
  }
}
