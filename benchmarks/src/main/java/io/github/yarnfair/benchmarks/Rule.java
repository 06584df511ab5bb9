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
package io.github.yarnfair.benchmarks;

import io.github.yarnfair.core.FairnessPolicy;
import io.github.yarnfair.core.IdealShare;
import io.github.yarnfair.core.Selection;
import io.github.yarnfair.core.ShareTree;
import io.github.yarnfair.core.TreePassSelection;
import io.github.yarnfair.dff.DffPolicy;
import io.github.yarnfair.hdrf.HdrfPolicy;
import io.github.yarnfair.hdrf.PublishedHdrfPolicy;
import io.github.yarnfair.mch.MchPolicy;
import java.util.Arrays;
import java.util.List;

/** The rule by which the leaf is chosen. */
public enum Rule {
  /** No fairness at all, see {@link RotatingSelection}. */
  FLOOR("floor"),
  /** H-DRF by the corrected rule. */
  H_DRF("h-drf"),
  /** H-DRF's Algorithm 3 as printed. */
  H_DRF_PUBLISHED("h-drf-published"),
  /** DFF. */
  DFF("dff"),
  /**
   * MCH by ideal shares, computed once beforehand; a scheduler recomputes them at most once a
   * second.
   */
  MCH_EXACT("mch-exact"),
  /** MCH by product weights. */
  MCH_UNIFORM("mch-uniform");

  private final String label;

  Rule(String label) {
    this.label = label;
  }

  /** Returns all but the floor. */
  static List<Rule> fairOnes() {
    return Arrays.stream(values()).filter(rule -> rule != FLOOR).toList();
  }

  /** Returns the name on the command line and in tables. */
  public String label() {
    return label;
  }

  /** Returns whether the rule has a faster selection than the plain recursion. */
  boolean hasFastEngine(int resources) {
    Workload smallest =
        new Workload(new Setting(1, TreeShape.FLAT, resources, DemandKinds.LEAST, 1));
    return !(selection(smallest, Engine.FAST) instanceof TreePassSelection);
  }

  /** Creates the selection over a workload's tree; the floor has only one. */
  Selection selection(Workload workload, Engine engine) {
    if (this == FLOOR) {
      return new RotatingSelection(workload);
    }
    FairnessPolicy policy = policy(workload.tree());
    return engine == Engine.PLAIN
        ? new TreePassSelection(workload.tree(), policy)
        : policy.over(workload.tree());
  }

  private FairnessPolicy policy(ShareTree tree) {
    return switch (this) {
      case H_DRF -> new HdrfPolicy();
      case H_DRF_PUBLISHED -> new PublishedHdrfPolicy();
      case DFF -> new DffPolicy();
      case MCH_EXACT -> {
        IdealShare ideal = IdealShare.of(tree);
        yield MchPolicy.exact(sameTree -> ideal);
      }
      case MCH_UNIFORM -> MchPolicy.uniform();
      case FLOOR -> throw new IllegalStateException("the floor follows no policy");
    };
  }
}
