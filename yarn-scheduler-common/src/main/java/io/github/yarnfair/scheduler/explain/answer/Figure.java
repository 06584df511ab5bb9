// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.explain.answer;

import org.jspecify.annotations.Nullable;

/**
 * A number of a {@link Finding}.
 *
 * @param name what it is: used, limit, asked, missing, nodes, key, ...
 * @param resource YARN's name of the resource type of which it is an amount, in that type's unit;
 *     null if it is none
 */
public record Figure(String name, @Nullable String resource, double value) {}
