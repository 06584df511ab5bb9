/*
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *     http://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */
package io.github.yarnfair.scheduler.webapp;

import javax.inject.Inject;
import javax.inject.Singleton;
import javax.ws.rs.Path;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.server.resourcemanager.ResourceManager;
import org.apache.hadoop.yarn.server.resourcemanager.webapp.RMWSConsts;

/** The same web services for Hadoop 3.4, where Guice makes them and knows no named arguments. */
@Singleton
@Path(RMWSConsts.RM_WEB_SERVICE_PATH)
public class GuiceWebServices extends SchedulerWebServices {
  /** Created by Guice. */
  @Inject
  public GuiceWebServices(ResourceManager resourceManager, Configuration conf) {
    super(resourceManager, conf);
  }
}
