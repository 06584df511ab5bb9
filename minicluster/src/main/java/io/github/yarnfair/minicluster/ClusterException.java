// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.minicluster;

import org.jspecify.annotations.Nullable;

/** The cluster could not do what was asked of it. */
public final class ClusterException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public ClusterException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
