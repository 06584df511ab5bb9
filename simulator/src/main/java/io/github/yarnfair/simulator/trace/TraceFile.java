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
package io.github.yarnfair.simulator.trace;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A CSV file of a trace in the format of "openb", of Alibaba's cluster-trace-gpu-v2023. */
final class TraceFile {
  /** The first columns of a file of nodes. */
  static final String NODES = "sn,cpu_milli,memory_mib,gpu";

  /** The first columns of a file of pods. */
  static final String PODS = "name,cpu_milli,memory_mib,num_gpu,gpu_milli,gpu_spec,qos";

  private TraceFile() {}

  /**
   * Reads the lines below the header.
   *
   * @throws IOException if the file cannot be read, or begins with other columns
   */
  static List<Line> lines(Path file, String header) throws IOException {
    if (!Files.isReadable(file)) {
      throw new IOException(file + ": no such file, or it may not be read");
    }
    List<String> all = Files.readAllLines(file);
    if (all.size() < 2 || !all.get(0).startsWith(header)) {
      throw new IOException(file + ":1: expected the columns " + header + " and lines below");
    }
    List<Line> lines = new ArrayList<>();
    for (int i = 1; i < all.size(); i++) {
      lines.add(new Line(file + ":" + (i + 1), List.of(all.get(i).split(",", -1))));
    }
    return lines;
  }

  /** A line of a file, and where it is. */
  record Line(String where, List<String> fields) {
    String text(int column) throws IOException {
      if (column >= fields.size()) {
        throw new IOException(where + ": expected more than " + column + " columns");
      }
      return fields.get(column);
    }

    /** Returns a whole number of at least 0. */
    long number(int column) throws IOException {
      String text = text(column);
      try {
        long number = Long.parseLong(text);
        if (number >= 0) {
          return number;
        }
      } catch (NumberFormatException e) {
        // reported below
      }
      throw new IOException(where + ": \"" + text + "\": expected a whole number of at least 0");
    }

    /** Returns memory, CPU and GPUs, in the order of {@link ClusterTrace}. */
    long[] amounts() throws IOException {
      return new long[] {number(2), number(1), number(3)};
    }
  }
}
