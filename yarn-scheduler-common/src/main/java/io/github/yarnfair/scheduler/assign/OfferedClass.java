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
package io.github.yarnfair.scheduler.assign;

import io.github.yarnfair.core.OfferedNodes;
import io.github.yarnfair.core.ShareSpace;
import io.github.yarnfair.core.nodes.NodeIndex;
import io.github.yarnfair.scheduler.resource.MachineClasses;

/** The nodes of one machine class of several, to tasks in the share tree's amounts. */
final class OfferedClass implements OfferedNodes {
  private final MachineClasses classes;
  private final int number;
  private final NodeIndex index;
  private final long[] task;
  private boolean ofIdle;

  OfferedClass(MachineClasses classes, int number, NodeIndex index) {
    this.classes = classes;
    this.number = number;
    this.index = index;
    task = new long[classes.space().resources()];
  }

  /** Sets whether requests without a label may use the nodes. */
  void setOfIdle(boolean ofIdle) {
    this.ofIdle = ofIdle;
  }

  @Override
  public boolean fits(long[] amounts) {
    long reach = classes.space().reach(amounts);
    if (!classes.isWithin(number, amounts) || (reach == ShareSpace.IDLE_ROOM && !ofIdle)) {
      return false;
    }
    classes.read(number, amounts, task);
    return index.fits(task);
  }

  @Override
  public long version() {
    return 2 * index.version() + (ofIdle ? 1 : 0);
  }

  @Override
  public boolean isExhausted(int pair) {
    ShareSpace space = classes.space();
    return space.classOf(pair) != number || index.isExhausted(space.resourceOf(pair));
  }
}
