// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.simulator.workload;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** Reads the jobs of a file in one format. */
interface JobReader {
  /**
   * Reads all jobs, in the order of the file.
   *
   * @param cluster on which they are to run
   * @param notes receives a sentence for whatever was left out
   * @throws InputException naming file, line, what was there and what was expected
   */
  List<ReadJob> read(Path file, ClusterNodes cluster, ReadOptions options, List<String> notes)
      throws IOException;
}
