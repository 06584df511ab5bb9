// SPDX-License-Identifier: Apache-2.0

/** What tables of the page are made of: columns, bars of shares, amounts of resource types. */
@NullMarked
package io.github.yarnfair.scheduler.webapp.table;

import org.jspecify.annotations.NullMarked;
