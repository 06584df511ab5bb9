// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.sls.load;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Queue;
import java.util.concurrent.atomic.LongAdder;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.yarn.api.protocolrecords.AllocateResponse;
import org.apache.hadoop.yarn.sls.synthetic.SynthJob;
import org.apache.hadoop.yarn.sls.synthetic.SynthTraceJobProducer;

/**
 * What all simulated masters of this JVM have in common. The simulator creates them by their class,
 * so it is static.
 */
final class Masters {
  /** As the simulator's: a task that repeats ends after this many times. */
  static final long STEPS = 1_000_000;

  private static final Queue<Long> SUBMISSIONS = new ArrayDeque<>();
  private static final LongAdder RECEIVED = new LongAdder();
  private static int count;

  private Masters() {}

  /**
   * Reads the times of submission. The simulator (3.4.2) takes each synthetic job's own submission
   * for the beginning of time, which submits all of them at once.
   */
  static void readSubmissions(Configuration conf, String file) throws IOException {
    SynthTraceJobProducer jobs = new SynthTraceJobProducer(conf, new Path(file));
    for (SynthJob job = (SynthJob) jobs.getNextJob();
        job != null;
        job = (SynthJob) jobs.getNextJob()) {
      SUBMISSIONS.add(job.getSubmissionTime());
    }
    count = SUBMISSIONS.size();
  }

  /** Returns how many jobs the file has. */
  static int count() {
    return count;
  }

  /** Returns the submission of the next job, in milliseconds; jobs come in the file's order. */
  static long nextSubmission() {
    Long next = SUBMISSIONS.poll();
    if (next == null) {
      throw new IllegalStateException("more masters than jobs");
    }
    return next;
  }

  /** Counts the containers of answers that a master is about to process. */
  static void count(Collection<AllocateResponse> answers) {
    answers.forEach(answer -> RECEIVED.add(answer.getAllocatedContainers().size()));
  }

  /** Returns how many containers masters have been given. */
  static long received() {
    return RECEIVED.sum();
  }
}
