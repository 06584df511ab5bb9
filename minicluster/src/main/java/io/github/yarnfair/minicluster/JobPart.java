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
package io.github.yarnfair.minicluster;

/**
 * The tasks of one demand vector of a {@link Job}, and the partition that they run in.
 *
 * @param demand what one task needs
 * @param label of the nodes; empty for those without a label
 */
public record JobPart(TaskDemand demand, String label) {
  /** Tasks for nodes without a label. */
  public JobPart(TaskDemand demand) {
    this(demand, "");
  }

  /**
   * Reads the form that {@link #toString()} writes: the demand, and after an {@code @} the label.
   *
   * @throws IllegalArgumentException if {@code text} has another form
   */
  public static JobPart parse(String text) {
    int at = text.indexOf('@');
    return at < 0
        ? new JobPart(TaskDemand.parse(text))
        : new JobPart(TaskDemand.parse(text.substring(0, at)), text.substring(at + 1));
  }

  @Override
  public String toString() {
    return label.isEmpty() ? demand.toString() : demand + "@" + label;
  }
}
