// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.testing;

import io.github.yarnfair.core.tree.Demand;
import io.github.yarnfair.recording.RecordingVisitor;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Computes balances from a flight recording, as the design states them, without the classes that
 * keep them: what each queue held, from the charges and releases and their times, and who competed,
 * from the pending tasks. Shares are of one machine class, and weights are given.
 */
final class RecordedBalances implements RecordingVisitor {
  private final Map<String, Double> weights;
  private final int resources;
  private final Map<Integer, Integer> parents = new HashMap<>();
  private final Map<Integer, Boolean> leaves = new HashMap<>();
  private final Map<Integer, String> paths = new HashMap<>();
  private final Map<Integer, long[]> held = new HashMap<>();
  private final Map<Integer, Demand> pending = new HashMap<>();

  /** By path of a queue. */
  final Map<String, double[]> balances = new HashMap<>();

  private final Map<String, double[]> integrals = new HashMap<>();
  private long now = -1;
  private long epochBegan = -1;
  int epochs;
  int changes;
  private boolean isInEpoch;

  /**
   * @param weights as configured, by path
   * @param resources how many resource types there are
   */
  RecordedBalances(Map<String, Double> weights, int resources) {
    this.weights = weights;
    this.resources = resources;
  }

  @Override
  public void at(long offset, long millis) {
    isInEpoch = false;
    long passed = now < 0 ? 0 : millis - now;
    held.forEach(
        (leaf, amounts) -> {
          // A handle may be another application's, in another queue, before the epoch ends.
          for (int above = parents.get(leaf); above != 0; above = parents.get(above)) {
            double[] sum =
                integrals.computeIfAbsent(paths.get(above), unused -> new double[resources]);
            for (int j = 0; j < resources; j++) {
              sum[j] += (double) amounts[j] * passed / 1000;
            }
          }
        });
    now = millis;
    epochBegan = epochBegan < 0 ? millis : epochBegan;
  }

  @Override
  public void tree(int bound, int[] free, int[] nodes, boolean[] isLeaf) {
    for (int i = 0; i < isLeaf.length; i++) {
      added(nodes[2 * i], nodes[2 * i + 1], isLeaf[i], 1);
    }
  }

  @Override
  public void added(int node, int parent, boolean isLeaf, double weight) {
    parents.put(node, parent);
    leaves.put(node, isLeaf);
    held.remove(node);
    pending.remove(node);
  }

  @Override
  public void removed(int node) {
    held.remove(node);
    pending.remove(node);
  }

  @Override
  public void moved(int node, int parent) {
    throw new IllegalStateException("not in these tests");
  }

  @Override
  public void charged(int leaf, long[] task, long count) {
    change(leaf, task, count);
  }

  @Override
  public void released(int leaf, long[] task) {
    change(leaf, task, -1);
  }

  private void change(int leaf, long[] task, long count) {
    long[] amounts = held.computeIfAbsent(leaf, unused -> new long[resources]);
    for (int j = 0; j < resources; j++) {
      amounts[j] += task[j] * count;
    }
  }

  @Override
  public void demand(int leaf, Demand demand) {
    pending.put(leaf, demand);
  }

  @Override
  public void queue(int node, String path) {
    paths.put(node, path);
  }

  @Override
  public void weights(int node, double[] changed) {
    changes += isInEpoch ? 1 : 0;
  }

  @Override
  public void epochEnds(long halfLifeMillis, boolean onlyContended) {
    isInEpoch = true;
    epochs++;
    double kept = Math.pow(2, -(double) (now - epochBegan) / halfLifeMillis);
    balances.values().forEach(each -> scale(each, kept));
    for (String parent : List.copyOf(paths.values())) {
      List<String> children =
          weights.keySet().stream()
              .filter(path -> path.substring(0, path.lastIndexOf('.')).equals(parent))
              .toList();
      for (int j = 0; j < resources && !children.isEmpty(); j++) {
        if (!onlyContended || compete(children, j)) {
          charge(parent, children, j);
        }
      }
    }
    integrals.clear();
    epochBegan = now;
  }

  private static void scale(double[] amounts, double by) {
    for (int j = 0; j < amounts.length; j++) {
      amounts[j] *= by;
    }
  }

  private void charge(String parent, List<String> children, int resource) {
    double together = 0;
    double all = 0;
    for (String child : children) {
      together += integral(child, resource);
      all += weights.get(child);
    }
    for (String child : children) {
      balances.computeIfAbsent(child, unused -> new double[resources])[resource] +=
          integral(child, resource) - weights.get(child) / all * together;
    }
  }

  private boolean compete(List<String> children, int resource) {
    double all = children.stream().mapToDouble(weights::get).sum();
    double together = children.stream().mapToDouble(child -> held(child, resource)).sum();
    List<String> waiting = children.stream().filter(child -> isPending(child, resource)).toList();
    return waiting.size() > 1
        || (waiting.size() == 1
            && children.stream()
                .filter(child -> !child.equals(waiting.get(0)))
                .anyMatch(child -> held(child, resource) > weights.get(child) / all * together));
  }

  private List<Integer> below(String path) {
    List<Integer> found = new ArrayList<>();
    leaves.forEach(
        (node, isLeaf) -> {
          int above = node;
          while (isLeaf && above != 0) {
            above = parents.get(above);
            if (path.equals(paths.get(above))) {
              found.add(node);
              break;
            }
          }
        });
    return found;
  }

  private double integral(String path, int resource) {
    return integrals.getOrDefault(path, new double[resources])[resource];
  }

  private double held(String path, int resource) {
    double sum = 0;
    for (int leaf : below(path)) {
      sum += (double) held.getOrDefault(leaf, new long[resources])[resource];
    }
    return sum;
  }

  private boolean isPending(String path, int resource) {
    for (int leaf : below(path)) {
      Demand demand = pending.getOrDefault(leaf, Demand.NOTHING);
      for (int i = 0; i < demand.size(); i++) {
        if (demand.amount(i, resource) > 0) {
          return true;
        }
      }
    }
    return false;
  }
}
