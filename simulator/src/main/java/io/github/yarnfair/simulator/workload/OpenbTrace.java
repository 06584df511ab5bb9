// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.simulator.workload;

import io.github.yarnfair.simulator.run.RunNode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * A trace in the format of "openb", of Alibaba's clusterdata, cluster-trace-gpu-v2023, as its files
 * have it: amounts are MiB of memory, thousandths of a CPU and whole GPUs.
 *
 * @param nodes their machine class is the GPU model, empty if the file has none
 * @param pods a job each; its queue is the pod's class of service, empty if the file has none
 * @param hasTimes whether the file says when pods begin and end
 * @param unneededGpus how many of the GPUs that the pods have as a whole they do not need
 */
public record OpenbTrace(
    List<RunNode> nodes, List<ReadJob> pods, boolean hasTimes, double unneededGpus) {
  /**
   * Reads a trace.
   *
   * @throws InputException naming file, line, what was there and what was expected
   */
  public static OpenbTrace read(Path nodes, Path pods) throws IOException {
    ClusterNodes cluster = ClusterNodes.read(nodes.toString());
    List<String> expected = List.of(ResourceNames.MEMORY, ResourceNames.VCORES, ResourceNames.GPU);
    if (!cluster.resourceNames().equals(expected)) {
      throw new Where(nodes.toString(), 1)
          .refuse("resources " + cluster.resourceNames(), "those of a trace: " + expected);
    }
    ReadOptions plain = new ReadOptions(null, false, Map.of(), false, false);
    CsvTable table = CsvTable.read(pods);
    return new OpenbTrace(
        cluster.nodes(),
        OpenbJobs.jobs(table, cluster, plain),
        OpenbJobs.hasTimes(table),
        OpenbJobs.unneededGpus(table));
  }
}
