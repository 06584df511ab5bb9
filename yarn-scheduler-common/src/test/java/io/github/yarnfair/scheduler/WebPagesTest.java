// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler;

import static org.apache.hadoop.yarn.conf.YarnConfiguration.YARN_HTTP_WEBAPP_CUSTOM_DAO_CLASSES;
import static org.apache.hadoop.yarn.conf.YarnConfiguration.YARN_HTTP_WEBAPP_SCHEDULER_PAGE;
import static org.apache.hadoop.yarn.conf.YarnConfiguration.YARN_WEBAPP_CUSTOM_WEBSERVICE_CLASS;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.yarnfair.scheduler.webapp.SchedulerWebServices;
import io.github.yarnfair.scheduler.webapp.capacity.CapacityShapeInfo;
import io.github.yarnfair.scheduler.webapp.info.ApplicationExplanationInfo;
import io.github.yarnfair.scheduler.webapp.info.HierarchicalSchedulerInfo;
import io.github.yarnfair.scheduler.webapp.info.QueueExplanationInfo;
import io.github.yarnfair.scheduler.webapp.page.SchedulerPage;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.junit.jupiter.api.Test;

class WebPagesTest {
  private final Configuration conf = new YarnConfiguration();

  @Test
  void namesOurClassesWhereNothingIsConfigured() {
    WebPages.register(conf);

    assertThat(conf.getClass(YARN_HTTP_WEBAPP_SCHEDULER_PAGE, null)).isEqualTo(SchedulerPage.class);
    assertThat(conf.getClass(YARN_WEBAPP_CUSTOM_WEBSERVICE_CLASS, null))
        .isEqualTo(SchedulerWebServices.class);
    assertThat(conf.getClasses(YARN_HTTP_WEBAPP_CUSTOM_DAO_CLASSES))
        .containsExactly(
            HierarchicalSchedulerInfo.class,
            CapacityShapeInfo.class,
            ApplicationExplanationInfo.class,
            QueueExplanationInfo.class);
  }

  @Test
  void keepsWhatAnAdministratorConfigured() {
    conf.set(YARN_HTTP_WEBAPP_SCHEDULER_PAGE, "org.example.Page");
    conf.set(YARN_WEBAPP_CUSTOM_WEBSERVICE_CLASS, "org.example.Services");

    WebPages.register(conf);

    assertThat(conf.get(YARN_HTTP_WEBAPP_SCHEDULER_PAGE)).isEqualTo("org.example.Page");
    assertThat(conf.get(YARN_WEBAPP_CUSTOM_WEBSERVICE_CLASS)).isEqualTo("org.example.Services");
  }

  @Test
  void addsToTheListOfAnswersOnce() {
    conf.set(YARN_HTTP_WEBAPP_CUSTOM_DAO_CLASSES, "org.example.Answer");

    WebPages.register(conf);
    WebPages.register(conf);

    assertThat(conf.getTrimmedStringCollection(YARN_HTTP_WEBAPP_CUSTOM_DAO_CLASSES))
        .containsExactly(
            "org.example.Answer",
            HierarchicalSchedulerInfo.class.getName(),
            CapacityShapeInfo.class.getName(),
            ApplicationExplanationInfo.class.getName(),
            QueueExplanationInfo.class.getName());
  }
}
