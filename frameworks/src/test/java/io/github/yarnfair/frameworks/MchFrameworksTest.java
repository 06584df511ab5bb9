// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.frameworks;

import io.github.yarnfair.mch.MchScheduler;

class MchFrameworksTest extends FrameworksContract {
  MchFrameworksTest() {
    super(MchScheduler.class);
  }
}
