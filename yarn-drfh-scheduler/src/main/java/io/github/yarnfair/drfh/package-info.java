// SPDX-License-Identifier: Apache-2.0
/**
 * DRF on heterogeneous servers (DRFH): the flat policy, and the YARN scheduler that serves by it or
 * by H-DRF.
 */
@NullMarked
package io.github.yarnfair.drfh;

import org.jspecify.annotations.NullMarked;
