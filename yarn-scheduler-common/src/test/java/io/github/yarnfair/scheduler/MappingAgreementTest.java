// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.yarnfair.core.scenario.Seed;
import io.github.yarnfair.core.scenario.TestSize;
import io.github.yarnfair.scheduler.testing.NaiveScheduler;
import io.github.yarnfair.scheduler.testing.SchedulerConf;
import io.github.yarnfair.scheduler.testing.SchedulerErrors;
import io.github.yarnfair.scheduler.testing.SchedulerFixture;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.hadoop.fs.CommonConfigurationKeys;
import org.apache.hadoop.security.Groups;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.api.records.ApplicationSubmissionContext;
import org.apache.hadoop.yarn.exceptions.YarnException;
import org.apache.hadoop.yarn.server.resourcemanager.MockRM;
import org.apache.hadoop.yarn.server.resourcemanager.placement.ApplicationPlacementContext;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.ResourceScheduler;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.capacity.CapacityScheduler;
import org.apache.hadoop.yarn.util.resource.DominantResourceCalculator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Random queue mappings lead where they lead under CapacityScheduler, which is asked the same. A
 * rule that ignores fallbacks, the override, ambiguous names or queues that would be created fails
 * it within a few mappings.
 */
class MappingAgreementTest {
  private static final int RULE_SETS = TestSize.of(150, 30);

  private static final List<String> USERS = List.of("alice", "bob", "carol.x", "dave");
  private static final String GROUPS = "alice=staff,dev;bob=dev;carol.x=staff.eu,dev,bob;dave=";
  private static final List<String> MATCHED =
      List.of("alice", "bob", "carol.x", "staff", "dev", "staff.eu", "%user", "etl", "a");
  private static final List<String> QUEUES =
      List.of("default", "a", "bob", "dev", "root.users.bob", "root.default", "teams", "nowhere");
  private static final List<String> NAMES = List.of("etl", "dev", "");
  private static final List<String> TARGETS =
      List.of(
          "a",
          "default",
          "dev",
          "root.teams.dev",
          "users.alice",
          "root.users.%user",
          "users.%user",
          "%user",
          "%primary_group",
          "%primary_group.%user",
          "root.teams.%primary_group",
          "root.teams.%secondary_group",
          "teams.%secondary_group",
          "%secondary_group",
          "root.%secondary_group.%user",
          "%specified",
          "root.%specified",
          "root.teams.%application",
          "%application",
          "%default",
          "root.%user.bob",
          "root.users.%primary_group.%user",
          "users.%application",
          "root.%primary_group.%user.x",
          "%unknown");

  /** CapacityScheduler refuses these before any application comes. */
  private static final List<String> BAD_TARGETS =
      List.of(
          "bob", "nowhere", "root.nowhere", "root.users", "a.%user", "nowhere.%user", "root..a");

  private static final List<String> POLICIES =
      List.of(
          "specified",
          "reject",
          "defaultQueue",
          "user",
          "primaryGroup",
          "secondaryGroup",
          "primaryGroupUser",
          "secondaryGroupUser",
          "applicationName",
          "custom",
          "setDefaultQueue");

  private final SchedulerErrors errors = new SchedulerErrors();
  private final List<MockRM> managers = new ArrayList<>();

  @BeforeEach
  void boot() {
    Groups.getUserToGroupsMappingServiceWithLoadedConfiguration(conf(NaiveScheduler.class).build());
    for (Class<? extends ResourceScheduler> scheduler :
        List.of(CapacityScheduler.class, NaiveScheduler.class)) {
      MockRM rm = SchedulerFixture.resourceManager(conf(scheduler), null, errors);
      rm.start();
      managers.add(rm);
    }
  }

  @AfterEach
  void stop() {
    managers.forEach(MockRM::stop);
    errors.close();
  }

  /** Leaf queues root.a, root.default, root.users.alice, .bob, root.teams.bob, .dev, .staff. */
  private static SchedulerConf conf(Class<? extends ResourceScheduler> scheduler) {
    SchedulerConf conf =
        SchedulerConf.of(scheduler)
            .queues("root", "a,default,users,teams")
            .queues("root.users", "alice,bob")
            .queues("root.teams", "bob,dev,staff")
            .set("resource-calculator", DominantResourceCalculator.class.getName())
            .yarn(CommonConfigurationKeys.HADOOP_USER_GROUP_STATIC_OVERRIDES, GROUPS)
            .yarn("yarn.scheduler.minimum-allocation-vcores", 1);
    for (String queue :
        List.of(
            "a",
            "default",
            "users",
            "users.alice",
            "users.bob",
            "teams",
            "teams.bob",
            "teams.dev",
            "teams.staff")) {
      conf.set("root." + queue + ".capacity", "1w");
    }
    return conf;
  }

  @Test
  void randomMappingsLeadWhereTheyDoUnderCapacityScheduler() {
    long seed = Seed.of("mappings", 20261122);
    int refused = 0;
    int placed = 0;
    for (int i = 0; i < RULE_SETS; i++) {
      Mappings mappings = Mappings.random(Seed.random(seed, i));
      List<String> expected = answers(managers.get(0), mappings);
      List<String> answers = answers(managers.get(1), mappings);
      assertThat(differences(expected, answers))
          .as("seed %d, set %d: %s", seed, i, mappings)
          .isEmpty();
      refused += expected.size() == 1 ? 1 : 0;
      placed += (int) expected.stream().filter(answer -> answer.contains("-> root.")).count();
    }
    assertThat(refused)
        .as("sets of rules that are refused")
        .isBetween(RULE_SETS / 30, RULE_SETS / 2);
    assertThat(placed).as("submissions that are placed").isGreaterThan(5 * RULE_SETS);
  }

  private static List<String> differences(List<String> expected, List<String> answers) {
    if (expected.size() != answers.size()) {
      return List.of(expected.get(0) + ", but " + answers.get(0));
    }
    return IntStream.range(0, expected.size())
        .filter(i -> !expected.get(i).equals(answers.get(i)))
        .filter(i -> !isForNoGroup(expected.get(i)))
        .mapToObj(i -> expected.get(i) + ", but " + answers.get(i))
        .toList();
  }

  /** For whoever is in no group CapacityScheduler creates a queue by the name of the variable. */
  private static boolean isForNoGroup(String answer) {
    return answer.startsWith("dave ") && answer.contains("y_group");
  }

  /** What becomes of each submission; one line if the mappings are refused. */
  private static List<String> answers(MockRM rm, Mappings mappings) {
    try {
      ResourceScheduler scheduler = rm.getResourceScheduler();
      scheduler.reinitialize(mappings.addTo(conf(scheduler.getClass())).build(), rm.getRMContext());
    } catch (IOException e) {
      return List.of("refused");
    }
    List<String> answers = new ArrayList<>();
    for (String user : USERS) {
      for (String queue : QUEUES) {
        for (String name : NAMES) {
          String submission = user + " to " + queue + " as \"" + name + "\"";
          answers.add(submission + " -> " + place(rm, user, queue, name));
        }
      }
    }
    return answers;
  }

  private static String place(MockRM rm, String user, String queue, String name) {
    ApplicationSubmissionContext submission =
        ApplicationSubmissionContext.newInstance(
            ApplicationId.newInstance(1, 1), name, queue, null, null, false, false, 1, null);
    try {
      ApplicationPlacementContext placement =
          rm.getRMContext().getQueuePlacementManager().placeApplication(submission, user);
      return placement == null ? "as submitted" : placement.getFullQueuePath();
    } catch (YarnException e) {
      return "refused";
    }
  }

  /** A set of mappings in one of the two forms. */
  private record Mappings(
      String form, String rules, String names, boolean overrides, List<String> creating) {
    static Mappings random(Random random) {
      boolean isJson = random.nextBoolean();
      int rules = 1 + random.nextInt(4);
      return new Mappings(
          isJson ? "json" : "legacy",
          IntStream.range(0, rules)
              .mapToObj(i -> isJson ? jsonRule(random) : entry(random))
              .collect(Collectors.joining(",")),
          random.nextBoolean() ? "etl:" + target(random) : "",
          random.nextBoolean(),
          Stream.of("root", "root.users", "root.teams")
              .filter(q -> random.nextInt(3) == 0)
              .toList());
    }

    private static String entry(Random random) {
      return pick(List.of("u", "g"), random) + ":" + pick(MATCHED, random) + ":" + target(random);
    }

    private static String target(Random random) {
      return pick(random.nextInt(6) == 0 ? BAD_TARGETS : TARGETS, random);
    }

    private static String jsonRule(Random random) {
      String type = pick(List.of("user", "group", "application"), random);
      boolean matchesAll = type.equals("user") && random.nextBoolean();
      String parent = pick(List.of("", "root.users", "users", "root.teams", "root"), random);
      return """
      {"type":"%s","matches":"%s","policy":"%s","fallbackResult":"%s","create":%b,
       %s"customPlacement":"%s","value":"%s"}"""
          .formatted(
              type,
              matchesAll ? "*" : pick(MATCHED, random),
              pick(POLICIES, random),
              pick(List.of("skip", "reject", "placeDefault"), random),
              random.nextBoolean(),
              parent.isEmpty() ? "" : "\"parentQueue\":\"" + parent + "\",",
              target(random),
              pick(List.of("root.a", "a", "root.users.%user", "nowhere"), random));
    }

    private static String pick(List<String> choices, Random random) {
      return choices.get(random.nextInt(choices.size()));
    }

    SchedulerConf addTo(SchedulerConf conf) {
      creating.forEach(queue -> conf.set(queue + ".auto-queue-creation-v2.enabled", true));
      return conf.set("mapping-rule-format", form)
          .set("mapping-rule-json", form.equals("json") ? "{\"rules\":[" + rules + "]}" : "")
          .set("queue-mappings", form.equals("json") ? "" : rules)
          .set("queue-mappings-override.enable", overrides)
          .yarn("yarn.scheduler.queue-placement-rules.app-name", names);
    }
  }
}
