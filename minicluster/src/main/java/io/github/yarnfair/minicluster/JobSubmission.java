// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.minicluster;

import java.io.File;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.api.records.ApplicationSubmissionContext;
import org.apache.hadoop.yarn.api.records.ContainerLaunchContext;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.client.api.YarnClient;
import org.apache.hadoop.yarn.exceptions.YarnException;
import org.jspecify.annotations.Nullable;

/** Submits {@link Job}s to a cluster on this machine, each with a {@link TaskMaster} of its own. */
public final class JobSubmission {
  private static final int MASTER_MEMORY_MB = 64;

  /** Parts that need each other are not to hold what their job cannot use yet. */
  private static final int PENDING_OF_A_PART = 2;

  private static final List<String> MASTER_JVM =
      List.of(
          "-Xmx64m",
          "-Dlog4j.configuration=container-log4j.properties",
          "-Dyarn.app.container.log.dir=<LOG_DIR>",
          "-Dyarn.app.container.log.filesize=0",
          "-Dhadoop.root.logger=INFO,CLA");

  private final Path confDirectory;
  private final YarnClient client;

  /**
   * Makes submissions through {@code client}.
   *
   * @param confDirectory has {@code yarn-site.xml} and {@code resource-types.xml} for the masters
   */
  public JobSubmission(Path confDirectory, YarnClient client) {
    this.confDirectory = confDirectory;
    this.client = client;
  }

  /**
   * Submits {@code job}.
   *
   * @param endSign file on this machine whose appearance ends it, or null for never
   * @throws YarnException if the ResourceManager rejects it; the message is its diagnostics
   */
  public ApplicationId submit(Job job, @Nullable Path endSign) throws YarnException, IOException {
    return submit(job, endSign, false, Set.of());
  }

  /** Submits {@code job}; its tasks go on if its master ends, under the next one. */
  public ApplicationId submitKeepingTasks(Job job) throws YarnException, IOException {
    return submit(job, null, true, Set.of());
  }

  /** Submits {@code job} with application tags. */
  public ApplicationId submitTagged(Job job, Set<String> tags) throws YarnException, IOException {
    return submit(job, null, false, tags);
  }

  private ApplicationId submit(
      Job job, @Nullable Path endSign, boolean keepsTasks, Set<String> tags)
      throws YarnException, IOException {
    ApplicationSubmissionContext application =
        client.createApplication().getApplicationSubmissionContext();
    application.setApplicationName(job.name());
    application.setApplicationType("TASKS");
    application.setQueue(job.queue());
    application.setResource(Resource.newInstance(MASTER_MEMORY_MB, 0));
    application.setApplicationTags(tags);
    application.setKeepContainersAcrossApplicationAttempts(keepsTasks);
    application.setAMContainerSpec(master(job, endSign));
    return client.submitApplication(application);
  }

  private ContainerLaunchContext master(Job job, @Nullable Path endSign) {
    List<String> command = new ArrayList<>();
    command.add("exec " + QuickStart.java());
    command.addAll(QuickStart.OPTIONS);
    command.addAll(MASTER_JVM);
    command.add(TaskMaster.class.getName());
    job.parts().forEach(part -> command.add("--demand=" + part));
    command.add("--tasks=" + job.tasks());
    if (job.parts().size() > 1) {
      command.add("--pending=" + PENDING_OF_A_PART);
    }
    command.add("--min-millis=" + job.shortest().toMillis());
    command.add("--max-millis=" + job.longest().toMillis());
    command.add("--seed=" + job.seed());
    if (endSign != null) {
      command.add("--until-exists=" + endSign.toAbsolutePath());
    }
    command.add("1><LOG_DIR>/stdout 2><LOG_DIR>/stderr");
    return ContainerLaunchContext.newInstance(
        Map.of(),
        Map.of("CLASSPATH", classPath()),
        List.of(String.join(" ", command)),
        Map.<String, ByteBuffer>of(),
        null,
        Map.of());
  }

  /** This JVM's class path behind the cluster's configuration; containers run elsewhere. */
  private String classPath() {
    String own = System.getProperty("java.class.path");
    return Stream.concat(
            Stream.of(confDirectory.toString()),
            Pattern.compile(File.pathSeparator, Pattern.LITERAL)
                .splitAsStream(own)
                .map(entry -> new File(entry).getAbsolutePath()))
        .collect(Collectors.joining(File.pathSeparator));
  }
}
