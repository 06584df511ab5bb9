// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.conf.key;

import java.util.Arrays;
import java.util.Optional;

/**
 * The templates of a queue: keys below their prefixes configure queues that are created below it.
 */
public enum KeyTemplate {
  /** Of queues that {@code auto-queue-creation-v2} creates. */
  EACH("auto-queue-creation-v2.template."),

  /** The same of leaf queues; wins over {@link #EACH}. */
  LEAF("auto-queue-creation-v2.leaf-template."),

  /** The same of queues of queues; wins over {@link #EACH}. */
  PARENT("auto-queue-creation-v2.parent-template."),

  /** Of leaf queues that {@code auto-create-child-queue} creates. */
  LEGACY_LEAF("leaf-queue-template.");

  private final String prefix;

  KeyTemplate(String prefix) {
    this.prefix = prefix;
  }

  /** Returns what precedes a key, after the path of the queue that has the template. */
  public String prefix() {
    return prefix;
  }

  /** Returns the template that a key of a queue belongs to. */
  public static Optional<KeyTemplate> of(String property) {
    return Arrays.stream(values()).filter(kind -> property.startsWith(kind.prefix)).findFirst();
  }

  /** Returns the key that a template's key sets for created queues; other keys as they are. */
  public static String without(String property) {
    return of(property).map(kind -> property.substring(kind.prefix.length())).orElse(property);
  }
}
