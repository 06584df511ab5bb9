// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.conf.queue;

import io.github.yarnfair.scheduler.conf.Findings;
import io.github.yarnfair.scheduler.conf.KeyReader;
import io.github.yarnfair.scheduler.conf.key.KeyLookup;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads what the keys of a queue say of its users. */
final class UserParser {
  private static final String FACTOR = "user-limit-factor";
  private static final String MINIMUM = "minimum-user-limit-percent";
  private static final double ALL = 100;

  private final KeyReader keys;
  private final Findings findings;

  UserParser(KeyReader keys, Findings findings) {
    this.keys = keys;
    this.findings = findings;
  }

  /** Reads a queue's settings. */
  UserSettings parse(KeyLookup queue, UserWeights weights) {
    return new UserSettings(factor(queue), percent(queue) / ALL, weights.values());
  }

  private @Nullable Double factor(KeyLookup queue) {
    String key = factorKey(queue);
    if (keys.raw(key) == null) {
      return null;
    }
    double factor = keys.number(key, UserSettings.NO_LIMIT, findings);
    if (factor < 0 && factor != UserSettings.NO_LIMIT) {
      // CapacityScheduler starts, and then starts no container in the queue.
      findings.replace(key, "a number from 0 up, or -1 for no limit", "0 applies");
      return 0.0;
    }
    return factor;
  }

  /** As under CapacityScheduler the factor of all queues is not one of created queues. */
  private String factorKey(KeyLookup queue) {
    return queue.isOfFlexibleKind() ? queue.key(FACTOR) : ownOrOfAll(queue, FACTOR);
  }

  private double percent(KeyLookup queue) {
    return keys.fraction(ownOrOfAll(queue, MINIMUM), ALL, findings);
  }

  private String ownOrOfAll(KeyLookup queue, String property) {
    String own = queue.key(property);
    return keys.raw(own) == null ? KeyReader.PREFIX + property : own;
  }

  /**
   * Returns the part of the queue's applications that one user may have, as CapacityScheduler
   * computes it: there a factor that is not set is 1, of a created queue -1.
   */
  double partOfApplications(KeyLookup queue) {
    Double factor = factor(queue);
    boolean isOff = queue.isOfFlexibleKind();
    double effective = factor != null ? factor : isOff ? UserSettings.NO_LIMIT : 1;
    return effective == UserSettings.NO_LIMIT ? 1 : effective * percent(queue) / ALL;
  }

  /** Reads the weights of users: a queue's own, else those that it inherits. */
  UserWeights weights(KeyLookup queue, UserWeights parent) {
    Map<String, UserWeights.Configured> own = new HashMap<>();
    for (String user : queue.configuredUsers()) {
      String key = queue.userKey(user);
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
  void check(KeyLookup leaf, UserWeights weights) {
    float most = (float) ALL / (float) Math.min(ALL, percent(leaf));
    boolean isThere = !leaf.name().equals(QueueCreation.ANY);
    Set<String> own = leaf.configuredUsers();
    weights
        .byUser()
        .forEach(
            (user, configured) -> {
              if (configured.weight() > most && (isThere || own.contains(user))) {
                findings.refuse(
                    configured.key(),
                    "at most %s, which is 100 / %s of %s".formatted(most, MINIMUM, leaf.path()));
              }
            });
  }
}
