// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.simulator.workload;

import io.github.yarnfair.simulator.run.RunNode;
import io.github.yarnfair.simulator.workload.JsonObjects.Fields;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The nodes of a cluster, read from a file, or described in a text such as {@code
 * 600*memory-mb=98304,vcores=24}.
 *
 * <ul>
 *   <li>CSV: a column memory-mb, a column vcores, one for each other resource; optionally name and
 *       class.
 *   <li>openb: CSV with sn, cpu_milli, memory_mib, gpu, and optionally model, which is the class.
 *       Vcores are thousandths of a CPU.
 *   <li>SLS: objects with rack and nodes; a node has memory-mb, vcores and others, or 10240 MB and
 *       10 vcores.
 * </ul>
 */
public final class ClusterNodes {
  private static final long SLS_MEMORY = 10_240;
  private static final long SLS_VCORES = 10;
  private static final int MOST = 1_000_000;

  private final ResourceNames resources;
  private final List<RunNode> nodes;
  private final Set<String> names = new HashSet<>();
  private final Set<String> classes = new HashSet<>();

  private record Read(Where where, String name, String machineClass, Map<String, Long> amounts) {}

  private ClusterNodes(List<Read> read) throws InputException {
    Set<String> all = new LinkedHashSet<>(List.of(ResourceNames.MEMORY, ResourceNames.VCORES));
    read.forEach(node -> all.addAll(node.amounts.keySet()));
    resources = new ResourceNames(List.copyOf(all));
    nodes = new ArrayList<>();
    for (Read node : read) {
      long[] capacity =
          resources.names().stream()
              .mapToLong(name -> node.amounts.getOrDefault(name, 0L))
              .toArray();
      if (!names.add(node.name)) {
        throw node.where.refuse("node \"" + node.name + "\" again", "each node once");
      }
      classes.add(node.machineClass);
      nodes.add(new RunNode(nodes.size(), node.name, node.machineClass, capacity));
    }
  }

  private ClusterNodes(List<String> resourceNames, List<RunNode> known) {
    resources = new ResourceNames(List.copyOf(resourceNames));
    nodes = List.copyOf(known);
    for (RunNode node : known) {
      names.add(node.name());
      classes.add(node.machineClass());
    }
  }

  /**
   * Returns nodes that have been read elsewhere.
   *
   * @param resourceNames in the order of the nodes' amounts
   */
  public static ClusterNodes of(List<String> resourceNames, List<RunNode> nodes) {
    return new ClusterNodes(resourceNames, nodes);
  }

  /**
   * Reads nodes.
   *
   * @param text path of a file, or a description of equal nodes
   * @throws InputException naming file, line, what was there and what was expected
   */
  public static ClusterNodes read(String text) throws IOException {
    if (text.matches("\\d+\\*.*") && !Files.exists(Path.of(text))) {
      return new ClusterNodes(described(text));
    }
    Path file = Path.of(text);
    TextFile.checkReadable(file);
    List<Read> read = isJson(file) ? readJson(file) : readCsv(file);
    if (read.isEmpty()) {
      throw new Where(text, 1).refuse("no nodes", "at least one");
    }
    return new ClusterNodes(read);
  }

  private static boolean isJson(Path file) throws IOException {
    String text = String.join("", TextFile.lines(file)).stripLeading();
    return text.startsWith("{") || text.startsWith("[");
  }

  private static List<Read> described(String text) throws InputException {
    Where where = new Where("--nodes " + text, 1);
    int star = text.indexOf('*');
    long count = where.number("number of nodes", text.substring(0, star), 1);
    if (count > MOST) {
      throw where.refuse(count + " nodes", "at most " + MOST);
    }
    Map<String, Long> amounts = new LinkedHashMap<>();
    for (String part : text.substring(star + 1).split(",", -1)) {
      String[] pair = part.split("=", -1);
      if (pair.length != 2) {
        throw where.refuse("\"" + part + "\"", "RESOURCE=AMOUNT");
      }
      amounts.put(pair[0], where.number(pair[0], pair[1], 0));
    }
    List<Read> read = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      read.add(new Read(where, "node" + i, "", amounts));
    }
    return read;
  }

  private static List<Read> readCsv(Path file) throws IOException {
    CsvTable table = CsvTable.read(file);
    boolean isOpenb = table.columns().contains("cpu_milli");
    if (isOpenb) {
      table.require("sn", "cpu_milli", "memory_mib", "gpu");
    } else {
      table.require(ResourceNames.MEMORY, ResourceNames.VCORES);
    }
    List<Read> read = new ArrayList<>();
    for (CsvTable.Row row : table.rows()) {
      read.add(isOpenb ? openb(row) : own(row, read.size()));
    }
    return read;
  }

  private static Read openb(CsvTable.Row row) throws InputException {
    Map<String, Long> amounts = new LinkedHashMap<>();
    amounts.put(ResourceNames.MEMORY, row.number("memory_mib", 0));
    amounts.put(ResourceNames.VCORES, row.number("cpu_milli", 0));
    amounts.put(ResourceNames.GPU, row.number("gpu", 0));
    return new Read(row.where(), row.text("sn"), row.optional("model"), amounts);
  }

  private static Read own(CsvTable.Row row, int index) throws InputException {
    Map<String, Long> amounts = new LinkedHashMap<>();
    for (String column : row.columns()) {
      if (!column.equals("name") && !column.equals("class")) {
        amounts.put(column, row.number(column, 0));
      }
    }
    String name = row.optional("name");
    return new Read(
        row.where(), name.isEmpty() ? "node" + index : name, row.optional("class"), amounts);
  }

  private static List<Read> readJson(Path file) throws IOException {
    List<Read> read = new ArrayList<>();
    for (Fields rack : JsonObjects.sequence(file)) {
      for (Fields node : rack.array("nodes")) {
        Map<String, Long> amounts = new LinkedHashMap<>();
        amounts.put(ResourceNames.MEMORY, SLS_MEMORY);
        amounts.put(ResourceNames.VCORES, SLS_VCORES);
        for (String name : (Iterable<String>) node.node()::fieldNames) {
          if (!name.equals("node") && !name.equals("labels")) {
            amounts.put(name, node.number(name, 0));
          }
        }
        String name = "/" + rack.text("rack") + "/" + node.text("node");
        read.add(new Read(node.where(), name, label(node), amounts));
      }
    }
    return read;
  }

  private static String label(Fields node) throws InputException {
    if (!node.has("labels")) {
      return "";
    }
    if (!node.node().get("labels").isArray() || node.node().get("labels").size() > 1) {
      throw node.where().refuse("labels " + node.node().get("labels"), "an array of one at most");
    }
    return node.node().get("labels").path(0).asText();
  }

  ResourceNames resources() {
    return resources;
  }

  /** Returns the names of the resources: memory-mb, vcores, then extended ones. */
  public List<String> resourceNames() {
    return resources.names();
  }

  /** Returns the nodes. */
  public List<RunNode> nodes() {
    return List.copyOf(nodes);
  }

  /** Returns the machine classes of the nodes; that of nodes without one is empty. */
  Set<String> classes() {
    return classes;
  }

  /** Returns the sum of all nodes. */
  public long[] capacity() {
    long[] capacity = new long[resources.names().size()];
    nodes.forEach(node -> Arrays.setAll(capacity, j -> capacity[j] + node.capacity()[j]));
    return capacity;
  }

  /** Returns whether there is a node of a name, or of a name with any rack before it. */
  boolean has(String host) {
    return names.contains(host)
        || names.contains(host.substring(host.lastIndexOf('/') + 1))
        || (!host.contains("/") && names.stream().anyMatch(name -> name.endsWith("/" + host)));
  }
}
