// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler;

import java.lang.annotation.Annotation;
import java.util.Arrays;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.inject.Named;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.exceptions.YarnRuntimeException;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.AbstractYarnScheduler;
import org.apache.hadoop.yarn.server.resourcemanager.webapp.RMWebServices;
import org.apache.hadoop.yarn.util.YarnVersionInfo;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The differences between the Hadoop lines that one jar supports. They are detected by the members
 * of Hadoop's classes, since distributions number their versions themselves; only an unsupported
 * Hadoop is recognized by its version.
 */
final class HadoopLine {
  private static final Logger LOG = LoggerFactory.getLogger(HadoopLine.class);
  private static final Pattern VERSION = Pattern.compile("(\\d+)\\.(\\d+)([.-].*)?");

  private HadoopLine() {}

  /**
   * Refuses to start on an unsupported Hadoop, before a class of the scheduler fails to link.
   *
   * @param scheduler its name
   * @throws YarnRuntimeException with one sentence for the administrator
   */
  static void check(String scheduler) {
    check(scheduler, YarnVersionInfo.getVersion());
  }

  static void check(String scheduler, String version) {
    Matcher matcher = VERSION.matcher(version);
    if (!matcher.matches()) {
      LOG.warn("{} needs Hadoop 3.4 or later; the version of this one is not known", scheduler);
    } else if (isBefore34(Long.parseLong(matcher.group(1)), Long.parseLong(matcher.group(2)))) {
      String sentence = "%s needs Hadoop 3.4 or later, and this is Hadoop %s";
      throw new YarnRuntimeException(sentence.formatted(scheduler, version));
    }
  }

  private static boolean isBefore34(long major, long minor) {
    return major < 3 || (major == 3 && minor < 4);
  }

  /** Returns whether containers that were allocated for a request reduce it: YARN, from 3.5 on. */
  static boolean autoCorrectsAsks(Configuration configuration) {
    return configuration.getBoolean(
            YarnConfiguration.RM_SCHEDULER_AUTOCORRECT_CONTAINER_ALLOCATION,
            YarnConfiguration.DEFAULT_RM_SCHEDULER_AUTOCORRECT_CONTAINER_ALLOCATION)
        && hasAutoCorrection();
  }

  static boolean hasAutoCorrection() {
    return Arrays.stream(AbstractYarnScheduler.class.getDeclaredMethods())
        .anyMatch(method -> method.getName().equals("autoCorrectContainerAllocation"));
  }

  /**
   * Returns whether web services are made by HK2, which tells constructor arguments apart by name:
   * from 3.5 on. Guice makes them before.
   */
  static boolean namesWebServiceArguments() {
    return Arrays.stream(RMWebServices.class.getConstructors())
        .flatMap(constructor -> Stream.of(constructor.getParameterAnnotations()))
        .flatMap(Stream::of)
        .map(Annotation::annotationType)
        .anyMatch(Named.class::equals);
  }
}
