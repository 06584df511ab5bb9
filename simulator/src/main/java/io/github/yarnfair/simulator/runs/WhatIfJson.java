// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.simulator.runs;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.yarnfair.simulator.figures.JobOutcomes;
import io.github.yarnfair.simulator.figures.JobOutcomes.JobOutcome;
import io.github.yarnfair.simulator.figures.RunFigures;
import io.github.yarnfair.simulator.figures.SupposedRun;
import io.github.yarnfair.simulator.figures.SupposedRun.Half;
import io.github.yarnfair.simulator.figures.SupposedRun.Pair;
import io.github.yarnfair.simulator.run.Times;
import java.io.PrintWriter;
import org.jspecify.annotations.Nullable;

/**
 * Two runs of the same jobs as one JSON document. Times are in seconds from the start of the run; a
 * time that never comes is absent.
 */
final class WhatIfJson {
  private WhatIfJson() {}

  static void print(PrintWriter out, SupposedRun run) {
    ObjectNode document = JsonNodeFactory.instance.objectNode();
    put(document.putObject("before"), run.before());
    put(document.putObject("after"), run.after());
    ArrayNode jobs = document.putArray("jobs");
    for (Pair pair : run.jobs()) {
      ObjectNode job = jobs.addObject();
      job.put("id", pair.before().job().id());
      job.put("submitted", pair.before().job().submitMillis() / 1_000.0);
      put(job.putObject("before"), pair.before());
      put(job.putObject("after"), pair.after());
    }
    ArrayNode submitted = document.putArray("submitted");
    for (JobOutcome outcome : run.submittedJobs()) {
      ObjectNode job = submitted.addObject();
      job.put("id", outcome.job().id());
      job.put("submitted", outcome.job().submitMillis() / 1_000.0);
      put(job, outcome);
    }
    out.println(document.toPrettyString());
    out.flush();
  }

  private static void put(ObjectNode json, Half half) {
    RunFigures figures = half.result().figures();
    json.put("policy", half.result().contender().name());
    json.put("nodeChoice", half.result().contender().nodeChoice());
    json.put("nodes", half.input().workload().nodes().size());
    json.put("makespan", figures.makespan() / 1_000.0);
    json.put("neverStarted", figures.neverStarted());
    ObjectNode queues = json.putObject("queues");
    half.outcomes()
        .queues()
        .forEach(
            (path, queue) -> {
              ObjectNode node = queues.putObject(path);
              node.put("held", queue.held()).put("ideal", queue.ideal());
              node.put("aboveIdealWhileOthersWait", queue.aboveWhileOthersWait());
              put(node, "waiting", figures.waits().get(path));
              put(node, "completion", figures.completions().get(path));
            });
  }

  private static void put(ObjectNode json, String name, @Nullable Times times) {
    if (times != null && times.size() > 0) {
      ObjectNode node = json.putObject(name);
      node.put("count", times.size()).put("mean", times.mean() / 1_000);
      node.put("percentile90", times.percentile(0.9) / 1_000.0);
    }
  }

  private static void put(ObjectNode json, JobOutcome job) {
    json.put("queue", job.job().queue());
    put(json, "firstStart", job.firstStart());
    put(json, "end", job.end());
    json.put("meanWaiting", job.meanWait() / 1_000);
    json.put("preempted", job.preempted());
  }

  private static void put(ObjectNode json, String name, long millis) {
    if (millis != JobOutcomes.NEVER) {
      json.put(name, millis / 1_000.0);
    }
  }
}
