// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.simulator.convert;

import java.util.List;
import java.util.Map;

/**
 * An element of an XML file.
 *
 * @param name of the element
 * @param line where its start tag ends, from 1
 * @param attributes by name
 * @param children those directly below it, in the file's order
 * @param text all text directly below it, blanks included, comments left out
 */
record XmlElement(
    String name, int line, Map<String, String> attributes, List<XmlElement> children, String text) {
  XmlElement {
    attributes = Map.copyOf(attributes);
    children = List.copyOf(children);
  }

  /** The value of an attribute; empty if it is not set. */
  String attribute(String attribute) {
    return attributes.getOrDefault(attribute, "");
  }
}
