// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.assign;

/** A node serves every request that fits what is free. */
final class NoHeadroom implements NodeHeadroom {}
