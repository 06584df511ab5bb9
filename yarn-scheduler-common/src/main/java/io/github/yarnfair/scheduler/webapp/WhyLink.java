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

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;

/** The addresses of the pages that explain an application or a queue, below {@code /cluster}. */
final class WhyLink {
  /** The parameter that names an application. */
  static final String APPLICATION = "why-app";

  /** The parameter that names a queue. */
  static final String QUEUE = "why-queue";

  private static final String PAGE = "scheduler?";

  private WhyLink() {}

  static String ofApplication(String id) {
    return PAGE + APPLICATION + "=" + encoded(id);
  }

  static String ofQueue(String path) {
    return PAGE + QUEUE + "=" + encoded(path);
  }

  private static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8);
  }
}
