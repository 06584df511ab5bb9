// SPDX-License-Identifier: Apache-2.0

/**
 * The adapter that YARN talks to. Packages depend on each other in one direction, which a test
 * checks:
 *
 * <pre>
 *   webapp -> scheduler -> service -> assign -> demand
 *                                     admission, preemption, report, audit
 *          -> model -> conf, metrics, resource -> io.github.yarnfair.core
 * </pre>
 *
 * <p>Locks are taken in one order: the scheduler's, then an application attempt's.
 */
@NullMarked
package io.github.yarnfair.scheduler;

import org.jspecify.annotations.NullMarked;
