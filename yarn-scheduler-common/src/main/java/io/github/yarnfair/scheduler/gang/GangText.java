// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.gang;

import io.github.yarnfair.scheduler.model.Gang;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** What the diagnostics of an application say about its gang. */
final class GangText {
  /** Most nodes that a message names. */
  private static final int MOST_NAMED = 10;

  private GangText() {}

  static String collecting(Gang gang, long timeoutMillis) {
    return "Gang of %d: room is kept for %d; all start together, or the room is given up after %d s. "
        .formatted(gang.size(), gang.withRoom(), seconds(timeoutMillis));
  }

  /** The diagnostics are the owner's, who need not know of other users' applications. */
  static String waiting(Gang gang, List<Gang> collecting) {
    return collecting.stream()
        .filter(gang::conflictsWith)
        .findFirst()
        .map(other -> waiting(gang, other))
        .orElse("");
  }

  private static String waiting(Gang gang, Gang collecting) {
    boolean isOwn = collecting.attempt().getUser().equals(gang.attempt().getUser());
    return "Gang of %d: waits until %s has started or given up. "
        .formatted(
            gang.size(),
            isOwn
                ? "that of " + collecting.attempt().getApplicationId()
                : "a gang of another user");
  }

  static String noArrangement(Gang gang) {
    return ("Gang of %d: its containers have no room side by side even on empty nodes, by the places"
            + " and constraints of its requests; nothing is kept for it. ")
        .formatted(gang.size());
  }

  /**
   * Returns what is said of a gang that gives up its room, which it still has.
   *
   * @param waited how long it had room, in milliseconds
   * @param pause for how long others go first, in milliseconds
   */
  static String gaveUp(Gang gang, long waited, long pause) {
    return ("Gang of %d: %d of %d containers had room%s, waited %d s; the room was given up, and is"
            + " collected again after %d s. ")
        .formatted(
            gang.size(),
            gang.withRoom(),
            gang.size(),
            gang.rooms().isEmpty() ? "" : " on nodes " + places(gang),
            seconds(waited),
            seconds(pause));
  }

  private static long seconds(long millis) {
    return (millis + 999) / 1000;
  }

  /** Names the nodes on which room is kept, with the number of members on each. */
  private static String places(Gang gang) {
    Map<String, Integer> counts = new TreeMap<>();
    gang.rooms().forEach(room -> counts.merge(room.node().getNodeID().toString(), 1, Integer::sum));
    String named =
        counts.entrySet().stream()
            .limit(MOST_NAMED)
            .map(each -> "%s (%d)".formatted(each.getKey(), each.getValue()))
            .collect(Collectors.joining(", "));
    return counts.size() > MOST_NAMED
        ? "%s and %d more".formatted(named, counts.size() - MOST_NAMED)
        : named;
  }
}
