// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.frameworks;

import io.github.yarnfair.hdrf.HdrfScheduler;

class HdrfFrameworksTest extends FrameworksContract {
  HdrfFrameworksTest() {
    super(HdrfScheduler.class);
  }
}
