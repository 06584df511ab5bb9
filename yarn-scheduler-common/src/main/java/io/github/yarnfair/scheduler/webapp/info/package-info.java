// SPDX-License-Identifier: Apache-2.0

/** What REST answers consist of, as objects that YARN's web services write as JSON or XML. */
@NullMarked
package io.github.yarnfair.scheduler.webapp.info;

import org.jspecify.annotations.NullMarked;
