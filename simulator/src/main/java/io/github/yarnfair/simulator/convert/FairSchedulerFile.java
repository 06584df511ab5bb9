// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.simulator.convert;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** An allocation file of FairScheduler, converted to a queue file. */
public final class FairSchedulerFile {
  /** FairScheduler's own, unless the file has another. */
  private static final String MASTER_SHARE = "0.5";

  /** CapacityScheduler's default of all queues together, so that none gets a share of it. */
  private static final String APPLICATIONS = "10000";

  private static final Map<String, String> WITHOUT_COUNTERPART =
      Map.of(
          "defaultFairSharePreemptionTimeout", QueueConversion.PREEMPTION,
          "fairSharePreemptionTimeout", QueueConversion.PREEMPTION,
          "defaultMinSharePreemptionTimeout", QueueConversion.PREEMPTION,
          "defaultFairSharePreemptionThreshold", QueueConversion.PREEMPTION,
          "reservation-planner", QueueConversion.RESERVATION,
          "reservation-agent", QueueConversion.RESERVATION,
          "reservation-policy", QueueConversion.RESERVATION);

  private final AllocationFile file;
  private final Findings findings;
  private final ValueReader reader;
  private final QueueFileText out = new QueueFileText();

  /** What masters may take of a queue that does not say, null if that is not right. */
  private final @Nullable String masterShare;

  private FairSchedulerFile(Path path) throws ConversionException {
    findings = new Findings(path);
    file = AllocationFile.of(XmlReader.read(path), findings);
    reader = new ValueReader(findings);
    masterShare = masterShare();
    PlacementConversion placement = PlacementConversion.of(file, findings);
    convert(placement);
    new QueueConversion(
            findings,
            new MaximumConversion(file, findings, out),
            placement.creation(),
            masterShare,
            out)
        .convert(file.root(), QueueCap.NONE);
    findings.throwIfRefused();
  }

  /**
   * Converts a file.
   *
   * @throws ConversionException if it cannot be read, or FairScheduler or the schedulers would
   *     refuse it: one line for each mistake, with file, line, value and what was expected
   */
  public static FairSchedulerFile convert(Path path) throws ConversionException {
    return new FairSchedulerFile(path);
  }

  /** The queue file, in which a comment has the notes. */
  public String text() {
    Object name = Objects.requireNonNull(findings.path().getFileName());
    return out.finish(name, findings.notes(name));
  }

  /** What has no counterpart or another meaning: file, line, element, value, and what to do. */
  public List<String> notes() {
    return findings.notes(findings.path());
  }

  private void convert(PlacementConversion placement) {
    out.heading("All queues");
    masters();
    applications();
    policy();
    WITHOUT_COUNTERPART.forEach(
        (name, why) -> {
          XmlElement element = file.setting(name);
          if (element != null) {
            findings.note(element, "", why);
          }
          if (element != null && why.equals(QueueConversion.PREEMPTION)) {
            reader.checkNumber(element, "");
          }
        });
    out.heading("Rules are tried in turn; they apply to applications that name a queue, too");
    out.put("mapping-rule-format", "json");
    out.put("mapping-rule-json", placement.json());
    out.put("queue-mappings-override.enable", "true");
    if (!placement.creation().isEmpty()) {
      findings.note(
          "at most 1,000 queues are created below each queue, unless its"
              + " auto-queue-creation-v2.max-queues says otherwise, and no more levels than its"
              + " auto-queue-creation-v2.maximum-queue-depth says; FairScheduler has no limit");
    }
  }

  private void masters() {
    if (masterShare != null) {
      out.put("maximum-am-resource-percent", masterShare);
    }
  }

  private @Nullable String masterShare() {
    XmlElement element = file.setting("queueMaxAMShareDefault");
    return element == null ? MASTER_SHARE : reader.masterShare(element, "");
  }

  private void applications() {
    out.put("global-queue-max-application", APPLICATIONS);
    out.put("user-limit-factor", "-1");
    putCount("max-parallel-apps", file.setting("queueMaxAppsDefault"), "");
    putCount("user.max-parallel-apps", file.setting("userMaxAppsDefault"), "");
    file.userLimits()
        .forEach(
            (user, element) ->
                putCount("user." + user + ".max-parallel-apps", element, "user " + user));
  }

  private void putCount(String key, @Nullable XmlElement element, String where) {
    String count = reader.count(element, where);
    if (element != null && count != null) {
      out.put(key, count);
    }
  }

  private void policy() {
    XmlElement element = file.setting("defaultQueueSchedulingPolicy");
    if (element == null) {
      findings.note("defaultQueueSchedulingPolicy is not set, so fair applies: " + PolicyName.FAIR);
      return;
    }
    switch (PolicyName.of(element)) {
      case "fifo" -> findings.refuse(element, "", "fair or drf: FairScheduler refuses fifo here");
      case "fair" -> findings.note(element, "", PolicyName.FAIR);
      case "drf" -> {
        // What the schedulers do.
      }
      default -> findings.note(element, "", PolicyName.OTHER);
    }
  }
}
