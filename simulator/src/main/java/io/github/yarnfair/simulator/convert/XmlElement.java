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
