// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.metrics;

import java.util.function.LongSupplier;
import org.apache.hadoop.metrics2.MetricsCollector;
import org.apache.hadoop.metrics2.MetricsInfo;
import org.apache.hadoop.metrics2.MetricsSource;
import org.apache.hadoop.metrics2.MetricsSystem;
import org.apache.hadoop.metrics2.lib.DefaultMetricsSystem;
import org.apache.hadoop.metrics2.lib.Interns;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The metrics of the recording: whether it goes on, how much it has written, and what it has lost.
 */
public final class RecordingMetrics implements MetricsSource {
  /** The name of the source and of its record. */
  public static final String NAME = "SchedulerRecording";

  private static final Logger LOG = LoggerFactory.getLogger(RecordingMetrics.class);
  private static final MetricsInfo RECORD = Interns.info(NAME, "The recording of decisions");
  private static final MetricsInfo ACTIVE =
      Interns.info("RecordingActive", "1 while decisions are recorded, else 0");
  private static final MetricsInfo WRITTEN =
      Interns.info("RecordingBytes", "Bytes written since the scheduler has started");
  private static final MetricsInfo LOST =
      Interns.info("RecordingEventsLost", "Events lost because the disk was too slow");

  private final LongSupplier active;
  private final LongSupplier written;
  private final LongSupplier lost;

  /** Creates the metrics from what is read whenever somebody asks for them. */
  public RecordingMetrics(LongSupplier active, LongSupplier written, LongSupplier lost) {
    this.active = active;
    this.written = written;
    this.lost = lost;
  }

  /** Registers the source, in place of one that a former scheduler has left. */
  public void register() {
    synchronized (MetricsSources.LOCK) {
      try {
        MetricsSystem system = DefaultMetricsSystem.instance();
        system.unregisterSource(NAME);
        system.register(NAME, RECORD.description(), this);
      } catch (RuntimeException e) {
        LOG.warn("{} is not exported: it could not be registered", NAME, e);
      }
    }
  }

  /** Unregisters the source, unless it is another scheduler's by now. */
  public void unregister() {
    synchronized (MetricsSources.LOCK) {
      MetricsSystem system = DefaultMetricsSystem.instance();
      if (system.getSource(NAME) == this) {
        system.unregisterSource(NAME);
      }
    }
  }

  @Override
  public void getMetrics(MetricsCollector collector, boolean all) {
    collector
        .addRecord(RECORD)
        .setContext("yarn")
        .addGauge(ACTIVE, active.getAsLong())
        .addCounter(WRITTEN, written.getAsLong())
        .addCounter(LOST, lost.getAsLong());
  }
}
