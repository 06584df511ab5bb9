// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.explain;

import io.github.yarnfair.scheduler.explain.answer.Explanation;
import io.github.yarnfair.scheduler.explain.answer.Finding;
import io.github.yarnfair.scheduler.explain.answer.RequestExplanation;
import java.util.List;
import java.util.stream.Collectors;
import org.apache.hadoop.yarn.util.Times;
import org.jspecify.annotations.Nullable;

/** The short form of an explanation, for an application's diagnostics. */
public final class DiagnosticText {
  private static final int MOST_OBSTACLES = 2;

  private DiagnosticText() {}

  /**
   * Returns the first obstacles of the first request that has any, each with its first remedy.
   *
   * @param now in milliseconds since the epoch
   * @return null without an obstacle, and where the diagnostics name the obstacle anyway: limits of
   *     running applications and of masters
   */
  public static @Nullable String of(Explanation explanation, long now) {
    if (!explanation.isWaiting() || !explanation.findings().isEmpty()) {
      return null;
    }
    return explanation.requests().stream()
        .map(RequestExplanation::findings)
        .filter(findings -> !findings.isEmpty())
        .findFirst()
        .map(findings -> "As of " + Times.formatISO8601(now) + ": " + text(findings))
        .orElse(null);
  }

  /** Returns the sentence of an obstacle and of its first remedy. */
  static String of(Finding finding) {
    return finding.remedies().isEmpty()
        ? finding.sentence()
        : finding.sentence() + " " + finding.remedies().get(0).sentence();
  }

  private static String text(List<Finding> findings) {
    return findings.stream()
        .limit(MOST_OBSTACLES)
        .map(DiagnosticText::of)
        .collect(Collectors.joining(" "));
  }
}
