// SPDX-License-Identifier: Apache-2.0

/** What drives a scheduler: events in, placements out; in this process or in another. */
@NullMarked
package io.github.yarnfair.conformance.adapter;

import org.jspecify.annotations.NullMarked;
