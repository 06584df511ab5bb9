// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.webapp.page;

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
