// SPDX-License-Identifier: Apache-2.0

/**
 * Why an application or a queue has what it has: what it holds beside what it should, what is ahead
 * of it, what keeps it waiting, in numbers, and the changes that would let it go on. The
 * scheduler's lock is held in short slices; the rest works on copies.
 */
@NullMarked
package io.github.yarnfair.scheduler.explain;

import org.jspecify.annotations.NullMarked;
