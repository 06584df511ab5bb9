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
package io.github.yarnfair.scheduler.explain;

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
