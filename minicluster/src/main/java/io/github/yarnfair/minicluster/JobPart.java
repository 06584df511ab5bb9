// SPDX-License-Identifier: Apache-2.0
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
