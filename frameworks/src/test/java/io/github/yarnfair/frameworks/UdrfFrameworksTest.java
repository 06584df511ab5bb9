// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.frameworks;

import io.github.yarnfair.udrf.UdrfScheduler;

class UdrfFrameworksTest extends FrameworksContract {
  UdrfFrameworksTest() {
    super(UdrfScheduler.class);
  }
}
