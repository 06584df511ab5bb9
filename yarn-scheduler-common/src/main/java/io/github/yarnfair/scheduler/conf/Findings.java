// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.conf;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Collects the findings of one reading, so that all are reported and not only the first. Each is
 * kept once, although a template is read for every queue that it may be used for.
 */
public final class Findings {
  private final KeyReader keys;
  private final Set<String> refused = new LinkedHashSet<>();
  private final Set<KeyNotice> ignored = new LinkedHashSet<>();
  private final Set<KeyNotice> warnings = new LinkedHashSet<>();

  /** Creates an empty collection; messages name each key by its source. */
  public Findings(KeyReader keys) {
    this.keys = keys;
  }

  /** The key's value cannot be used. */
  public void refuse(String key, String expected) {
    refused.add(keys.named(key).refusal(expected));
  }

  /** The key's value is not used; the ResourceManager goes on, as under CapacityScheduler. */
  public void replace(String key, String expected, String consequence) {
    warn(key, "expected " + expected + "; " + consequence);
  }

  /** CapacityScheduler would act on the key. */
  public void ignore(String key, String why) {
    ignored.add(new KeyNotice(key, keys.named(key).describe() + " has no effect: " + why));
  }

  /** The key is likely a mistake. */
  public void warn(String key, String what) {
    warnings.add(new KeyNotice(key, keys.named(key).describe() + ": " + what));
  }

  /** Throws what has been refused, all of it in one exception; nothing if nothing has been. */
  public void throwIfRefused() throws QueueFileException {
    if (!refused.isEmpty()) {
      throw new QueueFileException(List.copyOf(refused));
    }
  }

  /** Returns the keys without effect that CapacityScheduler would act on. */
  public List<KeyNotice> ignored() {
    return List.copyOf(ignored);
  }

  /** Returns the likely mistakes. */
  public List<KeyNotice> warnings() {
    return List.copyOf(warnings);
  }
}
