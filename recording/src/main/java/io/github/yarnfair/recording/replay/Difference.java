// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.recording.replay;

import java.nio.file.Path;
import java.time.Instant;

/**
 * A choice that comes out otherwise than recorded.
 *
 * @param file of the recording
 * @param offset of the event in it, in bytes
 * @param millis when it was recorded
 * @param number of the choice, from 1: of all decisions and choices of nodes in the file
 * @param subject what was chosen: an application for an offer, or a node for a task
 * @param recorded what was chosen then
 * @param replayed what is chosen now
 */
public record Difference(
    Path file,
    long offset,
    long millis,
    long number,
    String subject,
    String recorded,
    String replayed) {
  /** Returns it as one line. */
  @Override
  public String toString() {
    return "%s: offset %d, %s, choice %d: %s: recorded %s, now %s"
        .formatted(file, offset, Instant.ofEpochMilli(millis), number, subject, recorded, replayed);
  }
}
