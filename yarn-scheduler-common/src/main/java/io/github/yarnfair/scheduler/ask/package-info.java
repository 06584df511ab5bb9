// SPDX-License-Identifier: Apache-2.0

/**
 * What applications ask for: requests, their groups and sizes, the machine classes in which they
 * may run, and the demand that they come to.
 */
@NullMarked
package io.github.yarnfair.scheduler.ask;

import org.jspecify.annotations.NullMarked;
