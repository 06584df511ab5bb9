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
package io.github.yarnfair.scheduler.model;

import io.github.yarnfair.scheduler.resource.MachineClasses;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.hadoop.yarn.api.records.ContainerId;

/**
 * The machine classes in which the containers of one attempt are charged: those of their nodes.
 * Changes under the attempt's write lock; any thread reads.
 */
final class ContainerClasses {
  /** Without the containers of the default class, which most clusters have only. */
  private volatile Map<ContainerId, String> others = Map.of();

  /** Returns the name of a container's class, the default one if it is not known. */
  String of(ContainerId container) {
    return others.getOrDefault(container, MachineClasses.DEFAULT);
  }

  void put(ContainerId container, String machineClass) {
    if (machineClass.isEmpty()) {
      remove(container);
      return;
    }
    if (others.isEmpty()) {
      others = new ConcurrentHashMap<>();
    }
    others.put(container, machineClass);
  }

  void remove(ContainerId container) {
    if (!others.isEmpty()) {
      others.remove(container);
    }
  }

  /** Adds the containers of an earlier attempt. */
  void addAll(ContainerClasses earlier) {
    earlier.others.forEach(this::put);
  }
}
