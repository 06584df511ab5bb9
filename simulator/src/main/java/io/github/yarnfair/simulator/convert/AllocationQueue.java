// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.simulator.convert;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A queue of an allocation file, or one that a placement rule names. */
final class AllocationQueue {
  static final String ROOT = "root";

  private final String path;
  private final @Nullable XmlElement element;
  private final boolean isParentByType;
  private final Map<String, XmlElement> values = new LinkedHashMap<>();
  private final List<AllocationQueue> children = new ArrayList<>();

  private AllocationQueue(String path, @Nullable XmlElement element, boolean isParentByType) {
    this.path = path;
    this.element = element;
    this.isParentByType = isParentByType;
  }

  /** A queue that an element describes, yet without its values and the queues below it. */
  static AllocationQueue of(String path, XmlElement element) {
    return new AllocationQueue(path, element, element.attribute("type").equals("parent"));
  }

  /** Root, if the file describes only those below. */
  static AllocationQueue undescribedRoot() {
    return new AllocationQueue(ROOT, null, true);
  }

  /** Adds a queue that the file does not describe: its maximum is that of created queues. */
  AllocationQueue addUndescribed(String name, boolean isParent) {
    AllocationQueue queue = new AllocationQueue(path + "." + name, null, isParent);
    XmlElement maximum = values.get("maxChildResources");
    if (maximum != null) {
      queue.values.put("maxResources", maximum);
    }
    children.add(queue);
    return queue;
  }

  String path() {
    return path;
  }

  String name() {
    return path.substring(path.lastIndexOf('.') + 1);
  }

  /** Null if a placement rule alone names the queue, and for root if the file omits it. */
  @Nullable XmlElement element() {
    return element;
  }

  boolean isRoot() {
    return path.equals(ROOT);
  }

  /** Whether queues are below it or may be created there, so that no application runs in it. */
  boolean isParent() {
    return isRoot() || isParentByType || !children.isEmpty();
  }

  /** The elements that describe the queue, by their name; the last one of each. */
  Map<String, XmlElement> values() {
    return values;
  }

  /** Those directly below it, in the file's order. */
  List<AllocationQueue> children() {
    return children;
  }

  /** The child of that name; null if there is none. */
  @Nullable AllocationQueue child(String name) {
    return children.stream().filter(child -> child.name().equals(name)).findFirst().orElse(null);
  }

  /** This queue and all below it, parents first. */
  Stream<AllocationQueue> subtree() {
    return Stream.concat(Stream.of(this), children.stream().flatMap(AllocationQueue::subtree));
  }
}
