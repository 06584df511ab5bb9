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
package io.github.yarnfair.simulator.scenario;

import io.github.yarnfair.core.FairnessPolicy;
import io.github.yarnfair.core.NaivePolicy;
import io.github.yarnfair.core.Selection;
import io.github.yarnfair.core.ShareTree;
import io.github.yarnfair.dff.DffPolicy;
import io.github.yarnfair.drfh.DrfhPolicy;
import io.github.yarnfair.hdrf.HdrfPolicy;
import io.github.yarnfair.hdrf.PublishedHdrfPolicy;
import io.github.yarnfair.mch.MchPolicy;
import io.github.yarnfair.simulator.baseline.CollapsedHierarchiesPolicy;
import io.github.yarnfair.simulator.baseline.FlatDrfPolicy;
import io.github.yarnfair.simulator.baseline.FollowIdealPolicy;
import io.github.yarnfair.simulator.baseline.LeastApplicationDffPolicy;
import io.github.yarnfair.simulator.baseline.LeastApplicationPolicy;
import io.github.yarnfair.simulator.baseline.RescaleOnlyPolicy;
import io.github.yarnfair.simulator.baseline.UntilExhausted;
import io.github.yarnfair.udrf.UdrfPolicy;
import java.util.Arrays;
import java.util.Optional;
import java.util.function.Supplier;

/** Everything that a case can be run under, by the names that case files use. */
public enum Rule {
  /** Dynamic H-DRF by the corrected rule. */
  H_DRF("h-drf", HdrfPolicy::new),
  /** Dynamic H-DRF as printed. */
  H_DRF_PUBLISHED("h-drf-published", PublishedHdrfPolicy::new),
  /** Dynamic DFF. */
  DFF("dff", DffPolicy::new),
  /** MCH by ideal shares. */
  MCH_EXACT("mch-exact", MchPolicy::exact),
  /** MCH by the product weights for all. */
  MCH_UNIFORM("mch-uniform", MchPolicy::uniform),
  /** MCH by the paper's weights. */
  MCH("mch", MchPolicy::published),
  /** Flat DRFH. */
  DRFH("drfh", DrfhPolicy::new),
  /** The online rule of UDRF, flat: on one machine class, H-DRF without the queues of queues. */
  UDRF("udrf", UdrfPolicy::new),
  /** DRF at each level. */
  NAIVE("naive", NaivePolicy::new),
  /** DRF at each level until any resource is exhausted. */
  CS_CURRENT("cs-current", NaivePolicy::new) {
    @Override
    public Selection over(ShareTree tree) {
      return new UntilExhausted(tree, super.over(tree));
    }
  },
  /** H-DRF without regard to which nodes are blocked. */
  RESCALE_ONLY("rescale-only", RescaleOnlyPolicy::new),
  /** H-DRF that rates a queue by its least application. */
  LEAST_APPLICATION("h-drf-least-application", LeastApplicationPolicy::new),
  /** DFF that rates a queue by its least application. */
  LEAST_APPLICATION_DFF("dff-least-application", LeastApplicationDffPolicy::new),
  /** Whatever is furthest below its ideal share, kind by kind. */
  IDEAL_BY_KINDS("ideal-by-kinds", FollowIdealPolicy::new),
  /** Collapsed hierarchies. */
  CH("ch", CollapsedHierarchiesPolicy::new),
  /** Flat DRF. */
  DRF("drf", FlatDrfPolicy::new);

  private final String label;

  @SuppressWarnings("ImmutableEnumChecker") // constructors, which hold nothing
  private final Supplier<FairnessPolicy> policy;

  Rule(String label, Supplier<FairnessPolicy> policy) {
    this.label = label;
    this.policy = policy;
  }

  /** Returns the rule of a name, in whatever case the letters are. */
  public static Optional<Rule> named(String name) {
    return Arrays.stream(values()).filter(rule -> rule.label.equalsIgnoreCase(name)).findFirst();
  }

  /** Returns a policy of its own for one tree. */
  public FairnessPolicy policy() {
    return policy.get();
  }

  /** Returns a selection over a tree by this rule. */
  public Selection over(ShareTree tree) {
    return policy().over(tree);
  }

  /** Returns the name. */
  @Override
  public String toString() {
    return label;
  }
}
