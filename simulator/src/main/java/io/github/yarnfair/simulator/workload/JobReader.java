/*
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *     http://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */
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
