// SPDX-License-Identifier: Apache-2.0

/**
 * An existing {@code capacity-scheduler.xml}, read as a whole: queues, settings, queue mappings,
 * and which of its keys have no effect.
 *
 * <p>The language is CapacityScheduler's (Hadoop 3.5); the parser is our own, because Hadoop's
 * validates only while it builds its own queues.
 */
@NullMarked
package io.github.yarnfair.scheduler.conf.file;

import org.jspecify.annotations.NullMarked;
