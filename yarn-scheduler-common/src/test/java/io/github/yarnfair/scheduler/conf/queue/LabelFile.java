// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.conf.queue;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * A random queue file with node labels: keys below {@code yarn.scheduler.capacity.} and their
 * values. Without mistakes it is a file that CapacityScheduler starts with.
 */
public final class LabelFile {
  /** The labels that the files name; {@code fpga} is in few. */
  public static final List<String> LABELS = List.of("gpu", "ssd", "fpga");

  private static final SortedMap<String, List<String>> CHILDREN =
      new TreeMap<>(
          Map.of(
              "root", List.of("a", "b", "c", "p"),
              "root.a", List.of("x", "y"),
              "root.c", List.of("z")));

  /** All queues of the files, parents before their children. */
  public static final List<String> QUEUES =
      List.of("root", "root.a", "root.b", "root.c", "root.p", "root.a.x", "root.a.y", "root.c.z");

  private static final List<String> CAPACITIES =
      List.of("30", "0", "100", "50", "0.04", "99.96", "-1", "101", "many", "2w", "0w", "20000w");
  private static final List<String> LIMITS = List.of("100", "60", "0", "12.5", "101", "-5", "half");
  private static final List<String> ACCESS =
      List.of("*", "gpu", "gpu,ssd", " ssd , gpu,", " ", "", "fpga", "gpu,*", "ssd,fpga");
  private static final List<String> DEFAULTS =
      List.of("gpu", "ssd", "", " ", "fpga", " gpu ", "gpu && ssd", "*");

  private final Random random;
  private final Map<String, String> keys = new TreeMap<>();
  private final boolean areWeights;

  private LabelFile(Random random) {
    this.random = random;
    areWeights = random.nextInt(3) == 0;
  }

  /** Returns the keys of a file with up to three mistakes. */
  static Map<String, String> random(Random random) {
    LabelFile file = new LabelFile(random);
    file.write();
    for (int i = random.nextInt(4); i > 0; i--) {
      file.mistake();
    }
    return file.keys;
  }

  /** Returns the keys of a file without mistakes. */
  public static Map<String, String> valid(Random random) {
    LabelFile file = new LabelFile(random);
    file.write();
    return file.keys;
  }

  private void write() {
    CHILDREN.forEach((parent, names) -> keys.put(parent + ".queues", String.join(",", names)));
    CHILDREN.keySet().forEach(parent -> share(parent, ".capacity", false));
    for (String label : LABELS.subList(0, 2)) {
      String property = ".accessible-node-labels." + label + ".capacity";
      share("root", property, true);
      for (String parent : List.of("root.a", "root.c")) {
        if (hasPart(parent + property)) {
          share(parent, property, true);
        }
      }
    }
    for (String queue : QUEUES.subList(1, QUEUES.size())) {
      String above = queue.substring(0, queue.lastIndexOf('.'));
      if (random.nextInt(4) == 0) {
        keys.put(queue + ".accessible-node-labels", narrower(above));
      }
      if (random.nextInt(6) == 0) {
        putLimit(queue, pick(LABELS.subList(0, 2)), pick(LIMITS.subList(0, 4)));
      }
    }
  }

  private boolean hasPart(String key) {
    return keys.containsKey(key) && !keys.get(key).equals("0");
  }

  /** Labels that a queue below another may name. */
  private String narrower(String above) {
    for (String queue = above;
        !queue.equals("root");
        queue = queue.substring(0, queue.lastIndexOf('.'))) {
      String ofAbove = keys.get(queue + ".accessible-node-labels");
      if (ofAbove != null) {
        return ofAbove.contains("*") ? "*" : random.nextBoolean() ? ofAbove : " ";
      }
    }
    return pick(ACCESS);
  }

  /** Divides what a queue has among its children; some may have no key. */
  private void share(String parent, String property, boolean mayLack) {
    List<String> names = new ArrayList<>(CHILDREN.get(parent));
    while (mayLack && names.size() > 1 && random.nextInt(3) == 0) {
      names.remove(random.nextInt(names.size()));
    }
    int left = 1000;
    for (int i = 0; i < names.size(); i++) {
      int part = i == names.size() - 1 ? left : random.nextInt(left + 1);
      left -= part;
      String percent = part % 10 == 0 ? "" + part / 10 : "" + part / 10.0;
      keys.put(parent + "." + names.get(i) + property, areWeights ? part + 1 + "w" : percent);
    }
  }

  private void putLimit(String queue, String label, String value) {
    keys.put(queue + ".accessible-node-labels." + label + ".maximum-capacity", value);
  }

  private String label() {
    return random.nextInt(8) == 0 ? "fpga" : pick(LABELS.subList(0, 2));
  }

  private void mistake() {
    String queue = pick(QUEUES);
    String label = queue + ".accessible-node-labels." + label();
    switch (random.nextInt(10)) {
      case 0, 1, 2 -> keys.put(label + ".capacity", pick(CAPACITIES));
      case 3 -> keys.remove(label + ".capacity");
      case 4 -> putLimit(queue, label(), pick(LIMITS));
      case 5 -> keys.put(queue + ".accessible-node-labels", pick(ACCESS));
      case 6 -> keys.put(queue + ".default-node-label-expression", pick(DEFAULTS));
      case 7 -> keys.put(queue + ".allow-zero-capacity-sum", "true");
      case 8 -> keys.put("root.gone.accessible-node-labels." + label() + ".capacity", "50");
      default -> keys.put("legacy-queue-mode.enabled", "false");
    }
  }

  private String pick(List<String> choices) {
    return choices.get(random.nextInt(choices.size()));
  }
}
