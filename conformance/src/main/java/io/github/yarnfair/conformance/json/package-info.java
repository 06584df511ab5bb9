// SPDX-License-Identifier: Apache-2.0

/** JSON that is read strictly: messages name the file, the key, the value and what was expected. */
@NullMarked
package io.github.yarnfair.conformance.json;

import org.jspecify.annotations.NullMarked;
