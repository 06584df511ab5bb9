// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.core.rule;

import io.github.yarnfair.core.policy.FairnessPolicy;
import java.util.function.Supplier;

/**
 * One form of a rule.
 *
 * @param label its name in case files and on the simulator's command line; unique among all rules
 * @param policy returns a new policy of the form with default options
 */
public record RuleForm(String label, Supplier<FairnessPolicy> policy) {}
