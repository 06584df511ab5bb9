// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.testing;

import java.security.Security;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.metrics2.lib.DefaultMetricsSystem;
import org.apache.hadoop.security.Groups;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.security.YarnAuthorizationProvider;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.QueueMetrics;
import org.apache.hadoop.yarn.util.resource.ResourceUtils;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * Lets test classes share a JVM, in any order: before each class, nested ones included, Hadoop's
 * static state is as in a new JVM, with the resource types memory, vcores, yarn.io/gpu and mic.
 * JUnit finds this class by {@code META-INF/services} and applies it to every test class of a
 * module that has these test classes on its class path.
 *
 * <p>The constructor runs before any test class is initialized, because YARN creates constants such
 * as {@code Resources.NONE} once, with the types of that moment. They stay usable with fewer types,
 * which is what a test class may set for itself.
 */
public final class SharedJvm implements BeforeAllCallback {
  /** Called by JUnit, once for all classes. */
  public SharedJvm() {
    // YARN looks nodes' names up at each container, and a name server may take seconds to say that
    // it does not know one: the JVM asks once.
    Security.setProperty("networkaddress.cache.negative.ttl", "-1");
    resetResourceTypes();
  }

  @Override
  public void beforeAll(ExtensionContext context) {
    resetResourceTypes();
    QueueMetrics.clearQueueMetrics();
    DefaultMetricsSystem.shutdown();
    DefaultMetricsSystem.setMiniClusterMode(false);
    UserGroupInformation.reset();
    Groups.reset();
    YarnAuthorizationProvider.destroy();
  }

  private static void resetResourceTypes() {
    Configuration conf = new Configuration(false);
    conf.set(YarnConfiguration.RESOURCE_TYPES, SchedulerConf.GPU + "," + SchedulerConf.MIC);
    ResourceUtils.resetResourceTypes(conf);
  }
}
