// SPDX-License-Identifier: Apache-2.0
/** The least that a further scheduler consists of: a policy, its rule, and the class YARN names. */
@NullMarked
package io.github.yarnfair.example;

import org.jspecify.annotations.NullMarked;
