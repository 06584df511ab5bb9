// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.gang;

import io.github.yarnfair.scheduler.model.Gang;
import io.github.yarnfair.scheduler.model.LeafQueue;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The gangs that wait for a turn, in one line for each leaf queue, user and partition. The first of
 * a line is its candidate, for which alone turns are taken, so that a thousand gangs of a user cost
 * the others what one costs. A candidate that does not come to its turn for a while goes to the end
 * of its line: it may wait for a place, and those behind it for another.
 */
final class GangLines {
  /** Most candidates at a time; further lines take turns. */
  static final int MOST_CANDIDATES = 16;

  /** How long a candidate stays one although it does not begin, in milliseconds. */
  static final long PATIENCE_MILLIS = 10_000;

  private record Line(LeafQueue queue, String user, @Nullable String partition) {}

  private record Candidate(Gang gang, long since) {}

  /** Those who wait, the longest waiting line and gang first. */
  private final Map<Line, Set<Gang>> lines = new LinkedHashMap<>();

  private final Map<Gang, Line> lineOf = new HashMap<>();
  private final Map<Line, Candidate> candidates = new LinkedHashMap<>();

  /** Lets a gang stand in its line, where it may stand already. */
  void add(Gang gang, long now) {
    Line line = new Line(gang.attempt().queue(), gang.attempt().getUser(), gang.partition());
    Line before = lineOf.put(gang, line);
    if (!line.equals(before)) {
      if (before != null) {
        remove(gang, before);
      }
      lines.computeIfAbsent(line, any -> new LinkedHashSet<>()).add(gang);
      refill(now);
    }
  }

  /** Lets a gang leave its line, if it stands in one. */
  void remove(Gang gang) {
    Line line = lineOf.remove(gang);
    if (line != null) {
      remove(gang, line);
    }
  }

  private void remove(Gang gang, Line line) {
    Set<Gang> waiting = Objects.requireNonNull(lines.get(line));
    waiting.remove(gang);
    if (waiting.isEmpty()) {
      lines.remove(line);
    }
    if (isCandidate(gang, line)) {
      candidates.remove(line);
    }
  }

  boolean isCandidate(Gang gang) {
    Line line = lineOf.get(gang);
    return line != null && isCandidate(gang, line);
  }

  private boolean isCandidate(Gang gang, Line line) {
    Candidate candidate = candidates.get(line);
    return candidate != null && candidate.gang() == gang;
  }

  List<Gang> candidates() {
    return candidates.values().stream().map(Candidate::gang).toList();
  }

  /** Makes the first of each line a candidate, as long as there are not too many. */
  void refill(long now) {
    if (candidates.size() == Math.min(lines.size(), MOST_CANDIDATES)) {
      return;
    }
    for (Map.Entry<Line, Set<Gang>> line : lines.entrySet()) {
      if (candidates.size() < MOST_CANDIDATES && !candidates.containsKey(line.getKey())) {
        candidates.put(line.getKey(), new Candidate(first(line.getValue()), now));
      }
    }
  }

  private static Gang first(Collection<Gang> waiting) {
    return waiting.stream()
        .max(
            Comparator.comparingInt(
                (Gang gang) -> gang.attempt().application().getPriority().getPriority()))
        .orElseThrow();
  }

  /**
   * Sends candidates of some time to the end of their line, and their lines behind the others,
   * where others wait behind them.
   *
   * @param mayBegin whether it is not for another gang that one waits
   * @return those that are no longer candidates
   */
  List<Gang> rotate(long now, Predicate<Gang> mayBegin) {
    List<Line> impatient =
        candidates.entrySet().stream()
            .filter(
                each ->
                    now - each.getValue().since() >= PATIENCE_MILLIS
                        && mayBegin.test(each.getValue().gang())
                        && hasOthersBehind(each.getKey()))
            .map(Map.Entry::getKey)
            .toList();
    List<Gang> sent =
        impatient.stream()
            .map(line -> Objects.requireNonNull(candidates.remove(line)).gang())
            .toList();
    for (Gang gang : sent) {
      Line line = Objects.requireNonNull(lineOf.get(gang));
      Set<Gang> waiting = Objects.requireNonNull(lines.remove(line));
      waiting.remove(gang);
      waiting.add(gang);
      lines.put(line, waiting);
    }
    refill(now);
    return sent.stream().filter(gang -> !isCandidate(gang)).toList();
  }

  private boolean hasOthersBehind(Line line) {
    return lines.size() > MOST_CANDIDATES || Objects.requireNonNull(lines.get(line)).size() > 1;
  }
}
