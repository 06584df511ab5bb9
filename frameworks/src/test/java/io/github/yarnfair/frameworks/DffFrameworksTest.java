// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.frameworks;

import io.github.yarnfair.dff.DffScheduler;

class DffFrameworksTest extends FrameworksContract {
  DffFrameworksTest() {
    super(DffScheduler.class);
  }
}
