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
package io.github.yarnfair.benchmarks;

/**
 * One number of a table: an operation by a contender on a workload.
 *
 * @param operation what is measured
 * @param contender that chooses leaves
 * @param engine that works out its rule
 * @param setting of the workload
 */
record Cell(Operation operation, Contender contender, Engine engine, Setting setting) {
  /** Returns the same with another engine. */
  Cell with(Engine other) {
    return new Cell(operation, contender, other, setting);
  }

  /** Returns the same with another number of leaves. */
  Cell withLeaves(int leaves) {
    return new Cell(operation, contender, engine, setting.withLeaves(leaves));
  }

  @Override
  public String toString() {
    return "%s, %s %s, %s, %d leaves, m = %d"
        .formatted(
            operation.label(),
            contender.label(),
            engine.label(),
            setting.shape().label(),
            setting.leaves(),
            setting.resources());
  }
}
