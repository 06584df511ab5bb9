// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.conformance.run;

import io.github.yarnfair.conformance.adapter.Adapter;
import io.github.yarnfair.conformance.adapter.AdapterException;
import io.github.yarnfair.conformance.adapter.Event;
import io.github.yarnfair.conformance.cases.Case;
import io.github.yarnfair.conformance.cases.CaseEvent;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A case under an adapter: what came out at each of its moments. */
public record CaseRun(Case ran, String adapter, List<Outcome> outcomes) {
  /** Runs a case. */
  public static CaseRun of(Case toRun, Adapter adapter) throws AdapterException {
    CaseRun run = new CaseRun(toRun, adapter.name(), new ArrayList<>());
    RunningCluster cluster = new RunningCluster(adapter, toRun.cluster());
    for (CaseEvent event : toRun.events()) {
      run.happen(event, cluster);
    }
    return run;
  }

  /** Returns the first moment at which a holding is farther from the expected than tolerated. */
  public Optional<Outcome> failure() {
    return outcomes.stream().filter(outcome -> !outcome.passes()).findFirst();
  }

  private void happen(CaseEvent event, RunningCluster cluster) throws AdapterException {
    if (event instanceof CaseEvent.Expect expect) {
      outcomes.add(outcome(expect, cluster));
    } else if (event instanceof CaseEvent.Churn churn) {
      for (long round = 0; round < churn.rounds(); round++) {
        churn(churn, cluster);
      }
    } else {
      change(event, cluster);
      cluster.apply(new Event.Offer());
    }
  }

  private static void change(CaseEvent event, RunningCluster cluster) throws AdapterException {
    if (event instanceof CaseEvent.Submit submit) {
      for (CaseEvent.Application application : submit.applications()) {
        submit(application, cluster);
      }
    } else if (event instanceof CaseEvent.End end) {
      RunningApplication application = cluster.application(end.application());
      for (long i = 0; i < end.tasks() && application.running() > 0; i++) {
        cluster.end(application, false);
      }
    } else if (event instanceof CaseEvent.Leave leave) {
      for (String application : leave.applications()) {
        cluster.leave(cluster.application(application));
      }
    } else if (event instanceof CaseEvent.Weight weight) {
      cluster.apply(new Event.Weight(weight.queue(), weight.weight()));
    }
  }

  private static void submit(CaseEvent.Application application, RunningCluster cluster)
      throws AdapterException {
    if (application.copies() == 0) {
      cluster.submit(
          application.name(), application.queue(), application.demand(), application.tasks());
    }
    for (long copy = 1; copy <= application.copies(); copy++) {
      cluster.submit(
          application.name() + copy,
          application.queue(),
          application.demand(),
          application.tasks());
    }
  }

  private static void churn(CaseEvent.Churn churn, RunningCluster cluster) throws AdapterException {
    for (RunningApplication application : cluster.applications()) {
      for (long i = 0; i < Math.max(1, churn.batch()) && application.running() > 0; i++) {
        end(application, churn.streams().contains(application.queue()), cluster);
        if (churn.batch() == 0) {
          cluster.apply(new Event.Offer());
        }
      }
    }
    if (churn.batch() > 0) {
      cluster.apply(new Event.Offer());
    }
  }

  /** Ends a task; of a stream, an application whose last one it was is followed by another. */
  private static void end(RunningApplication application, boolean ofStream, RunningCluster cluster)
      throws AdapterException {
    cluster.end(application, !ofStream);
    if (ofStream && application.running() == 0 && application.pending() == 0) {
      cluster.leave(application);
      cluster.resubmit(application);
    }
  }

  private static Outcome outcome(CaseEvent.Expect expect, RunningCluster cluster) {
    Map<String, Long> got = new LinkedHashMap<>();
    expect.holds().keySet().forEach(name -> got.put(name, cluster.held(name)));
    return new Outcome(expect.moment(), expect.holds(), expect.tolerance(), got);
  }
}
