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
package io.github.yarnfair.simulator.scenario;

import java.util.List;

/**
 * A case of users whose jobs need pairs of a machine class and a resource, by which ways to
 * allocate jobs can be compared.
 */
public sealed interface JobAllocation permits UdrfScenario {
  /** Returns the case's name. */
  String id();

  /** Returns a label for each job: its user and its name. */
  List<String> labels();

  /** Returns how many of each job run in the end. */
  List<Running> under(JobRule rule);

  /**
   * A job in the end.
   *
   * @param number how many of it run, a fraction if jobs are divisible
   * @param share its user's share, 0 to 1
   * @param asExpected false if the case expects another number of this rule
   */
  record Running(double number, double share, boolean asExpected) {}
}
