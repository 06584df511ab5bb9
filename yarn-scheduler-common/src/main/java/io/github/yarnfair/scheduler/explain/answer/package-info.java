// SPDX-License-Identifier: Apache-2.0

/** What an explanation says: findings with their figures, remedies, levels, and amounts as text. */
@NullMarked
package io.github.yarnfair.scheduler.explain.answer;

import org.jspecify.annotations.NullMarked;
