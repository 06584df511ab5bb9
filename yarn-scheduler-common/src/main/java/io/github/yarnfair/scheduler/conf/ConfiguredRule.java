// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.conf;

import io.github.yarnfair.core.policy.FairnessPolicy;
import io.github.yarnfair.core.rule.InvalidOptionException;
import io.github.yarnfair.core.rule.RuleOptions;
import io.github.yarnfair.core.rule.SchedulerRule;
import java.io.IOException;
import java.util.Map;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.apache.hadoop.conf.Configuration;

/**
 * A scheduler's rule by the options of a configuration.
 *
 * @param rule the rule
 * @param configuration has the options
 * @param clock returns the time in milliseconds
 */
public record ConfiguredRule(SchedulerRule rule, Configuration configuration, LongSupplier clock) {

  /**
   * Returns a new policy.
   *
   * @throws IOException naming file, key, value and what was expected, if an option is not valid
   */
  public FairnessPolicy policy() throws IOException {
    return read(rule::policy);
  }

  /**
   * Returns {@link SchedulerRule#usersAreShares}.
   *
   * @throws IOException naming file, key, value and what was expected, if an option is not valid
   */
  public boolean usersAreShares() throws IOException {
    return read(rule::usersAreShares);
  }

  /**
   * Returns what makes further policies by the same options, under the scheduler's lock too. The
   * options are copied into memory: Hadoop reads the files of a configuration again whenever a
   * further one is added.
   */
  public Supplier<FairnessPolicy> policies() {
    Configuration inMemory = new Configuration(false);
    for (Map.Entry<String, String> each : configuration) {
      inMemory.set(each.getKey(), each.getValue());
    }
    RuleOptions options = options(inMemory);
    return () -> rule.policy(options);
  }

  private <T> T read(Function<RuleOptions, T> reader) throws IOException {
    try {
      return reader.apply(options(configuration));
    } catch (InvalidOptionException e) {
      throw ConfiguredKey.refused(configuration, rule.optionPrefix() + e.option(), e.expected());
    }
  }

  private RuleOptions options(Configuration of) {
    return new RuleOptions(option -> of.getTrimmed(rule.optionPrefix() + option), clock);
  }
}
