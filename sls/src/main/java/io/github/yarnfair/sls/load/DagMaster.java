// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.sls.load;

import java.util.Map;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.server.resourcemanager.ResourceManager;
import org.apache.hadoop.yarn.sls.AMDefinition;
import org.apache.hadoop.yarn.sls.SLSRunner;
import org.apache.hadoop.yarn.sls.appmaster.AMSimulator;
import org.apache.hadoop.yarn.sls.appmaster.DAGAMSimulator;

/** The simulator's master of a job of tasks without an order, submitted when its file says. */
public final class DagMaster extends DAGAMSimulator {
  @Override
  public void init(
      AMDefinition definition,
      ResourceManager rm,
      SLSRunner runner,
      boolean tracked,
      long baseline,
      long interval,
      Map<ApplicationId, AMSimulator> masters) {
    super.init(definition, rm, runner, tracked, baseline, interval, masters);
    long submission = Masters.nextSubmission();
    init(submission, submission + Masters.STEPS * interval, interval);
  }

  @Override
  protected void processResponseQueue() throws Exception {
    Masters.count(responseQueue);
    super.processResponseQueue();
  }
}
