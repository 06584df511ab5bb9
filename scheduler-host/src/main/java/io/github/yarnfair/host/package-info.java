// SPDX-License-Identifier: Apache-2.0
/**
 * Any scheduler, YARN's too, without a cluster: in as much of a ResourceManager as it needs, and
 * with the queues it is given written in its own language.
 */
@NullMarked
package io.github.yarnfair.host;

import org.jspecify.annotations.NullMarked;
