// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.conformance.cases;

import java.util.Map;

/** An adapter of this project that fails a case: at which moment first, and what it gives there. */
public record KnownFailure(String adapter, String moment, Map<String, Long> gives) {}
