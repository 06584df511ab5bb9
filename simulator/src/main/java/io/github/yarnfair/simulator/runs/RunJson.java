// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.simulator.runs;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.yarnfair.simulator.figures.AloneBaseline;
import io.github.yarnfair.simulator.figures.RunFigures;
import io.github.yarnfair.simulator.figures.RunSession;
import io.github.yarnfair.simulator.run.Times;
import io.github.yarnfair.simulator.run.Workload;
import java.io.PrintWriter;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Results as one JSON document; times are in seconds. */
final class RunJson {
  private RunJson() {}

  static void print(
      PrintWriter out,
      Workload workload,
      List<RunSession.Result> results,
      @Nullable AloneBaseline alone) {
    ObjectNode document = JsonNodeFactory.instance.objectNode();
    document.put("nodes", workload.nodes().size());
    document.put("jobs", workload.jobs().size());
    ArrayNode runs = document.putArray("runs");
    results.forEach(result -> put(runs.addObject(), workload, result, alone));
    out.println(document.toPrettyString());
    out.flush();
  }

  private static void put(
      ObjectNode json, Workload workload, RunSession.Result result, @Nullable AloneBaseline alone) {
    RunFigures figures = result.figures();
    json.put("policy", result.contender().name());
    json.put("nodeChoice", result.contender().nodeChoice());
    json.put("makespan", figures.makespan() / 1_000.0);
    put(json.putObject("waiting"), RunFigures.all(figures.waits()));
    put(json.putObject("completion"), RunFigures.all(figures.completions()));
    ObjectNode inUse = json.putObject("inUse");
    for (int j = 0; j < workload.resources().size(); j++) {
      inUse.put(workload.resources().get(j), figures.inUse(j));
    }
    json.put("distanceFromIdeal", figures.distance());
    json.put("worstDistanceFromIdeal", figures.worstDistance());
    if (alone != null) {
      json.put("jobsWorseThanAlone", alone.worse(figures));
    }
    json.put("started", figures.starts());
    json.put("neverStarted", figures.neverStarted());
    json.put("decisionsPerSecond", result.decisionsPerSecond());
    ObjectNode queues = json.putObject("queues");
    figures
        .waits()
        .forEach(
            (path, waits) -> {
              ObjectNode queue = queues.putObject(path);
              put(queue.putObject("waiting"), waits);
              put(
                  queue.putObject("completion"),
                  figures.completions().getOrDefault(path, new Times()));
            });
  }

  private static void put(ObjectNode json, Times times) {
    json.put("count", times.size());
    json.put("mean", times.mean() / 1_000);
    json.put("percentile50", times.percentile(0.5) / 1_000.0);
    json.put("percentile90", times.percentile(0.9) / 1_000.0);
    json.put("percentile95", times.percentile(0.95) / 1_000.0);
    json.put("percentile99", times.percentile(0.99) / 1_000.0);
  }
}
