// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.benchmarks;

import io.github.yarnfair.benchmarks.workload.MachinePass;
import io.github.yarnfair.benchmarks.workload.Workload;
import io.github.yarnfair.core.ideal.IdealShare;
import io.github.yarnfair.core.nodes.BestFit;
import io.github.yarnfair.core.policy.Selection;
import io.github.yarnfair.core.tree.ShareTree;
import io.github.yarnfair.mch.Flattening;
import java.util.Locale;

/** What is measured. */
public enum Operation {
  /** A task ends, its machine is offered, tasks start: one decision. */
  DECISION {
    @Override
    public Turn on(Workload workload, Selection selection) {
      return () -> {
        workload.decide(selection);
        return workload.picks();
      };
    }
  },
  /** The same over all machines: a task ends, and tasks start where best fit says. */
  PASS {
    @Override
    public Turn on(Workload workload, Selection selection) {
      MachinePass pass = new MachinePass(workload, new BestFit(workload.tree().resourceCount()));
      return () -> {
        pass.decide(selection);
        return workload.picks();
      };
    }
  },
  /** A leaf comes to want another kind of task, then one decision. */
  DEMAND_CHANGE {
    @Override
    public Turn on(Workload workload, Selection selection) {
      return () -> {
        workload.changeDemand();
        workload.decide(selection);
        return workload.picks();
      };
    }
  },
  /** An application departs, another arrives, then one decision. */
  TURNOVER {
    @Override
    public Turn on(Workload workload, Selection selection) {
      workload.admitVisitors();
      return () -> {
        workload.turnOver(selection);
        return workload.picks();
      };
    }
  },
  /** The ideal share of every node, from scratch. */
  IDEAL_SHARE {
    @Override
    public Turn on(Workload workload, Selection selection) {
      return () -> IdealShare.of(workload.tree()).dominantShare(ShareTree.ROOT);
    }
  },
  /** MCH's product weight of every leaf, from scratch. */
  FLATTENING {
    @Override
    public Turn on(Workload workload, Selection selection) {
      Flattening flattening = new Flattening();
      return () -> {
        flattening.flatten(workload.tree());
        return flattening.mu(ShareTree.ROOT);
      };
    }
  };

  /** Prepares a workload for the operation. */
  public abstract Turn on(Workload workload, Selection selection);

  /** Returns the name in tables. */
  public String label() {
    return name().toLowerCase(Locale.ROOT).replace('_', ' ');
  }

  /** One execution; returns something that keeps the compiler from leaving out the work. */
  public interface Turn {
    double run();
  }
}
