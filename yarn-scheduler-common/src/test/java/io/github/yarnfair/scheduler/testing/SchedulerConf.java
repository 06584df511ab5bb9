// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.testing;

import io.github.yarnfair.core.rule.SchedulerRule;
import java.io.IOException;
import java.net.URL;
import java.util.Collections;
import java.util.Enumeration;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.nodelabels.NodeAttributeStore;
import org.apache.hadoop.yarn.server.resourcemanager.recovery.MemoryRMStateStore;
import org.apache.hadoop.yarn.server.resourcemanager.recovery.RMStateStore;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.ResourceScheduler;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.capacity.CapacityScheduler;
import org.jspecify.annotations.Nullable;

/** A ResourceManager's configuration for tests: GPUs and MICs, queues by plain keys, no file. */
public final class SchedulerConf {
  public static final String GPU = "yarn.io/gpu";
  public static final String MIC = "mic";

  private static final String NODE_CHOICE = "node-choice";
  private static final String QUEUE = "yarn.scheduler.capacity.";

  /** Copied by each instance, because to read Hadoop's files of defaults takes long. */
  private static final YarnConfiguration DEFAULTS = new YarnConfiguration();

  private final YarnConfiguration conf;

  static {
    DEFAULTS.size(); // reads the files
  }

  private SchedulerConf(YarnConfiguration conf) {
    this.conf = conf;
  }

  private SchedulerConf() {
    this(new YarnConfiguration(DEFAULTS));
    conf.setClassLoader(new OfTests());
    conf.set(YarnConfiguration.RESOURCE_TYPES, GPU + "," + MIC);
    conf.setInt(YarnConfiguration.RM_SCHEDULER_MINIMUM_ALLOCATION_MB, 1);
    conf.setInt(YarnConfiguration.RM_SCHEDULER_MINIMUM_ALLOCATION_VCORES, 0);
    conf.setInt(YarnConfiguration.RM_SCHEDULER_MAXIMUM_ALLOCATION_MB, 1_000_000);
    conf.setInt(YarnConfiguration.RM_SCHEDULER_MAXIMUM_ALLOCATION_VCORES, 10_000);
    conf.setLong(YarnConfiguration.RM_WORK_PRESERVING_RECOVERY_SCHEDULING_WAIT_MS, 0);
    conf.setBoolean(YarnConfiguration.RECOVERY_ENABLED, true);
    conf.setClass(YarnConfiguration.RM_STORE, MemoryRMStateStore.class, RMStateStore.class);
    keepNodeAttributesUnstored(conf);
    set("node-locality-delay", -1);
    set("maximum-am-resource-percent", 1);
  }

  public static SchedulerConf of(Class<? extends ResourceScheduler> scheduler) {
    SchedulerConf conf = new SchedulerConf();
    conf.conf.setClass(YarnConfiguration.RM_SCHEDULER, scheduler, ResourceScheduler.class);
    if (scheduler == CapacityScheduler.class) {
      // By default its threads assign at their own pace, and not when nodes report.
      return conf.set("schedule-asynchronously.enable", false);
    }
    return conf.option(NODE_CHOICE, conf.name().equals("drfh") ? "best-fit" : "heartbeat");
  }

  /**
   * Leaves the choice of nodes to the scheduler's default. In tests it is what is simplest to
   * follow: the node that reports, and DRFH's best fit.
   */
  public SchedulerConf withDefaultNodeChoice() {
    conf.unset(optionKey(NODE_CHOICE));
    return this;
  }

  /** Keeps attributes of nodes in memory: no test is about those of an earlier ResourceManager. */
  public static void keepNodeAttributesUnstored(Configuration conf) {
    conf.setClass(
        YarnConfiguration.FS_NODE_ATTRIBUTE_STORE_IMPL_CLASS,
        UnstoredNodeAttributes.class,
        NodeAttributeStore.class);
  }

  /** Names the queues below one: {@code queues("root", "a,b")}. */
  public SchedulerConf queues(String parent, String children) {
    return set(parent + ".queues", children);
  }

  /** Sets a key below {@code yarn.scheduler.capacity.}. */
  public SchedulerConf set(String key, Object value) {
    return yarn(QUEUE + key, value);
  }

  public SchedulerConf yarn(String key, Object value) {
    conf.set(key, value.toString());
    return this;
  }

  /** Sets an option of the scheduler itself: below {@code yarn.scheduler.hdrf.} for H-DRF. */
  public SchedulerConf option(String key, Object value) {
    return yarn(optionKey(key), value);
  }

  /** Has the ResourceManager do without node labels, which are on in tests by default. */
  public SchedulerConf withoutLabels() {
    return yarn(YarnConfiguration.NODE_LABELS_ENABLED, false);
  }

  /** Returns whether node labels are switched off, and not just not switched on. */
  boolean hasLabelsOff() {
    return "false".equals(conf.getRaw(YarnConfiguration.NODE_LABELS_ENABLED))
        && conf.getPropertySources(YarnConfiguration.NODE_LABELS_ENABLED)[0].equals(
            "programmatically");
  }

  /** Returns the full name of an option of the scheduler itself. */
  String optionKey(String key) {
    return "yarn.scheduler." + name() + "." + key;
  }

  /** Returns the scheduler's name, as options have it: "hdrf". */
  String name() {
    String scheduler = conf.get(YarnConfiguration.RM_SCHEDULER);
    return scheduler
        .substring(scheduler.lastIndexOf('.') + 1)
        .replace("Scheduler", "")
        .toLowerCase(Locale.ROOT);
  }

  public SchedulerConf copy() {
    return new SchedulerConf(new YarnConfiguration(conf));
  }

  public SchedulerConf unset(String key) {
    conf.unset(QUEUE + key);
    return this;
  }

  public Configuration build() {
    return new YarnConfiguration(conf);
  }

  public static Resource resource(long memory, int vcores) {
    return resource(memory, vcores, 0, 0);
  }

  public static Resource resource(long memory, int vcores, long gpus, long mics) {
    Resource resource = Resource.newInstance(memory, vcores);
    resource.setResourceValue(GPU, gpus);
    resource.setResourceValue(MIC, mics);
    return resource;
  }

  /**
   * Hides the queue file that Hadoop's test jar brings along, and finds the rules of schedulers of
   * tests, which no other class loader knows as services.
   */
  private static final class OfTests extends ClassLoader {
    private static final String RULES = "META-INF/services/" + SchedulerRule.class.getName();

    OfTests() {
      super(SchedulerConf.class.getClassLoader());
    }

    @Override
    public @Nullable URL getResource(String name) {
      return name.equals(YarnConfiguration.CS_CONFIGURATION_FILE) ? null : super.getResource(name);
    }

    @Override
    public Enumeration<URL> getResources(String name) throws IOException {
      List<URL> found = Collections.list(super.getResources(name));
      if (name.equals(RULES)) {
        found.add(Objects.requireNonNull(SchedulerConf.class.getResource("rules.txt")));
      }
      return Collections.enumeration(found);
    }
  }
}
