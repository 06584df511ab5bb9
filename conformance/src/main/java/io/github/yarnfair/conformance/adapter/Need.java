// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.conformance.adapter;

import io.github.yarnfair.conformance.json.Field;
import io.github.yarnfair.conformance.json.FormatException;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Set;

/** What a case may need beyond equal nodes and single tasks, and what an adapter may support. */
public enum Need {
  /** Nodes have labels, and tasks run only where theirs is. */
  LABELS,
  /** Tasks of an application start together or not at all. */
  GANGS,
  /** Tasks that run are ended for others. */
  PREEMPTION;

  /** Reads an array of names. */
  static Set<Need> read(Field json) throws FormatException {
    Set<Need> needs = EnumSet.noneOf(Need.class);
    for (Field name : json.elements()) {
      String text = name.text();
      needs.add(
          Arrays.stream(values())
              .filter(need -> need.toString().equals(text))
              .findFirst()
              .orElseThrow(() -> name.error("one of " + Arrays.toString(values()))));
    }
    return needs;
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
