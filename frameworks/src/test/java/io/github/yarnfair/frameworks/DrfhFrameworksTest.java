// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.frameworks;

import io.github.yarnfair.drfh.DrfhScheduler;

class DrfhFrameworksTest extends FrameworksContract {
  DrfhFrameworksTest() {
    super(DrfhScheduler.class);
  }
}
