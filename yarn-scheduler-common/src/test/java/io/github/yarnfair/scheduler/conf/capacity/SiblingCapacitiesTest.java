// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.conf.capacity;

import static io.github.yarnfair.scheduler.testing.SchedulerConf.resource;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.List;
import org.apache.hadoop.yarn.api.records.Resource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Expected values are what CapacityScheduler's capacity calculators make of the same vectors. */
class SiblingCapacitiesTest {
  private static final Resource PARENT = resource(1000, 100, 10, 0);

  /** Capacities of the siblings, what each is entitled to (memory, vcores, GPUs), weights. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          40; 60                                | 400 40 4; 600 60 6             | 40 60
          3w; 1w                                | 750 75 7; 250 25 2             | 3 1
          40; 1w                                | 400 40 4; 600 60 6             | 0.4 0.6
          40; 1w; 2w                            | 400 40 4; 200 20 2; 400 40 4   | 0.4 0.2 0.4
          [memory=200]; 50; 1w                  | 200 0 0; 400 50 5; 400 50 5    | 0.2 0.5 0.5
          [memory=50%,vcores=20%]; 1w           | 500 20 0; 500 80 10            | 0.5 1
          [memory=1w,vcores=6w]; [memory=3w,vcores=4w,yarn.io/gpu=1w] \
                                                | 250 60 0; 750 40 10            | 0.6 1
          [memory=100,vcores=50%]; [memory=1w,vcores=1w,yarn.io/gpu=2] \
                                                | 100 50 0; 900 50 2             | 0.5 0.9
          [memory=800]; [memory=1200]; 1w       | 400 0 0; 600 0 0; 0 100 10     | 0.4 0.6 1
          [memory=60%]; [memory=90%]            | 400 0 0; 600 0 0               | 0.4 0.6
          0; [memory=25%]; 5w                   | 0 0 0; 250 0 0; 750 100 10     | 1e-9 0.25 1
          100; 1w                               | 1000 100 10; 0 0 0             | 1 1e-9
          """)
  void siblingsOfSeveralKinds(String capacities, String entitled, String weights) {
    SiblingCapacities siblings =
        new SiblingCapacities(split(capacities).stream().map(CapacitySyntax::weight).toList());
    List<String> expected = split(entitled);
    for (int i = 0; i < expected.size(); i++) {
      String[] amounts = expected.get(i).split(" ", -1);
      assertThat(siblings.entitled(i, PARENT))
          .as(capacities + ": " + i)
          .isEqualTo(
              resource(
                  Long.parseLong(amounts[0]),
                  Integer.parseInt(amounts[1]),
                  Long.parseLong(amounts[2]),
                  0));
    }
    double[] expectedWeights =
        Arrays.stream(weights.split(" ", -1)).mapToDouble(Double::parseDouble).toArray();
    assertThat(siblings.weights(PARENT, PARENT)).containsExactly(expectedWeights, within(1e-12));
  }

  @Test
  void emptyClusterEntitlesAllAlike() {
    SiblingCapacities siblings =
        new SiblingCapacities(
            List.of(
                CapacitySyntax.weight("[memory=50%]"),
                CapacitySyntax.weight("3w"),
                CapacitySyntax.weight("0")));
    Resource none = resource(0, 0, 0, 0);
    assertThat(siblings.weights(none, none)).containsExactly(1, 1, QueueWeight.LEFTOVERS);
  }

  @Test
  void limitsOfSeveralKinds() {
    assertThat(CapacitySyntax.limit("[memory=50%,yarn.io/gpu=3]").resolve(PARENT))
        .isEqualTo(resource(500, 100, 3, 0));
    assertThat(CapacitySyntax.limit("[vcores=2.5%,yarn.io/gpu=30]").resolve(PARENT))
        .isEqualTo(resource(1000, 2, 10, 0));
  }

  private static List<String> split(String text) {
    return Arrays.stream(text.split(";", -1)).map(String::trim).toList();
  }
}
