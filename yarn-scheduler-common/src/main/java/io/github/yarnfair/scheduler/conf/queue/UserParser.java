// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.conf.queue;

import io.github.yarnfair.scheduler.conf.Findings;
import io.github.yarnfair.scheduler.conf.KeyReader;
import io.github.yarnfair.scheduler.conf.key.KeyLookup;
import io.github.yarnfair.scheduler.conf.key.QueueKeys;
import io.github.yarnfair.scheduler.conf.key.QueueValues;
import java.util.HashMap;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;

/** Reads what the keys of a queue say of its users. */
final class UserParser {
  private static final double ALL = 100;

  private final KeyReader keys;
  private final Findings findings;

  UserParser(KeyReader keys, Findings findings) {
    this.keys = keys;
    this.findings = findings;
  }

  /** Returns the settings of a queue. */
  static UserSettings parse(Inherited queue) {
    OptionalDouble factor = queue.values().get(QueueKeys.USER_LIMIT_FACTOR);
    return new UserSettings(
        factor.isPresent() ? factor.getAsDouble() : null,
        percent(queue.values()) / ALL,
        queue.userWeights().values());
  }

  private static double percent(QueueValues values) {
    return values.get(QueueKeys.MINIMUM_USER_LIMIT);
  }

  /**
   * Returns the part of the queue's applications that one user may have, as CapacityScheduler
   * computes it: there a factor that is not set is 1, of a created queue -1.
   */
  static double partOfApplications(KeyLookup queue, QueueValues values) {
    double unlessSet = queue.isOfFlexibleKind() ? UserSettings.NO_LIMIT : 1;
    double factor = values.get(QueueKeys.USER_LIMIT_FACTOR).orElse(unlessSet);
    return factor == UserSettings.NO_LIMIT ? 1 : factor * percent(values) / ALL;
  }

  /** Reads the weights of users: a queue's own, else those that it inherits. */
  UserWeights weights(KeyLookup queue, UserWeights parent) {
    Map<String, UserWeights.Configured> own = new HashMap<>();
    for (String user : queue.configuredUsers()) {
      String key = queue.key(QueueKeys.USER_WEIGHT, user);
      own.put(user, new UserWeights.Configured(weight(key), key));
    }
    return parent.with(own);
  }

  /** As CapacityScheduler reads it, but that it takes NaN. */
  private float weight(String key) {
    String text = keys.trimmed(key);
    try {
      float weight = text == null ? 1 : Float.parseFloat(text);
      if (weight >= 0 && weight <= Float.MAX_VALUE) {
        return weight;
      }
    } catch (NumberFormatException e) {
      // Refused below, with everything else that is wrong.
    }
    findings.refuse(key, "a number from 0 up");
    return 1;
  }

  /**
   * Refuses weights that CapacityScheduler refuses for a leaf queue: above 100 / the minimum. Of a
   * queue that is not there yet only its own count: what it would inherit is no mistake by itself.
   */
  void check(KeyLookup leaf, Inherited settings) {
    float most = (float) ALL / (float) Math.min(ALL, percent(settings.values()));
    boolean isThere = !leaf.name().equals(QueueCreation.ANY);
    Set<String> own = leaf.configuredUsers();
    settings
        .userWeights()
        .byUser()
        .forEach(
            (user, configured) -> {
              if (configured.weight() > most && (isThere || own.contains(user))) {
                findings.refuse(
                    configured.key(),
                    "at most %s, which is 100 / %s of %s"
                        .formatted(most, QueueKeys.MINIMUM_USER_LIMIT, leaf.path()));
              }
            });
  }
}
