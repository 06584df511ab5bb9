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
package io.github.yarnfair.core;

import static io.github.yarnfair.core.ShareTree.ROOT;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.yarnfair.core.scenario.RandomTreeEvents;
import io.github.yarnfair.core.scenario.Seed;
import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.IntToLongFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/**
 * {@link ShareTree#copy} copies every field but the listeners. Fields are read by reflection, down
 * to numbers and immutable {@link Demand}s, so that a field that is added and not copied fails.
 */
class ShareTreeCopyTest {
  private static final int ROUNDS = 30;
  private static final int EVENTS = 50;

  /** Behind a leaf's last class is what it held once: {@link ShareTree#held} is compared. */
  private static final Set<String> NOT_READ = Set.of("tree.listeners", "tree.held.classes");

  private static final Set<String> CONSTANT =
      Set.of(
          "tree.stride",
          "tree.pairs",
          "tree.shares",
          "tree.space",
          "tree.weights.width",
          "tree.held.resources",
          "tree.held.stride");

  @Test
  void copyEqualsTheTreeFieldByFieldAndNeitherFollowsTheOther() throws Exception {
    long seed = Seed.of("copyEqualsTheTree", 33);
    Set<String> fields = new TreeSet<>();
    Set<String> changed = new TreeSet<>();
    for (int round = 0; round < ROUNDS; round++) {
      Random random = Seed.random(seed, round);
      ShareSpace space =
          new ShareSpace(ShareSpace.Kind.CLASS, 1 + round % 3, 1 + random.nextInt(3));
      RandomTreeEvents events = new RandomTreeEvents(space, random, 12);
      for (int event = 0; event < EVENTS; event++) {
        events.somethingHappens();
      }
      ShareTree tree = events.tree();
      Map<String, Object> before = fields(tree);
      ShareTree copy = tree.copy();
      assertThat(differences(before, copy)).as("copy, round %d", round).isEmpty();
      changeAll(tree);
      assertThat(differences(before, copy)).as("after a change of the tree").isEmpty();

      changed.addAll(differences(before, tree));
      Map<String, Object> after = fields(tree);
      ShareTree second = tree.copy();
      assertThat(differences(after, second)).as("second copy, round %d", round).isEmpty();
      changeAll(second);
      assertThat(differences(after, tree)).as("after a change of the copy").isEmpty();
      before.keySet().forEach(path -> fields.add(withoutIndices(path)));
    }
    // A field that never changes could be left out of the copy, or be shared with it, unnoticed.
    fields.removeAll(changed);
    assertThat(fields).isEqualTo(CONSTANT);
  }

  @Test
  void listenersOfTheTreeHearNothingOfTheCopy() {
    ShareTree tree = new ShareTree(1);
    int[] heard = new int[1];
    tree.addListener(
        new TreeListener() {
          @Override
          public void capacityChanged() {
            heard[0]++;
          }
        });
    tree.setCapacity(new long[] {1});
    tree.copy().setCapacity(new long[] {2});
    assertThat(heard[0]).isEqualTo(1);
  }

  /** Changes every field: nodes come, go, move and get other weights, limits, usage and demand. */
  private static void changeAll(ShareTree tree) {
    int m = tree.space().length();
    IntStream.range(0, tree.handleBound()).filter(tree::contains).forEach(n -> change(tree, n));
    int queue = tree.addQueue(ROOT, 2);
    for (int i = 0; i < 40; i++) {
      change(tree, tree.addLeaf(queue, 1));
    }
    int moved = tree.addLeaf(ROOT, 1);
    tree.remove(tree.addLeaf(queue, 1));
    tree.move(moved, queue);
    if (tree.space().classes() > 1) {
      tree.setWeight(
          ROOT,
          IntStream.range(0, tree.space().classes()).asDoubleStream().map(w -> w + 7).toArray());
    }
    tree.setCapacity(vector(m, j -> tree.capacity(j) + 1));
    tree.setNodeShapes(List.of(vector(m, j -> tree.capacity(j))));
  }

  private static void change(ShareTree tree, int node) {
    int m = tree.space().length();
    tree.setWeight(node, tree.weight(node) + 1);
    if (tree.isLeaf(node)) {
      tree.setRank(node, tree.priority(node) + 1, tree.submission(node) + 1_000);
    } else {
      tree.setInOrder(node, !tree.isInOrder(node));
    }
    tree.setLimit(node, vector(m, j -> tree.usage(node, j) + 100));
    if (tree.isLeaf(node)) {
      long[] task = vector(m, j -> tree.usage(node, j) + 1);
      Demand held = tree.held(node);
      IntStream.range(0, held.size()).forEach(i -> tree.charge(node, held.vector(i)));
      tree.charge(node, task);
      tree.setDemand(node, tree.demand(node).plus(task, 1));
    }
  }

  private static long[] vector(int length, IntToLongFunction amount) {
    return IntStream.range(0, length).mapToLong(amount).toArray();
  }

  /** Returns the fields in which a tree differs from what was read before. */
  private static Set<String> differences(Map<String, Object> before, ShareTree tree)
      throws IllegalAccessException {
    Map<String, Object> now = fields(tree);
    Set<String> paths = new TreeSet<>(before.keySet());
    paths.addAll(now.keySet());
    return paths.stream()
        .filter(path -> !Objects.equals(before.get(path), now.get(path)))
        .map(ShareTreeCopyTest::withoutIndices)
        .collect(Collectors.toSet());
  }

  /** Returns what the fields of a tree hold, by path. */
  private static Map<String, Object> fields(ShareTree tree) throws IllegalAccessException {
    Map<String, Object> fields = new TreeMap<>();
    read("tree", tree, fields);
    for (int n = 0; n < tree.handleBound(); n++) {
      fields.put("tree.held(n)[" + n + "]", tree.held(n).toString());
    }
    return fields;
  }

  private static void read(String path, Object value, Map<String, Object> fields)
      throws IllegalAccessException {
    if (value == null
        || value instanceof Number
        || value instanceof Boolean
        || value instanceof ShareSpace) {
      fields.put(path, String.valueOf(value));
    } else if (value instanceof Demand) {
      fields.put(path, value);
    } else if (value.getClass().isArray()) {
      fields.put(path + ".length", Array.getLength(value));
      for (int i = 0; i < Array.getLength(value); i++) {
        read(path + "[" + i + "]", Array.get(value, i), fields);
      }
    } else {
      for (Field field : value.getClass().getDeclaredFields()) {
        String name = path + "." + field.getName();
        if (!Modifier.isStatic(field.getModifiers()) && !NOT_READ.contains(name)) {
          field.setAccessible(true);
          read(name, field.get(value), fields);
        }
      }
    }
  }

  private static String withoutIndices(String path) {
    return path.replaceAll("\\[\\d+]|\\.length$", "");
  }
}
