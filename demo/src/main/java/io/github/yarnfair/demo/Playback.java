// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.demo;

import io.github.yarnfair.minicluster.Job;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import org.apache.hadoop.yarn.exceptions.YarnException;

/**
 * Plays a {@link Scenario} in real time: submits the arriving jobs, measures shares, and draws
 * them.
 */
final class Playback {
  /** How long shares may take to follow an arrival or a departure before they are averaged. */
  static final int SETTLING_SECONDS = 12;

  private static final Duration SAMPLING = Duration.ofMillis(250);
  private static final int SAMPLES_PER_PICTURE = 4;
  private static final int SAMPLES_PER_LINE = 20;

  private final Scenario scenario;
  private final Applications applications;
  private final HoldingsReader reader;
  private final Screen screen;
  private final ShareTable table;
  private final boolean endless;
  private final Map<Phase, PhaseAverage> averages = new LinkedHashMap<>();
  private final Instant start = Instant.now();
  private int phase = -1;
  private Map<String, Double> ideal = Map.of();

  /**
   * Begins the playback.
   *
   * @param endless whether the applications of the last phase stay until they are killed
   */
  Playback(
      Scenario scenario,
      Applications applications,
      HoldingsReader reader,
      Screen screen,
      ShareTable table,
      boolean endless) {
    this.scenario = scenario;
    this.applications = applications;
    this.reader = reader;
    this.screen = screen;
    this.table = table;
    this.endless = endless;
    scenario.phases().forEach(each -> averages.put(each, new PhaseAverage()));
  }

  /** What was measured in each phase once it had settled. */
  Map<Phase, PhaseAverage> averages() {
    return averages;
  }

  /**
   * Plays on until a number of seconds after the start.
   *
   * @throws io.github.yarnfair.minicluster.ClusterException if an application fails
   */
  void playTo(double end) throws YarnException, IOException, InterruptedException {
    for (long sample = 0; elapsed() < end; sample++) {
      enter(scenario.phaseAt(elapsed()));
      applications.check();
      Moment moment = new Moment(current(), reader.read(applications.byQueue()), ideal);
      if (elapsed() - scenario.start(phase) >= SETTLING_SECONDS) {
        average().add(moment.holdings(), scenario.queues());
      }
      draw(moment, sample);
      Thread.sleep(SAMPLING.toMillis());
    }
    screen.keepPicture();
  }

  private double elapsed() {
    return Duration.between(start, Instant.now()).toMillis() / 1000.0;
  }

  private Phase current() {
    return scenario.phases().get(phase);
  }

  private PhaseAverage average() {
    return Objects.requireNonNull(averages.get(current()));
  }

  private void enter(int next) throws YarnException, IOException {
    if (next == phase) {
      return;
    }
    phase = next;
    ideal = IdealShares.of(scenario.queues(), current().jobs(), scenario.capacity());
    if (!screen.isLive()) {
      screen.say(heading() + " - dominant shares now (ideal)");
    }
    for (Job job : current().jobs()) {
      int end = scenario.end(job);
      boolean leaves = !endless || end < scenario.seconds();
      applications.ensureSubmitted(
          job, scenario.applications(job), leaves ? start.plusSeconds(end) : null);
    }
  }

  private void draw(Moment moment, long sample) {
    if (screen.isLive() && sample % SAMPLES_PER_PICTURE == 0) {
      List<String> lines = new ArrayList<>(List.of(heading(), ""));
      lines.addAll(table.lines(moment));
      lines.add("         " + reader.endedContainers() + " containers have ended so far");
      screen.picture(lines);
    } else if (!screen.isLive() && sample % SAMPLES_PER_LINE == 0) {
      screen.say(line(moment));
    }
  }

  private String heading() {
    return "%3.0f s of %d   phase %d of %d: %s"
        .formatted(
            elapsed(), scenario.seconds(), phase + 1, scenario.phases().size(), current().title());
  }

  private String line(Moment moment) {
    return "%3.0f s  ".formatted(elapsed())
        + moment.phase().jobs().stream()
            .map(
                job ->
                    "%s %s (%s)"
                        .formatted(
                            job.name(),
                            Wording.share(moment.share(job.queue())),
                            Wording.share(moment.ideal(job.queue()))))
            .collect(Collectors.joining("  "));
  }
}
