// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.webapp.info;

import io.github.yarnfair.scheduler.forecast.ExpectedStart;
import javax.xml.bind.annotation.XmlAccessType;
import javax.xml.bind.annotation.XmlAccessorType;
import org.jspecify.annotations.Nullable;

/** An {@link ExpectedStart} of an explanation, for JSON and XML. */
@XmlAccessorType(XmlAccessType.FIELD)
@SuppressWarnings("UnusedVariable") // JAXB reads the fields
public class ExpectedStartInfo {
  private boolean known;
  private @Nullable String sentence;
  private @Nullable Long madeAt;
  private @Nullable Long earliest;
  private @Nullable Long median;
  private @Nullable Long latest;
  private @Nullable String reason;
  private long comparedForecasts;
  private long forecastsThatHeld;

  /** For JAXB. */
  public ExpectedStartInfo() {}

  static @Nullable ExpectedStartInfo of(@Nullable ExpectedStart start, @Nullable String sentence) {
    return start == null ? null : new ExpectedStartInfo(start, sentence);
  }

  private ExpectedStartInfo(ExpectedStart start, @Nullable String sentence) {
    this.sentence = sentence;
    ExpectedStart.Interval interval = start.interval();
    known = interval != null;
    if (interval != null) {
      madeAt = interval.madeAt();
      earliest = interval.p10();
      median = interval.median();
      latest = interval.p90();
    }
    reason = start.reason();
    comparedForecasts = start.outcomes();
    forecastsThatHeld = start.contained();
  }
}
