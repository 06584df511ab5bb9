// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.report;

import io.github.yarnfair.scheduler.conf.KeyReader;
import io.github.yarnfair.scheduler.conf.capacity.PartitionCapacity;
import io.github.yarnfair.scheduler.conf.capacity.QueueLimit;
import io.github.yarnfair.scheduler.conf.capacity.QueueWeight;
import io.github.yarnfair.scheduler.conf.capacity.ResourceAmount;
import io.github.yarnfair.scheduler.conf.file.QueueFile;
import io.github.yarnfair.scheduler.conf.key.KeyTemplate;
import io.github.yarnfair.scheduler.conf.key.QueueKeys;
import io.github.yarnfair.scheduler.conf.queue.QueueCreation;
import io.github.yarnfair.scheduler.conf.queue.QueueOrigin;
import io.github.yarnfair.scheduler.conf.queue.QueueSpec;
import io.github.yarnfair.scheduler.conf.queue.UserSettings;
import io.github.yarnfair.scheduler.model.AppAttempt;
import io.github.yarnfair.scheduler.model.Application;
import io.github.yarnfair.scheduler.model.FairQueue;
import io.github.yarnfair.scheduler.model.LeafQueue;
import io.github.yarnfair.scheduler.model.ParentQueue;
import io.github.yarnfair.scheduler.model.QueueTree;
import io.github.yarnfair.scheduler.resource.MachineClasses;
import io.github.yarnfair.scheduler.snapshot.LockSlices;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.apache.hadoop.yarn.api.records.QueueACL;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.security.AccessType;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.SchedulerUtils;
import org.apache.hadoop.yarn.util.resource.Resources;
import org.jspecify.annotations.Nullable;

/** Reads {@link QueueDetails}, in slices of the scheduler's lock. */
public final class DetailsReader {
  private final LockSlices slices;
  private final QueueFile file;
  private final QueueTree queues;
  private final MachineClasses classes;
  private final boolean preempts;
  private final boolean preemptsWithin;
  private final Map<String, QueueDetails> byPath = new HashMap<>();

  /**
   * Creates a reader of the queues in force.
   *
   * @param preempts whether preemption is switched on at all
   */
  public DetailsReader(LockSlices slices, QueueTree queues, boolean preempts) {
    this.slices = slices;
    file = queues.file();
    this.queues = queues;
    classes = queues.ledger().classes();
    this.preempts = preempts;
    preemptsWithin = preempts && queues.file().preemption().isWithinQueues();
  }

  /** Returns the details of all queues by path. */
  public Map<String, QueueDetails> read() {
    List<FairQueue> all = queues.fromRoot();
    slices.forEach(all.size(), () -> true, i -> read(all.get(i)));
    return Map.copyOf(byPath);
  }

  private void read(FairQueue queue) {
    QueueSpec spec = queue.spec();
    byPath.put(
        spec.path(),
        new QueueDetails(
            queue.getQueueInfo(false, false),
            creationMethod(queue),
            eligibility(spec.creation()),
            spec.isLeaf() ? spec.order().configName() : "utilization",
            0,
            !preempts || !spec.isPreemptable(),
            !preemptsWithin || !spec.isPreemptableWithin(),
            spec.values(),
            acls(spec),
            templates(spec),
            partitions(queue),
            queue instanceof LeafQueue leaf ? leaf(leaf) : null));
  }

  private static String creationMethod(FairQueue queue) {
    ParentQueue parent = queue.parent();
    if (queue.spec().origin() == QueueOrigin.LISTED || parent == null) {
      return "static";
    }
    QueueCreation creation = ((FairQueue) parent).spec().creation();
    return creation != null && creation.isLegacy() ? "dynamicLegacy" : "dynamicFlexible";
  }

  private static String eligibility(@Nullable QueueCreation creation) {
    if (creation == null) {
      return "off";
    }
    return creation.isLegacy() ? "legacy" : "flexible";
  }

  private Map<String, String> acls(QueueSpec spec) {
    Map<String, String> acls = new TreeMap<>();
    for (QueueACL acl : QueueACL.values()) {
      acls.put(SchedulerUtils.toAccessType(acl).toString(), spec.access().of(acl).getAclString());
    }
    String priorities = file.trimmed(QueueKeys.PRIORITY_ACL.of(spec.path()));
    acls.put(AccessType.APPLICATION_MAX_PRIORITY.toString(), priorities == null ? "*" : priorities);
    return acls;
  }

  private Map<KeyTemplate, Map<String, String>> templates(QueueSpec spec) {
    Map<KeyTemplate, Map<String, String>> templates = new EnumMap<>(KeyTemplate.class);
    for (KeyTemplate kind : KeyTemplate.values()) {
      templates.put(kind, file.below(KeyReader.queueKey(spec.path(), kind.prefix())));
    }
    return templates;
  }

  private List<QueueDetails.Partition> partitions(FairQueue queue) {
    int count = classes.kind() == MachineClasses.Kind.LABELS ? classes.partitions() : 1;
    return IntStream.range(0, count).mapToObj(c -> partition(queue, c)).toList();
  }

  private QueueDetails.Partition partition(FairQueue queue, int machineClass) {
    PartitionCapacity capacity = capacity(queue, machineClass);
    CapacityText text = new CapacityText(queue.parent() == null ? null : capacity.weight());
    return new QueueDetails.Partition(
        label(machineClass),
        text.mode(),
        text.vector(),
        text.weight(),
        maximumFraction(queue, machineClass),
        maximumFractionOfAll(queue, machineClass),
        capacity.maximumMasterShare(),
        amounts(
            capacity.weight() instanceof QueueWeight.Absolute least ? least.amounts() : List.of()),
        amounts(
            capacity.maximum() instanceof QueueLimit.Absolute most ? most.amounts() : List.of()),
        queue.entitlement().guaranteed(machineClass));
  }

  private static Resource amounts(List<ResourceAmount> amounts) {
    Resource resource = Resource.newInstance(0, 0);
    amounts.forEach(amount -> resource.setResourceValue(amount.resource(), amount.value()));
    return resource;
  }

  private String label(int machineClass) {
    return classes.kind() == MachineClasses.Kind.LABELS
        ? classes.name(machineClass)
        : MachineClasses.DEFAULT;
  }

  private PartitionCapacity capacity(FairQueue queue, int machineClass) {
    return queue.spec().in(label(machineClass));
  }

  private double maximumFraction(FairQueue queue, int machineClass) {
    FairQueue parent = queue.parent();
    return parent == null
        ? 1.0
        : capacity(queue, machineClass).maximum().fraction(parent.limit(machineClass));
  }

  private double maximumFractionOfAll(FairQueue queue, int machineClass) {
    FairQueue parent = queue.parent();
    return parent == null
        ? 1.0
        : maximumFraction(queue, machineClass) * maximumFractionOfAll(parent, machineClass);
  }

  private static QueueDetails.Leaf leaf(LeafQueue queue) {
    int most = queue.maximumApplications();
    QueueSpec spec = queue.spec();
    Double factor = spec.users().limitFactor();
    return new QueueDetails.Leaf(
        most,
        spec.limits().applications().mostOfUser(most),
        queue.masters().limit(MachineClasses.DEFAULT),
        queue.masters().used(MachineClasses.DEFAULT),
        spec.maximumMasterShare(),
        spec.values().get(QueueKeys.DEFAULT_PRIORITY),
        spec.limits().lifetime().maximum(),
        spec.limits().lifetime().byDefault(),
        masters(queue),
        spec.users().minimumPart(),
        factor == null ? UserSettings.NO_LIMIT : factor);
  }

  private static Map<String, Resource> masters(LeafQueue queue) {
    Map<String, Resource> byUser = new HashMap<>();
    for (Application application : queue.applications()) {
      AppAttempt attempt = application.getCurrentAppAttempt();
      if (attempt != null) {
        Resource master = queue.masters().used(attempt.getApplicationAttemptId());
        byUser.merge(application.getUser(), master, Resources::add);
      }
    }
    return byUser;
  }
}
