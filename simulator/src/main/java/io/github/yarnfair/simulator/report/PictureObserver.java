// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.simulator.report;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.yarnfair.simulator.run.QueueSample;
import io.github.yarnfair.simulator.run.RunJob;
import io.github.yarnfair.simulator.run.RunNode;
import io.github.yarnfair.simulator.run.RunObserver;
import io.github.yarnfair.simulator.run.TaskGroup;
import io.github.yarnfair.simulator.run.Workload;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Makes a picture of one run, in memory and size that are bounded whatever the run's length: {@link
 * SampledColumns#MOST} points of time, {@link #MOST_QUEUES} queues, {@link NodeTimeline#MOST_NODES}
 * nodes with {@link NodeTimeline#MOST_BARS} tasks each. The picture says what was left out.
 *
 * <pre>
 *   PictureObserver observer = new PictureObserver();
 *   ...                                          // a run, which tells the observer
 *   HtmlReport.write(directory, List.of(observer.picture()));
 * </pre>
 */
public final class PictureObserver implements RunObserver {
  /** Most queues: those with the largest shares, held or ideal, and the queues above them. */
  public static final int MOST_QUEUES = 1000;

  private final SampledColumns samples = new SampledColumns();
  private final Map<String, int[]> columns = new HashMap<>();
  private @Nullable Observed observed;
  private String title = "";
  private long end;
  private long lastSubmission;
  private long submitted;
  private long started;
  private long ended;
  private long preempted;

  /** What depends on the workload. */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  private record Observed(
      Workload workload,
      JobSizes sizes,
      WaitingTimes waits,
      StrandedResources stranded,
      NodeTimeline timeline,
      int firstUsed,
      int firstStranded,
      int firstNode,
      double[] lastStranded) {}

  @Override
  public void begins(Workload workload, String policy, String nodeChoice) {
    title = policy + ", " + nodeChoice;
    JobSizes sizes = new JobSizes(workload);
    int resources = workload.resources().size();
    int first = samples.addColumn();
    for (int i = 1; i < 2 * resources; i++) {
      samples.addColumn();
    }
    NodeTimeline timeline = new NodeTimeline(workload.nodes());
    int firstNode = first + 2 * resources;
    timeline.nodes().forEach(node -> samples.addColumn());
    observed =
        new Observed(
            workload,
            sizes,
            new WaitingTimes(workload, sizes),
            new StrandedResources(workload),
            timeline,
            first,
            first + resources,
            firstNode,
            new double[resources]);
  }

  private Observed observed() {
    if (observed == null) {
      throw new IllegalStateException("the run has not begun");
    }
    return observed;
  }

  @Override
  public void jobSubmitted(long time, RunJob job) {
    submitted++;
    lastSubmission = time;
    observed().stranded().submitted(job);
  }

  @Override
  public void taskStarted(long time, RunJob job, int task, RunNode node) {
    started++;
    observed().waits().started(time, job, task);
    observed().stranded().started(group(job, task), node);
    observed().timeline().started(time, job, task, node);
  }

  @Override
  public void taskEnded(long time, RunJob job, int task, RunNode node, boolean byPreemption) {
    if (byPreemption) {
      preempted++;
      observed().waits().preempted(time, job, task);
    } else {
      ended++;
    }
    observed().stranded().ended(group(job, task), node, byPreemption);
    observed().timeline().ended(time, job, task, node, byPreemption);
  }

  private static TaskGroup group(RunJob job, int task) {
    int first = 0;
    for (TaskGroup group : job.groups()) {
      first += group.count();
      if (task < first) {
        return group;
      }
    }
    throw new IllegalArgumentException(job.id() + " has no task " + task);
  }

  @Override
  public void sample(long time, List<QueueSample> queues, long[] used) {
    Observed of = observed();
    samples.begin(time);
    if (samples.isFirstOfRow()) {
      long[] stranded = of.stranded().now(used.length);
      for (int r = 0; r < used.length; r++) {
        of.lastStranded()[r] = part((double) stranded[r], of.sizes().capacity(r));
      }
    }
    for (int r = 0; r < used.length; r++) {
      samples.set(of.firstUsed() + r, part((double) used[r], of.sizes().capacity(r)));
      samples.set(of.firstStranded() + r, of.lastStranded()[r]);
    }
    List<RunNode> nodes = of.timeline().nodes();
    for (int n = 0; n < nodes.size(); n++) {
      samples.set(of.firstNode() + n, of.timeline().tasks(nodes.get(n)));
    }
    for (QueueSample queue : queues) {
      int[] pair = columns.get(queue.queue());
      if (pair == null) {
        pair = new int[] {samples.addColumn(), samples.addColumn()};
        columns.put(queue.queue(), pair);
      }
      samples.set(pair[0], queue.held());
      samples.set(pair[1], queue.ideal());
    }
    samples.end();
  }

  private static double part(double amount, double of) {
    return of > 0 ? amount / of : 0.0;
  }

  @Override
  public void ends(long time) {
    end = time;
    observed().timeline().end(time);
  }

  /** Returns the picture. After the end of the run. */
  public ObjectNode picture() {
    Observed of = observed();
    Picture picture = new Picture(title, end);
    picture.fact("nodes", of.workload().nodes().size());
    picture.fact("jobs", submitted);
    picture.fact("tasks ended", ended);
    picture.fact("starts", started);
    picture.fact("preempted", preempted);
    WaitHistogram waits = of.waits().all();
    picture.fact("median wait", seconds(waits.quantile(0.5)));
    picture.fact("95 % waited at most", seconds(waits.quantile(0.95)));
    picture.fact("length", seconds(end));
    if (lastSubmission > 0 && lastSubmission < end / 2) {
      picture.until(lastSubmission);
    }
    picture.times(samples);
    List<String> shown = shown();
    picture.queues(shown, columns, samples);
    picture.json().putArray("resources");
    for (int r = 0; r < of.workload().resources().size(); r++) {
      picture.resource(
          of.workload().resources().get(r), of.firstUsed() + r, of.firstStranded() + r, samples);
    }
    picture.waits(of.waits());
    List<NodeTimeline.Bar> bars = of.timeline().bars();
    picture.nodes(of.timeline().nodes(), bars, of.firstNode(), samples);
    notes(picture, of, shown.size(), bars.size());
    return picture.json();
  }

  /** Returns the queues that are shown; each after the queue above it. */
  private List<String> shown() {
    return columns.keySet().stream()
        .sorted(
            Comparator.comparingDouble((String path) -> -importance(path))
                .thenComparingInt(PictureObserver::depth)
                .thenComparing(Comparator.naturalOrder()))
        .limit(MOST_QUEUES)
        .sorted(
            Comparator.comparingInt(PictureObserver::depth)
                .thenComparing(Comparator.naturalOrder()))
        .toList();
  }

  private double importance(String path) {
    int[] pair = columns.getOrDefault(path, new int[2]);
    return Math.max(samples.mean(pair[0]), samples.mean(pair[1]));
  }

  private static int depth(String path) {
    return (int) path.chars().filter(c -> c == '.').count();
  }

  private void notes(Picture picture, Observed of, int queues, int bars) {
    if (queues < columns.size()) {
      picture.note(
          "The " + queues + " largest of " + columns.size() + " queues are in this picture.");
    }
    int nodes = of.timeline().nodes().size();
    if (nodes < of.workload().nodes().size()) {
      picture.note(nodes + " of " + of.workload().nodes().size() + " nodes are shown.");
    }
    if (of.timeline().omitted() > 0) {
      picture.note(
          String.format(
              Locale.ROOT,
              "Of %,d tasks on these nodes %,d are drawn one by one, preempted and long ones first;"
                  + " all count in the grey areas.",
              bars + of.timeline().omitted(),
              bars));
    }
  }

  private static String seconds(long millis) {
    return String.format(Locale.ROOT, "%,.1f s", millis / 1000.0);
  }
}
