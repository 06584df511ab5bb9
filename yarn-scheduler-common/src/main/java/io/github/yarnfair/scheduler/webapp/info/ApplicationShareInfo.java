// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.webapp.info;

import io.github.yarnfair.scheduler.report.QueueSnapshot.ApplicationShare;
import javax.xml.bind.annotation.XmlAccessType;
import javax.xml.bind.annotation.XmlAccessorType;
import org.jspecify.annotations.Nullable;

/** An application and its share, for JSON and XML. */
@XmlAccessorType(XmlAccessType.FIELD)
@SuppressWarnings("UnusedVariable") // JAXB reads the fields
public class ApplicationShareInfo extends ShareInfo {
  private @Nullable String id;
  private @Nullable String user;
  private int priority;

  /** Absent unless its first containers have to start together and have not. */
  private @Nullable GangInfo gang;

  /** For JAXB. */
  public ApplicationShareInfo() {}

  ApplicationShareInfo(ApplicationShare application) {
    super(application.share());
    id = application.id().toString();
    user = application.user();
    priority = application.priority();
    gang = application.gang() == null ? null : new GangInfo(application.gang());
  }
}
