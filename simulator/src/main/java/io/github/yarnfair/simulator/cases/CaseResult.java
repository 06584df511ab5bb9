// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.simulator.cases;

import io.github.yarnfair.simulator.scenario.Outcome;
import io.github.yarnfair.simulator.scenario.Scenario;

/** A case that was run, and how it ended. */
record CaseResult(Scenario scenario, Outcome outcome) {}
