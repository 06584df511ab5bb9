// SPDX-License-Identifier: Apache-2.0

/**
 * The keys of a queue in {@code capacity-scheduler.xml}, each declared once: names, defaults,
 * inheritance, rights and documentation. The key of a created queue may come from a template.
 */
@NullMarked
package io.github.yarnfair.scheduler.conf.key;

import org.jspecify.annotations.NullMarked;
