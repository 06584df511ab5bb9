// SPDX-License-Identifier: Apache-2.0

/** The laws of the build about packages, which several modules check over their own classes. */
@NullMarked
package io.github.yarnfair.core.structure;

import org.jspecify.annotations.NullMarked;
