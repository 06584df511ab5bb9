// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.resource;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.hadoop.yarn.api.records.ContainerId;

/**
 * The machine classes of the containers of one attempt: of their nodes, and those in which they are
 * charged. Changes under the attempt's write lock; any thread reads.
 */
public final class ContainerClasses {
  /** Without the containers of the default class, which most clusters have only. */
  private volatile Map<ContainerId, Place> others = Map.of();

  private static final Place DEFAULT = new Place(MachineClasses.DEFAULT, MachineClasses.DEFAULT);

  /**
   * Names of classes.
   *
   * @param ofNode the class of the node
   * @param charged the class in which the container counts
   */
  private record Place(String ofNode, String charged) {}

  /** Returns the name of the class of a container's node, the default one if it is not known. */
  public String ofNode(ContainerId container) {
    return others.getOrDefault(container, DEFAULT).ofNode();
  }

  /** Returns the name of the class in which a container counts. */
  public String charged(ContainerId container) {
    return others.getOrDefault(container, DEFAULT).charged();
  }

  public void put(ContainerId container, String ofNode, String charged) {
    if (ofNode.isEmpty()) {
      remove(container);
    } else {
      put(container, new Place(ofNode, charged));
    }
  }

  private void put(ContainerId container, Place place) {
    if (others.isEmpty()) {
      others = new ConcurrentHashMap<>();
    }
    others.put(container, place);
  }

  public void remove(ContainerId container) {
    if (!others.isEmpty()) {
      others.remove(container);
    }
  }

  /** Adds the containers of an earlier attempt. */
  public void addAll(ContainerClasses earlier) {
    earlier.others.forEach(this::put);
  }
}
