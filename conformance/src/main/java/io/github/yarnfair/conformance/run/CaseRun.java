// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.conformance.run;

import io.github.yarnfair.conformance.adapter.Adapter;
import io.github.yarnfair.conformance.adapter.AdapterException;
import io.github.yarnfair.conformance.adapter.Event;
import io.github.yarnfair.conformance.adapter.Need;
import io.github.yarnfair.conformance.cases.Case;
import io.github.yarnfair.conformance.cases.CaseEvent;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * A case under an adapter: what came out at each of its moments.
 *
 * @param missing what the case needs and the adapter does not support: if anything, it was not run
 */
public record CaseRun(Case ran, String adapter, Set<Need> missing, List<Outcome> outcomes) {
  /** Runs a case, if the adapter supports what it needs. */
  public static CaseRun of(Case toRun, Adapter adapter) throws AdapterException {
    RunningCluster cluster = new RunningCluster(adapter, toRun.cluster());
    CaseRun run = new CaseRun(toRun, adapter.name(), cluster.missing(), new ArrayList<>());
    if (!run.wasRun()) {
      return run;
    }
    for (CaseEvent event : toRun.events()) {
      run.happen(event, cluster);
    }
    return run;
  }

  /** Returns whether the adapter supports what the case needs. */
  public boolean wasRun() {
    return missing.isEmpty();
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
        for (Event.Submit each : application.submits()) {
          cluster.submit(each);
        }
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
