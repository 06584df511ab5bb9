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
  private final int ofNodes;
  private final NodeIndex index;
  private final long[] task;

  /** The class in which containers count that get a part of the offer. */
  private int number;

  OfferedClass(MachineClasses classes, int number, NodeIndex index) {
    this.classes = classes;
    ofNodes = number;
    this.number = number;
    this.index = index;
    task = new long[classes.space().resources()];
  }

  /** Sets whether the nodes are offered to requests without a label. */
  void setOfIdle(boolean ofIdle) {
    number = ofIdle ? classes.guests() : ofNodes;
  }

  @Override
  public boolean fits(long[] amounts) {
    if (!classes.isWithin(number, amounts)) {
      return false;
    }
    classes.read(number, amounts, task);
    return index.fits(task);
  }

  @Override
  public long version() {
    return 2 * index.version() + (number == ofNodes ? 0 : 1);
  }

  @Override
  public boolean isExhausted(int pair) {
    ShareSpace space = classes.space();
    return space.classOf(pair) != number || index.isExhausted(space.resourceOf(pair));
  }
}
