// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Registers this project's page and web service with the ResourceManager's web application. YARN
 * has one configuration key for each; a key that is already set is kept.
 *
 * <p>The web application reads the same {@link Configuration} object and is built when the
 * ResourceManager starts, which is after the scheduler was initialised, on a standby too.
 */
final class WebPages {
  private static final Logger LOG = LoggerFactory.getLogger(WebPages.class);

  // By name, since the pages depend on the scheduler and not the other way round.
  private static final String PACKAGE = "io.github.yarnfair.scheduler.webapp.";
  private static final List<String> ANSWERS =
      Stream.of(
              "info.HierarchicalSchedulerInfo",
              "capacity.CapacityShapeInfo",
              "info.ApplicationExplanationInfo",
              "info.QueueExplanationInfo")
          .map(name -> PACKAGE + name)
          .toList();

  private WebPages() {}

  /** Names the classes in a configuration that names no others. */
  static void register(Configuration configuration) {
    String services =
        HadoopLine.namesWebServiceArguments() ? "SchedulerWebServices" : "GuiceWebServices";
    Map.of(
            YarnConfiguration.YARN_HTTP_WEBAPP_SCHEDULER_PAGE, PACKAGE + "page.SchedulerPage",
            YarnConfiguration.YARN_WEBAPP_CUSTOM_WEBSERVICE_CLASS, PACKAGE + services)
        .forEach(
            (key, ours) -> {
              String configured = configuration.getTrimmed(key, "");
              if (configured.isEmpty()) {
                configuration.set(key, ours);
              } else if (!configured.equals(ours)) {
                LOG.info("{} is {} as configured, so {} is not used", key, configured, ours);
              }
            });
    String key = YarnConfiguration.YARN_HTTP_WEBAPP_CUSTOM_DAO_CLASSES;
    Set<String> answers = new LinkedHashSet<>(configuration.getTrimmedStringCollection(key));
    answers.addAll(ANSWERS);
    configuration.set(key, String.join(",", answers));
  }
}
