// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.simulator.recording;

import io.github.yarnfair.core.policy.FairnessPolicy;
import io.github.yarnfair.recording.SnapshotHead;
import io.github.yarnfair.simulator.rule.Rule;
import java.util.Map;
import java.util.stream.Collectors;

/** The rules that recordings name, by their policies' names and not those of the simulator. */
public final class RecordedPolicies {
  /** Rules whose first revision is one of the simulator's, too. */
  private static final Map<String, Rule> FIRST_REVISIONS = Map.of("hdrf", Rule.LEAST_APPLICATION);

  private RecordedPolicies() {}

  /**
   * Returns a new policy by the rule that a recording was made by.
   *
   * @throws IllegalArgumentException as {@link #rule}
   */
  public static FairnessPolicy of(SnapshotHead head) {
    return rule(head).policy();
  }

  /**
   * Returns the rule that a recording was made by, in its revision.
   *
   * @throws IllegalArgumentException if there is none of that name and revision; the message says
   *     what to use instead
   */
  public static Rule rule(SnapshotHead head) {
    Rule now = named(head.policy());
    int current = now.policy().revision();
    if (head.revision() == current) {
      return now;
    }
    Rule first = FIRST_REVISIONS.get(head.policy());
    if (head.revision() == FairnessPolicy.FIRST_REVISION && first != null) {
      return first;
    }
    throw new IllegalArgumentException(
        "rule \"%s\" of revision %d; expected revision %d, which this version has: use the simulator"
                .formatted(head.policy(), head.revision(), current)
            + " of the version that has recorded it, \"%s\"".formatted(head.software()));
  }

  /**
   * Returns this version's rule of a policy's name.
   *
   * @throws IllegalArgumentException if there is none; the message lists all names
   */
  public static Rule named(String policy) {
    return Rule.all().stream()
        .filter(rule -> rule.policy().name().equals(policy))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "policy \"" + policy + "\"; expected one of " + all()));
  }

  private static String all() {
    return Rule.all().stream()
        .map(rule -> rule.policy().name())
        .distinct()
        .collect(Collectors.joining(", "));
  }
}
