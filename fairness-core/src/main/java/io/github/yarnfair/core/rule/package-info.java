// SPDX-License-Identifier: Apache-2.0
/**
 * Which schedulers there are: each module of a scheduler has one {@link
 * io.github.yarnfair.core.rule.SchedulerRule}, which {@link
 * io.github.yarnfair.core.rule.SchedulerRules} finds on the class path.
 */
@NullMarked
package io.github.yarnfair.core.rule;

import org.jspecify.annotations.NullMarked;
