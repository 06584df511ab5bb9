// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.conformance.cases;

import io.github.yarnfair.conformance.adapter.Event;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * One case.
 *
 * @param name unique in the suite, also the name of its file
 * @param why what the case shows, one sentence
 * @param passes adapters of this project that pass it
 * @param fails adapters of this project that fail it, at least one unless the case needs something
 */
public record Case(
    String name,
    String why,
    Event.Cluster cluster,
    List<CaseEvent> events,
    Set<String> passes,
    List<KnownFailure> fails) {
  /** Returns the check of a moment. */
  public Optional<CaseEvent.Expect> expect(String moment) {
    return events.stream()
        .filter(CaseEvent.Expect.class::isInstance)
        .map(CaseEvent.Expect.class::cast)
        .filter(expect -> expect.moment().equals(moment))
        .findFirst();
  }
}
