// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.simulator.scenario;

/**
 * A scenario file that cannot be read; the message names file, line, field and what was expected.
 */
public final class ScenarioException extends Exception {
  private static final long serialVersionUID = 1L;

  ScenarioException(String message) {
    super(message);
  }
}
