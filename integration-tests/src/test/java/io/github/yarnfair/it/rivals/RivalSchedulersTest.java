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
package io.github.yarnfair.it.rivals;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.yarnfair.core.scenario.TreeSpec;
import java.util.Collections;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * One workload under three schedulers. Where they agree while the cluster fills, they differ once
 * tasks end and others take their place.
 */
class RivalSchedulersTest {
  private static final List<Long> SEEDS = List.of(1L, 2L, 3L);
  private static final List<ResourceKind> CPU_GPU = List.of(ResourceKind.CPU, ResourceKind.GPU);
  private static final List<ResourceKind> CPU_MEM_GPU =
      List.of(ResourceKind.CPU, ResourceKind.MEM, ResourceKind.GPU);

  @ParameterizedTest
  @ValueSource(ints = {1, 3})
  void probe(int applications) throws Exception {
    TreeSpec root =
        TreeSpec.queue(
            "root",
            TreeSpec.queue("n1", TreeSpec.leaf("n1,1", 1, 0)),
            TreeSpec.queue("n2", TreeSpec.leaf("n2,1", 1, 0), TreeSpec.leaf("n2,2", 0, 1)));
    Workload workload =
        new Workload(
            root,
            CPU_GPU,
            Stream.concat(
                    Collections.nCopies(4, new long[] {16, 0}).stream(),
                    Collections.nCopies(2, new long[] {8, 4}).stream())
                .toList(),
            applications);
    Comparison.run("fig 4", workload, 60, SEEDS, Rival.values());
    root =
        TreeSpec.queue(
            "root",
            TreeSpec.queue("n1", TreeSpec.leaf("n1,1", 1, 0)),
            TreeSpec.queue("n2", TreeSpec.leaf("n2,1", 1, 0), TreeSpec.leaf("n2,2", 1, 1)));
    workload =
        new Workload(
            root,
            CPU_GPU,
            Stream.concat(
                    Collections.nCopies(4, new long[] {16, 0}).stream(),
                    Collections.nCopies(2, new long[] {8, 4}).stream())
                .toList(),
            applications);
    Comparison.run("fig 4 with gpu tasks that need cpu", workload, 60, SEEDS, Rival.values());
  }
  @ParameterizedTest
  @ValueSource(ints = {1, 3})
  void paper(int applications) throws Exception {
    TreeSpec root =
        TreeSpec.queue(
            "root",
            TreeSpec.queue("n1", TreeSpec.leaf("n1,1", 1, 1, 0), TreeSpec.leaf("n1,2", 1, 0, 1)),
            TreeSpec.queue(
                "n2",
                TreeSpec.leaf("n2,1", 1, 1, 0),
                TreeSpec.leaf("n2,2", 1, 1, 0),
                TreeSpec.leaf("n2,3", 1, 1, 0)),
            TreeSpec.queue("n3", TreeSpec.leaf("n3,1", 1, 1, 0)));
    Workload workload =
        new Workload(root, CPU_MEM_GPU, Collections.nCopies(50, new long[] {6, 4, 1}), applications);
    Comparison.run("5.2", workload, 150, SEEDS, Rival.values());
  }

  @Test
  void cex() throws Exception {
    TreeSpec root =
        TreeSpec.queue(
            "root",
            TreeSpec.queue("n1", TreeSpec.leaf("a", 1, 1, 0), TreeSpec.leaf("b", 0, 5, 1)),
            TreeSpec.queue("n2", TreeSpec.leaf("c", 1, 0, 0)),
            TreeSpec.queue("n3", TreeSpec.leaf("d", 1, 0, 0)));
    Workload workload =
        new Workload(root, CPU_MEM_GPU, List.of(new long[] {99, 990, 99}), 1);
    Comparison.run("cex", workload, 150, SEEDS, Rival.values());
  }
}
