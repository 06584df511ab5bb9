// SPDX-License-Identifier: Apache-2.0

/**
 * What the adapter is composed of: one service for each thing that YARN asks for. Services know the
 * rule, the state that they share and each other, never the adapter.
 */
@NullMarked
package io.github.yarnfair.scheduler.service;

import org.jspecify.annotations.NullMarked;
