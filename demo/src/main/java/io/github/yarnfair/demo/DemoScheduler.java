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
package io.github.yarnfair.demo;

import static org.apache.hadoop.yarn.conf.YarnConfiguration.RM_SCHEDULER_MINIMUM_ALLOCATION_VCORES;

import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.capacity.CapacityScheduler;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.fair.FairScheduler;

/**
 * The schedulers that the demo can run; another one is another line.
 *
 * <p>All are measured by the static H-DRF allocation. By DFF's own definition the demo's jobs get
 * the same: each needs one kind of device or CPU, and memory is never short. DRFH and UDRF run with
 * the tree of queues, as flat shares are not meant to follow it.
 */
enum DemoScheduler {
  HDRF("H-DRF", "io.github.yarnfair.hdrf.HdrfScheduler", true, Map.of()),
  DFF("DFF", "io.github.yarnfair.dff.DffScheduler", true, Map.of()),
  MCH("MCH", "io.github.yarnfair.mch.MchScheduler", true, Map.of()),
  DRFH(
      "DRFH (tree)",
      "io.github.yarnfair.drfh.DrfhScheduler",
      true,
      Map.of("yarn.scheduler.drfh.hierarchy", "tree")),
  UDRF(
      "UDRF (tree)",
      "io.github.yarnfair.udrf.UdrfScheduler",
      true,
      Map.of("yarn.scheduler.udrf.hierarchy", "tree")),
  CAPACITY("CapacityScheduler", CapacityScheduler.class.getName(), false, Map.of()),
  FAIR(
      "FairScheduler (drf)",
      FairScheduler.class.getName(),
      false,
      Map.of(RM_SCHEDULER_MINIMUM_ALLOCATION_VCORES, "0"));

  /** How people call it. */
  final String title;

  /** The class, as an administrator names it in {@code yarn-site.xml}. */
  final String className;

  /** Whether its shares are judged; a rival's are only reported. */
  final boolean judged;

  /** What else it needs in {@code yarn-site.xml}. */
  @SuppressWarnings("ImmutableEnumChecker") // Map.of() is immutable
  final Map<String, String> settings;

  DemoScheduler(String title, String className, boolean judged, Map<String, String> settings) {
    this.title = title;
    this.className = className;
    this.judged = judged;
    this.settings = settings;
  }

  /** The command-line options that run the demo under the others. */
  String others() {
    return Stream.of(values())
        .filter(other -> other != this)
        .map(other -> "--scheduler " + other)
        .collect(Collectors.joining(", "));
  }

  /** As one writes it on the command line. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
