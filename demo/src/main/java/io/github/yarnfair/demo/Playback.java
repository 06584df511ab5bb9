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
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.hadoop.yarn.exceptions.YarnException;

/**
 * Plays a {@link Scenario} in real time: submits the arriving jobs, ends the leaving ones, measures
 * shares, and draws them.
 */
final class Playback {
  /** How long shares may take to follow an arrival or a departure before they are averaged. */
  static final int SETTLING_SECONDS = 12;

  private static final Duration REGISTRATION_TIMEOUT = Duration.ofMinutes(3);
  private static final Duration SAMPLING = Duration.ofMillis(250);
  private static final int SAMPLES_PER_PICTURE = 4;
  private static final int SAMPLES_PER_LINE = 20;

  private final Scenario scenario;
  private final Applications applications;
  private final HoldingsReader reader;
  private final Screen screen;
  private final ShareTable table;
  private final Map<Phase, PhaseAverage> averages = new LinkedHashMap<>();
  private final ScenarioClock clock = new ScenarioClock(Instant.now(), REGISTRATION_TIMEOUT);
  private int phase = -1;
  private Map<String, Double> ideal = Map.of();

  Playback(
      Scenario scenario,
      Applications applications,
      HoldingsReader reader,
      Screen screen,
      ShareTable table) {
    this.scenario = scenario;
    this.applications = applications;
    this.reader = reader;
    this.screen = screen;
    this.table = table;
    scenario.phases().forEach(each -> averages.put(each, new PhaseAverage()));
  }

  /** What was measured in each phase once it had settled. */
  Map<Phase, PhaseAverage> averages() {
    return averages;
  }

  /**
   * Plays on until a time of the scenario, in seconds.
   *
   * @throws io.github.yarnfair.minicluster.ClusterException if an application fails, or its master
   *     has not registered in time
   */
  void playTo(double end) throws YarnException, IOException, InterruptedException {
    for (long sample = 0; clock.seconds() < end; sample++) {
      enter(scenario.phaseAt(clock.seconds()));
      applications.check();
      boolean registered = applications.allRegistered();
      Moment moment = new Moment(current(), reader.read(applications.byQueue()), ideal);
      if (registered && clock.seconds() - scenario.start(phase) >= SETTLING_SECONDS) {
        average().add(moment.holdings(), scenario.queues());
      }
      draw(moment, sample);
      Thread.sleep(SAMPLING.toMillis());
      clock.advance(Instant.now(), registered);
    }
    screen.keepPicture();
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
    Set<String> present = current().jobs().stream().map(Job::queue).collect(Collectors.toSet());
    applications.endAllBut(present);
    for (Job job : current().jobs()) {
      applications.ensureSubmitted(job, scenario.applications(job));
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
            clock.seconds(),
            scenario.seconds(),
            phase + 1,
            scenario.phases().size(),
            current().title());
  }

  private String line(Moment moment) {
    return "%3.0f s  ".formatted(clock.seconds())
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
