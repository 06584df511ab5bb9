// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.core.tree;

import static io.github.yarnfair.core.tree.ShareTree.NONE;
import static io.github.yarnfair.core.tree.ShareTree.ROOT;
import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Array;
import java.lang.reflect.Field;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Damages the private state of a sound tree, one way at a time. */
class ShareTreeAuditTest {
  private final ShareTree tree = new ShareTree(2);
  private final int queue = tree.addQueue(ROOT, 1);
  private final int first = tree.addLeaf(queue, 1);
  private final int second = tree.addLeaf(queue, 1);
  private final int other = tree.addLeaf(ROOT, 1);

  @BeforeEach
  void soundAtFirst() {
    tree.charge(first, new long[] {3, 0});
    tree.charge(second, new long[] {4, 5});
    assertThat(ShareTreeAudit.violations(tree)).isEmpty();
  }

  @Test
  void findsAQueueThatDoesNotSumItsLeaves() throws ReflectiveOperationException {
    damage("usage", queue * 2 + 1, 6L);
    expectViolation("node %d counts 6 of resource 1, its leaves hold 5".formatted(queue));
  }

  @Test
  void findsALeafWhoseUsageChangedAlone() throws ReflectiveOperationException {
    damage("usage", first * 2, 2L);
    expectViolation("node %d counts 2 of resource 0, its leaves hold 3".formatted(first));
  }

  @Test
  void findsATaskThatIsMissingFromADemandClass() throws ReflectiveOperationException {
    damageTasks(first, 2, 0L);
    expectViolation("node %d counts 3 of resource 0, its leaves hold 0".formatted(first));
    expectViolation("node %d counts 7 of resource 0, its leaves hold 4".formatted(queue));
    expectViolation("node %d counts 7 of resource 0, its leaves hold 4".formatted(ROOT));
    expectViolation("leaf %d holds no task of a class that it counts".formatted(first));
  }

  @Test
  void findsDemandClassesOutOfOrder() throws ReflectiveOperationException {
    tree.charge(first, new long[] {4, 0});
    damageTasks(first, 0, 4L);
    expectViolation("the demand classes of leaf %d are out of order".formatted(first));
  }

  @Test
  void findsANegativeUsage() throws ReflectiveOperationException {
    damage("usage", other * 2, -1L);
    expectViolation("node %d counts -1 of resource 0".formatted(other));
  }

  @Test
  void findsAWrongParent() throws ReflectiveOperationException {
    damageLink("parent", second, ROOT);
    expectViolation("node %d is a child of %d and names %d".formatted(second, queue, ROOT));
  }

  @Test
  void findsAnImpossibleWeight() throws ReflectiveOperationException {
    Array.set(read(read(tree, "weights"), "weights"), other, Double.NaN);
    expectViolation("node %d has weight NaN".formatted(other));
  }

  @Test
  void findsALeafThatWeighsDifferentlyInTheClasses() throws ReflectiveOperationException {
    ShareTree byClass = new ShareTree(new ShareSpace(ShareSpace.Kind.CLASS, 2, 1));
    int leaf = byClass.addLeaf(ROOT, 3);
    assertThat(ShareTreeAudit.violations(byClass)).isEmpty();
    Array.set(read(read(byClass, "weights"), "weights"), 2 * leaf + 1, 4.0);
    assertThat(ShareTreeAudit.violations(byClass))
        .contains("leaf %d weighs differently in the classes".formatted(leaf));
  }

  @Test
  void findsAWeightThatDoesNotCountAsItShould() throws ReflectiveOperationException {
    ShareTree byClass = new ShareTree(new ShareSpace(ShareSpace.Kind.CLASS, 2, 1));
    int parent = byClass.addQueue(ROOT, 1);
    int leaf = byClass.addLeaf(parent, 3);
    byClass.setWeight(parent, new double[] {1, 4});
    assertThat(ShareTreeAudit.violations(byClass)).isEmpty();
    Array.set(read(read(byClass, "weights"), "effective"), 2 * leaf + 1, 3.0);
    assertThat(ShareTreeAudit.violations(byClass))
        .contains("node %d counts by weight 3.0 in class 1, not 12.0".formatted(leaf));
    Array.set(read(read(byClass, "weights"), "effective"), 2 * leaf + 1, 12.0);
    Array.set(read(read(byClass, "weights"), "equal"), leaf, true);
    assertThat(ShareTreeAudit.violations(byClass))
        .containsExactly("node %d is wrong about whether it weighs alike".formatted(leaf));
  }

  @Test
  void findsAReachThatWasCharged() throws ReflectiveOperationException {
    ShareTree byClass = new ShareTree(new ShareSpace(ShareSpace.Kind.CLUSTER, 2, 1));
    int leaf = byClass.addLeaf(ROOT, 1);
    byClass.charge(leaf, new long[] {4, 0, ShareSpace.ANY_CLASS});
    assertThat(ShareTreeAudit.violations(byClass)).isEmpty();
    Array.set(read(byClass, "usage"), 3 * leaf + 2, 1L);
    assertThat(ShareTreeAudit.violations(byClass))
        .containsExactly("node %d counts 1 of resource 2, its leaves hold 0".formatted(leaf));
  }

  @Test
  void findsAFreeNodeThatIsLinked() throws ReflectiveOperationException {
    damage("kind", other, (byte) 0);
    expectViolation("node %d is linked but free".formatted(other));
  }

  @Test
  void findsALeafWithChildren() throws ReflectiveOperationException {
    damage("kind", queue, (byte) 2);
    expectViolation("leaf %d has children".formatted(queue));
  }

  @Test
  void findsANodeThatWasLost() throws ReflectiveOperationException {
    damageLink("next", first, NONE);
    expectViolation("4 nodes can be reached from the root, 5 are counted");
    expectViolation("the last child of node %d is %d, not %d".formatted(queue, first, second));
  }

  @Test
  void findsACircleOfSiblings() throws ReflectiveOperationException {
    damageLink("next", second, first);
    expectViolation("node %d comes after %d and names %d".formatted(first, second, NONE));
    expectViolation("5 are counted");
  }

  @Test
  void findsACircleThroughTheRoot() throws ReflectiveOperationException {
    damageLink("firstChild", other, ROOT);
    expectViolation("5 are counted");
  }

  @Test
  void findsABrokenLinkBack() throws ReflectiveOperationException {
    damageLink("previous", second, NONE);
    expectViolation("node %d comes after %d and names %d".formatted(second, first, NONE));
  }

  private void expectViolation(String part) {
    assertThat(ShareTreeAudit.violations(tree)).anyMatch(sentence -> sentence.contains(part));
  }

  private void damage(String array, int index, Object value) throws ReflectiveOperationException {
    Array.set(read(tree, array), index, value);
  }

  private void damageLink(String array, int node, int other) throws ReflectiveOperationException {
    Array.setInt(read(read(tree, "links"), array), node, other);
  }

  private void damageTasks(int leaf, int index, long value) throws ReflectiveOperationException {
    Array.setLong(Array.get(read(read(tree, "held"), "classes"), leaf), index, value);
  }

  private static Object read(Object owner, String name) throws ReflectiveOperationException {
    Field field = owner.getClass().getDeclaredField(name);
    field.setAccessible(true);
    return field.get(owner);
  }
}
