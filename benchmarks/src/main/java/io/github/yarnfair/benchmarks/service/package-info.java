// SPDX-License-Identifier: Apache-2.0

/** What explanations, preemption, recording and replay cost in a ResourceManager. */
@NullMarked
package io.github.yarnfair.benchmarks.service;

import org.jspecify.annotations.NullMarked;
