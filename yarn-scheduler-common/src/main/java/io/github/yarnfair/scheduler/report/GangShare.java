// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.report;

import io.github.yarnfair.scheduler.model.Gang;
import java.util.Locale;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.util.resource.Resources;

/**
 * The first containers of an application that have to start together and have not.
 *
 * @param size how many
 * @param withRoom for how many of them room is kept
 * @param state how far they are: a name of {@link Gang.State}
 * @param since when that state was entered, in milliseconds
 * @param kept the room that is kept, in all partitions together
 * @param message the same for a person; may be empty
 */
public record GangShare(
    int size, int withRoom, String state, long since, Resource kept, String message) {

  static GangShare of(Gang gang) {
    return new GangShare(
        gang.size(),
        gang.withRoom(),
        gang.state().name(),
        gang.since(),
        gang.kept(),
        gang.message());
  }

  /** Whether the application has asked for the containers, so that they wait for the cluster. */
  public boolean isAskedFor() {
    return !state.equals(Gang.State.INCOMPLETE.name());
  }

  /** Returns its size, its room and its state in a few words. */
  public String text() {
    return "gang: room for %d of %d, %s"
        .formatted(withRoom, size, state.toLowerCase(Locale.ROOT).replace('_', ' '));
  }

  @Override
  public Resource kept() {
    return Resources.clone(kept);
  }
}
