// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.simulator.command;

import io.github.yarnfair.simulator.rule.Rule;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads the name of a rule. */
public final class RuleConverter implements ITypeConverter<Rule> {
  @Override
  public Rule convert(String name) {
    return Rule.named(name)
        .orElseThrow(
            () ->
                new TypeConversionException(
                    "\"%s\": expected one of %s".formatted(name, Rule.all())));
  }
}
