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
package io.github.yarnfair.scheduler;

import io.github.yarnfair.scheduler.model.LeafQueue;
import io.github.yarnfair.scheduler.model.QueueUser;
import io.github.yarnfair.scheduler.model.QueueUsers;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Among whom a scheduler divides the shares of its leaf queues, at this moment. */
public final class DividedUsers {
  private DividedUsers() {}

  /** Returns the users among whom a queue's share is divided, by name; null if it is not. */
  public static @Nullable List<String> of(HierarchicalScheduler scheduler, String queue) {
    QueueUsers users = ((LeafQueue) scheduler.queues().find(queue)).divided();
    return users == null ? null : users.all().stream().map(QueueUser::name).sorted().toList();
  }
}
