// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.conf.file;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.yarnfair.scheduler.conf.KeyReader;
import io.github.yarnfair.scheduler.conf.QueueFileException;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.api.records.QueueACL;
import org.apache.hadoop.yarn.api.records.ReservationACL;
import org.apache.hadoop.yarn.server.resourcemanager.reservation.ReservationSchedulerConfiguration;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.capacity.AutoCreatedQueueTemplate;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.capacity.CapacitySchedulerConfiguration;
import org.junit.jupiter.api.Test;

/**
 * Every key that CapacityScheduler's configuration classes define is acted on or named in the log,
 * and has its row in {@code docs/configuration.md}.
 */
class CapacitySchedulerKeysTest {
  /** Constants that are no keys: values, names, parts of patterns. */
  private static final Set<String> NO_KEYS =
      Set.of(
          "CS_CONFIGURATION_FILE",
          "PREFIX",
          "DOT",
          "ROOT",
          "ALL_ACL",
          "NONE_ACL",
          "USER_WEIGHT",
          "USER_WEIGHT_REGEX",
          "WEIGHT_SUFFIX",
          "PATTERN_FOR_ABSOLUTE_RESOURCE",
          "FIFO_APP_ORDERING_POLICY",
          "FAIR_APP_ORDERING_POLICY",
          "FIFO_WITH_PARTITIONS_APP_ORDERING_POLICY",
          "FIFO_FOR_PENDING_APPS",
          "QUEUE_UTILIZATION_ORDERING_POLICY",
          "QUEUE_PRIORITY_UTILIZATION_ORDERING_POLICY",
          "MAPPING_RULE_FORMAT_LEGACY",
          "MAPPING_RULE_FORMAT_JSON",
          "MAPPING_RULE_FORMAT_DEFAULT",
          "WILDCARD_QUEUE");

  /** Prefixes: nothing by themselves, but what a key below them may be. */
  private static final Map<String, String> BELOW_PREFIX =
      Map.of(
          "USER_SETTINGS", "user-settings.alice.weight",
          "ACCESSIBLE_NODE_LABELS", "accessible-node-labels.x.capacity",
          "ORDERING_POLICY", "ordering-policy.fair.enable-size-based-weight",
          "SCHEDULE_ASYNCHRONOUSLY_PREFIX", "schedule-asynchronously.enable",
          "AUTO_CREATE_CHILD_QUEUE_PREFIX", "auto-create-child-queue.enabled",
          "AUTO_QUEUE_CREATION_V2_PREFIX", "auto-queue-creation-v2.enabled",
          "AUTO_CREATED_LEAF_QUEUE_TEMPLATE_PREFIX", "leaf-queue-template.capacity",
          "AUTO_QUEUE_TEMPLATE_PREFIX", "auto-queue-creation-v2.template.capacity",
          "AUTO_QUEUE_LEAF_TEMPLATE_PREFIX", "auto-queue-creation-v2.leaf-template.capacity",
          "AUTO_QUEUE_PARENT_TEMPLATE_PREFIX", "auto-queue-creation-v2.parent-template.capacity");

  private static final String QUEUE = KeyReader.PREFIX + "root.a.";

  /** The full names of all keys, for a queue root.a where they are about a queue. */
  private static Set<String> theirs() throws IllegalAccessException {
    Set<String> keys = new TreeSet<>();
    Set<String> names = new TreeSet<>();
    for (Class<?> type :
        List.of(
            CapacitySchedulerConfiguration.class,
            AutoCreatedQueueTemplate.class,
            ReservationSchedulerConfiguration.class)) {
      for (Field field : type.getDeclaredFields()) {
        if (Modifier.isStatic(field.getModifiers()) && field.getType() == String.class) {
          field.setAccessible(true);
          names.add(field.getName());
          addKey(field.getName(), (String) field.get(null), keys);
        }
      }
    }
    assertThat(names).as("no exception is out of date").containsAll(NO_KEYS);
    assertThat(names).containsAll(BELOW_PREFIX.keySet());
    Stream.of(QueueACL.values(), ReservationACL.values())
        .flatMap(Arrays::stream)
        .forEach(acl -> keys.add(QUEUE + "acl_" + acl.toString().toLowerCase(Locale.ROOT)));
    keys.add(QUEUE + "acl_application_max_priority");
    keys.add(KeyReader.PREFIX + "user.alice.max-parallel-apps");
    return keys;
  }

  private static void addKey(String name, String value, Set<String> keys) {
    boolean isDefault = name.startsWith("DEFAULT_") && !value.startsWith("default-");
    if (NO_KEYS.contains(name) || isDefault) {
      return;
    }
    String property = BELOW_PREFIX.getOrDefault(name, value);
    if (name.equals("SCHEDULE_ASYNCHRONOUSLY_PREFIX")) {
      keys.add(KeyReader.PREFIX + property);
    } else if (name.startsWith("UNDER_UTILIZED_PREEMPTION")) {
      keys.add(KeyReader.PREFIX + "ordering-policy.priority-utilization." + value);
    } else if (name.equals("INTRA_QUEUE_PREEMPTION_CONFIG_PREFIX")) {
      keys.add(QUEUE + value + "disable_preemption");
    } else if (value.endsWith(".") && value.startsWith("yarn.")) {
      keys.add(value + "anything");
    } else {
      keys.add(property.startsWith("yarn.") ? property : QUEUE + property);
    }
  }

  @Test
  void everyKeyIsActedOnOrNamedInTheLog() throws Exception {
    for (String key : theirs()) {
      Configuration conf = Keys.conf("root.queues", "a");
      conf.set(key, "7", Keys.FILE);
      assertThat(isActedOn(key) || isNamed(conf, key)).as(key).isTrue();
    }
  }

  private static boolean isActedOn(String key) {
    if (key.startsWith(QUEUE)) {
      String property = Vocabulary.withoutNames(key.substring(QUEUE.length()));
      return Vocabulary.QUEUE.actedOn().contains(property);
    }
    return key.startsWith(KeyReader.PREFIX)
        ? Vocabulary.GLOBAL
            .actedOn()
            .contains(Vocabulary.withoutUser(key.substring(KeyReader.PREFIX.length())))
        : Vocabulary.ELSEWHERE.actedOn().contains(key);
  }

  private static boolean isNamed(Configuration conf, String key) throws QueueFileException {
    return QueueFile.load(conf, Keys.FILE).ignoredKeys().stream()
        .anyMatch(notice -> notice.key().equals(key));
  }

  /** With {@code -Dyarnfair.writeKeys=true} the rows are written. */
  @Test
  void theRowsOfQueueKeysAreThoseOfTheDeclarations() throws Exception {
    if (Boolean.getBoolean(KeyPage.WRITE)) {
      KeyPage.write();
    }
    assertThat(KeyPage.written()).containsExactlyElementsOf(KeyPage.derived());
  }

  @Test
  void thePageHasARowForEachOtherKeyAndSaysWhatTheLogSays() throws Exception {
    Map<String, String> expected = new TreeMap<>();
    addRows(Vocabulary.GLOBAL, "", expected);
    addRows(Vocabulary.ELSEWHERE, "", expected);
    Map<String, String> rows = rows();
    rows.keySet().removeIf(key -> key.startsWith("<queue>."));
    assertThat(rows.keySet()).containsExactlyElementsOf(expected.keySet());
    expected.forEach((key, row) -> assertThat(rows.get(key)).as(key).startsWith(row));
  }

  private static void addRows(Vocabulary vocabulary, String before, Map<String, String> rows) {
    vocabulary.actedOn().forEach(key -> rows.put(before + key, "acted on | "));
    vocabulary
        .ignored()
        .forEach(
            (key, why) -> {
              Set<String> accepted = vocabulary.accepted().getOrDefault(key, Set.of());
              String named = vocabulary.actedOn().contains(key) ? "acted on" : "named";
              rows.put(
                  before + key,
                  accepted.isEmpty()
                      ? named + " | " + why
                      : "accepted: %s; else named | %s".formatted(shown(accepted), why));
            });
  }

  private static String shown(Set<String> values) {
    return String.join(
        ", ", values.stream().map(v -> v.isEmpty() ? "blank" : "`" + v + "`").sorted().toList());
  }

  /** Key, then status and meaning, of the rows of the page. */
  private static Map<String, String> rows() throws Exception {
    Path page = Path.of("..", "docs", "configuration.md");
    Pattern row = Pattern.compile("\\| `([^`]+)` \\| ((acted on|named|accepted).+) \\|");
    Map<String, String> rows = new TreeMap<>();
    List<String> repeated = new ArrayList<>();
    for (String line : Files.readAllLines(page)) {
      Matcher matcher = row.matcher(line);
      if (matcher.matches() && rows.put(matcher.group(1), matcher.group(2)) != null) {
        repeated.add(line);
      }
    }
    assertThat(repeated).isEmpty();
    return rows;
  }

  @Test
  void valueWithTheBuiltInBehaviourNeedsNoNotice() throws Exception {
    Configuration conf = Keys.conf("root.queues", "a", "root.capacity", "100");
    Vocabulary.QUEUE
        .accepted()
        .forEach((key, values) -> conf.set(QUEUE + key, values.iterator().next()));
    Vocabulary.GLOBAL
        .accepted()
        .forEach((key, values) -> conf.set(KeyReader.PREFIX + key, values.iterator().next()));
    assertThat(QueueFile.load(conf, Keys.FILE).ignoredKeys()).isEmpty();
    assertThat(Vocabulary.QUEUE.ignored().keySet())
        .containsAll(Vocabulary.QUEUE.accepted().keySet());
  }
}
