// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.simulator.run;

import java.util.List;

/**
 * A cluster and the jobs that arrive on it.
 *
 * @param resources names of the resources: memory-mb, vcores, then extended ones
 * @param nodes nodes by index
 * @param jobs jobs by index, ascending by time of submission
 */
public record Workload(List<String> resources, List<RunNode> nodes, List<RunJob> jobs) {}
