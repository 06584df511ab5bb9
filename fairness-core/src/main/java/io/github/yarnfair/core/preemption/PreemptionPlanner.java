// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.core.preemption;

import io.github.yarnfair.core.policy.FairnessPolicy;
import io.github.yarnfair.core.tree.ShareTree;
import java.util.List;

/**
 * Plans which tasks have to end so that leaves and queues below their ideal share are served.
 *
 * <p>Room for a task of leaf g is made on one node by ending tasks there. For a victim of leaf l,
 * let C be the lowest queue above both, L and G its children towards l and g, and J the resources
 * of which the task of g needs more than is free.
 *
 * <ol>
 *   <li>Gain: G with the task, and without the victims below it, stays within its ideal usage of J.
 *       So the queue's entitlement decides, in whole tasks; which leaf below G is served, the
 *       policy's turn decides.
 *   <li>Loss: L exceeded its ideal usage of J, by more than is ignored, and keeps its ideal usage
 *       without the victim. Every node from l up to L has more than its ideal usage.
 *   <li>Use: the victim holds something of J, and the task does not fit without it.
 *   <li>Turn: if the node's room were offered, the policy would give it to the task, and to no task
 *       like one that has ended. If it would serve another leaf instead, room is made for that
 *       leaf's task, by the rules of this step or an earlier one (decision 120); the permission to
 *       preempt remains g's. If no such room can be made on the node, the room for g's task may go
 *       to a task of the other leaf, which stays within its own ideal usage with that one.
 *       Otherwise the room would be made again.
 *   <li>Idleness: no resource that the victim holds is left idle, unless G holds less than half of
 *       its ideal usage of J, or the task uses as large a part of the cluster as is left idle.
 *   <li>Entitlement: a queue below what it is entitled to gets a whole task from queues above
 *       theirs, also if they fall below their ideal usage (decision 91).
 *   <li>Improvement: with all that starts then, the {@linkplain Shortfalls shortfalls} fall.
 * </ol>
 *
 * <p>With machine classes, room and fit are of the amounts of the node's class, and entitlements,
 * excess and budget of the entries of a {@linkplain io.github.yarnfair.core.tree.ShareSpace share}.
 * A task that floats among classes gives no claim, but may take room in its leaf's turn.
 *
 * <p>Victims are sought in {@link Strictness steps} over all nodes, so that a task whose end costs
 * more than necessary ends only where no other would do. A node on which one step makes room is
 * left alone by the next ones. Decision 91 shows that preemption ends.
 *
 * <p>Not thread-safe; one object per plan. The given tree is not changed. A plan tries each node
 * for each kind of pending task that may gain (tasks of one queue that need the same are one kind)
 * and is bounded by 100,000 attempts, and on each node by 64 in vain.
 */
public final class PreemptionPlanner {
  private final SupposedTree supposed;
  private final PreemptionRules rules;

  /**
   * @param tree the tree as it is; copied
   * @param policy the policy whose turns count; used for this plan alone
   */
  public PreemptionPlanner(ShareTree tree, FairnessPolicy policy, PreemptionRules rules) {
    supposed = new SupposedTree(tree, policy);
    this.rules = rules;
  }

  /**
   * Returns the tasks that have to end, each once.
   *
   * @param nodes the nodes on which tasks may be preempted; those with warned tasks come first.
   *     What the tree holds beyond their tasks cannot be taken
   */
  public List<PlannedPreemption> plan(List<PreemptableNode> nodes) {
    return new Planning(supposed, rules, nodes).plan();
  }
}
