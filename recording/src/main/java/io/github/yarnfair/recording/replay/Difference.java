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
