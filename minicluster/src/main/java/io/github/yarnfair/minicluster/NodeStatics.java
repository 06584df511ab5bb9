// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.minicluster;

import java.lang.reflect.Method;
import org.apache.hadoop.yarn.server.nodemanager.containermanager.linux.resources.ResourceHandlerModule;
import org.apache.hadoop.yarn.util.resource.ResourceUtils;

/** What YARN keeps in static fields because a process has one NodeManager. */
final class NodeStatics {
  private NodeStatics() {}

  /**
   * Lets the next NodeManager of this JVM find its own devices and hand them out itself; otherwise
   * it would register with the first one's, and ask the first one's plug-ins.
   */
  static void reset() {
    ResourceUtils.resetNodeResources();
    try {
      // Visible for testing, but in its package only.
      Method reset = ResourceHandlerModule.class.getDeclaredMethod("nullifyResourceHandlerChain");
      reset.setAccessible(true);
      reset.invoke(null);
    } catch (ReflectiveOperationException e) {
      throw new ClusterException("cannot reset the handlers of resources", e);
    }
  }
}
