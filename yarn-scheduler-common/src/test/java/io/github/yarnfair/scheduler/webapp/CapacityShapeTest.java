// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.webapp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.yarnfair.scheduler.conf.PreemptionSettings;
import io.github.yarnfair.scheduler.testing.NaiveScheduler;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.ResourceScheduler;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.capacity.CapacityScheduler;
import org.apache.hadoop.yarn.util.resource.DominantResourceCalculator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The REST answer in CapacityScheduler's shape, field by field beside the real one's. */
class CapacityShapeTest {
  private static final String SERVICE = "/ws/v1/cluster/scheduler";
  private static final String CAPACITY = "yarn.scheduler.capacity.";
  private static final String TYPE = "yarn.scheduler.naive.rest-type";

  /** Fields whose values mean something else here, or are not kept. */
  private static final List<String> OTHERWISE =
      List.of(
          "/health/.*",
          // Of the type of a resource, not of the queue.
          ".*/resourceInformation/./(minimum|maximum)Allocation",
          // Depends on what other queues use; there as it was at the last start of a master.
          ".*/research/.*/(AMResourceLimit|amLimit)/.*",
          // The order of a map there.
          ".*/queueCapacityVectorInfo/.*",
          // Users are not limited, and applications are ordered by their shares.
          ".*/userLimitFactor",
          ".*/orderingPolicyInfo",
          ".*/userAMResourceLimit/.*",
          ".*/userAmLimit/.*",
          ".*/userResourceLimit/.*",
          ".*/users/user/.*/amLimit/.*",
          // Root is in the mode of the queues below there.
          "/(weight|normalizedWeight|mode)",
          "/capacities/.*/(weight|normalizedWeight)",
          "/capacities/.*/weight");

  /** Queue files of each kind. */
  enum Queues {
    PERCENTAGES("75", "25", "60", "40") {
      @Override
      void addTo(BiConsumer<String, String> keys) {
        keys.accept("root.prod.maximum-capacity", "80");
        keys.accept("root.research.maximum-am-resource-percent", "0.4");
      }
    },
    WEIGHTS("3w", "1w", "2w", "2w") {
      @Override
      void addTo(BiConsumer<String, String> keys) {
        keys.accept("root.prod.maximum-capacity", "80");
        keys.accept("root.research.auto-queue-creation-v2.enabled", "true");
        keys.accept("root.research.auto-queue-creation-v2.template.capacity", "5w");
        keys.accept("root.research.auto-queue-creation-v2.leaf-template.maximum-capacity", "50");
        keys.accept("root.prod.acl_submit_applications", "eve,vera devs");
        keys.accept("root.prod.default-application-lifetime", "1000");
        keys.accept("root.prod.maximum-application-lifetime", "2000");
      }
    },
    AMOUNTS(
        "[memory=24576,vcores=24]",
        "[memory=8192,vcores=8]",
        "[memory=4096,vcores=4]",
        "[memory=4096,vcores=4]") {
      @Override
      void addTo(BiConsumer<String, String> keys) {
        keys.accept("root.prod.maximum-capacity", "[memory=28672,vcores=28]");
        keys.accept("root.research.vision.disable_preemption", "true");
      }
    };

    private final List<String> capacities;

    Queues(String... capacities) {
      this.capacities = List.of(capacities);
    }

    abstract void addTo(BiConsumer<String, String> keys);

    Map<String, String> settings(Class<? extends ResourceScheduler> scheduler) {
      Map<String, String> settings = new HashMap<>();
      settings.put(YarnConfiguration.RM_SCHEDULER, scheduler.getName());
      settings.put(YarnConfiguration.RESOURCE_TYPES, WebCluster.GPU + "," + WebCluster.MIC);
      settings.put(TYPE, "capacityScheduler");
      settings.put(YarnConfiguration.RM_SCHEDULER_ENABLE_MONITORS, String.valueOf(this == AMOUNTS));
      settings.put(PreemptionSettings.PREFIX + "observe_only", "true");
      BiConsumer<String, String> keys = (key, value) -> settings.put(CAPACITY + key, value);
      keys.accept("resource-calculator", DominantResourceCalculator.class.getName());
      keys.accept("maximum-am-resource-percent", "0.5");
      keys.accept("root.research.auto-queue-creation-v2.enabled", "false");
      keys.accept("root.prod.capacity", capacities.get(0));
      keys.accept("root.prod.maximum-capacity", "-1");
      keys.accept("root.research.capacity", capacities.get(1));
      keys.accept("root.research.vision.capacity", capacities.get(2));
      keys.accept("root.research.audio.capacity", capacities.get(3));
      addTo(keys);
      return settings;
    }
  }

  private static JsonNode answer(Map<String, String> settings) throws Exception {
    try (WebCluster cluster = new WebCluster(settings)) {
      cluster.start("train", "eve", "root.prod");
      cluster.start("test", "eve", "root.prod");
      cluster.start("train", "vera", "root.research.vision");
      return new ObjectMapper()
          .readTree(cluster.get(SERVICE).body())
          .at("/scheduler/schedulerInfo");
    }
  }

  private static void flatten(String path, JsonNode node, Map<String, JsonNode> into) {
    if (node.isObject() && !node.isEmpty()) {
      node.fields().forEachRemaining(e -> flatten(path + "/" + e.getKey(), e.getValue(), into));
    } else if (node.isArray()) {
      for (int i = 0; i < node.size(); i++) {
        String name = node.get(i).path("queueName").asText(Integer.toString(i));
        flatten(path + "/" + name, node.get(i), into);
      }
    } else {
      into.put(path, node);
    }
  }

  private static Map<String, JsonNode> fields(JsonNode answer) {
    Map<String, JsonNode> fields = new TreeMap<>();
    flatten("", answer, fields);
    return fields;
  }

  @ParameterizedTest
  @EnumSource
  void hasTheFieldsTypesAndValuesOfTheRealOne(Queues queues) throws Exception {
    Map<String, JsonNode> theirs = fields(answer(queues.settings(CapacityScheduler.class)));
    Map<String, JsonNode> ours = fields(answer(queues.settings(NaiveScheduler.class)));

    assertThat(ours.keySet()).containsAll(theirs.keySet());
    assertThat(ours.keySet().stream().filter(field -> !theirs.containsKey(field)))
        .allMatch(field -> field.contains("/share/") || field.equals("/schedulerName"));
    List<String> differences = new ArrayList<>();
    theirs.forEach(
        (field, value) -> {
          JsonNode own = ours.get(field);
          assertThat(own.getNodeType()).as(field).isEqualTo(value.getNodeType());
          // There 0 if the capacity is a weight, here the part that follows from it.
          boolean isWeight = queues == Queues.WEIGHTS && field.endsWith("/capacity");
          // Types that a vector does not name are not limited here, and 0 there.
          boolean isUnnamed =
              queues == Queues.AMOUNTS && field.matches(".*/resourceInformation/[23]/value");
          if (!isWeight
              && !isUnnamed
              && !isEqual(value, own)
              && OTHERWISE.stream().noneMatch(field::matches)) {
            differences.add(field + ": " + value + " there, " + own + " here");
          }
        });
    assertThat(differences).isEmpty();
  }

  /** Percentages are floats, computed by different ways. */
  private static boolean isEqual(JsonNode theirs, JsonNode ours) {
    return theirs.isNumber()
        ? Math.abs(theirs.asDouble() - ours.asDouble()) <= 1e-4 * Math.abs(theirs.asDouble())
        : theirs.equals(ours);
  }

  @Test
  void hasWhatOnlyThisProjectHasBeside() throws Exception {
    JsonNode prod = answer(Queues.PERCENTAGES.settings(NaiveScheduler.class)).at("/queues/queue/0");

    assertThat(prod.get("type").asText()).isEqualTo("capacitySchedulerLeafQueueInfo");
    assertThat(prod.at("/share/dominantShare").asDouble()).isEqualTo(6.25);
    assertThat(prod.at("/share/idealShare").asDouble()).isEqualTo(6.25);
    assertThat(prod.at("/share/dominantResource").asText()).isEqualTo("memory-mb");
  }

  @Test
  void anotherTypeIsRefusedAtTheStart() {
    Map<String, String> settings = Queues.WEIGHTS.settings(NaiveScheduler.class);
    settings.put(TYPE, "fairScheduler");
    assertThatThrownBy(() -> new WebCluster(settings))
        .hasStackTraceContaining(
            TYPE + " = \"fairScheduler\": expected hierarchicalFairScheduler or capacityScheduler");
  }
}
