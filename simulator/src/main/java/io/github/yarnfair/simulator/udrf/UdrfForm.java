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
package io.github.yarnfair.simulator.udrf;

/** The two forms of the offline algorithm. */
public enum UdrfForm {
  /** The paper's, corrected: a user with a job that can grow no further ends with all its jobs. */
  PAPER("paper"),
  /** What the paper's leaves of pairs that a job could use is handed out too, least share first. */
  WORK_CONSERVING("work-conserving");

  private final String label;

  UdrfForm(String label) {
    this.label = label;
  }

  /** Returns the name. */
  @Override
  public String toString() {
    return label;
  }
}
